'use client'

import { Button } from '#components/ui/input/button'
import type { Place } from './use-sql.ts'

type Starter = {
  title: string
  query: string
  places: readonly Place[]
  /** Reads the audit trail, which Postgres refuses to people without `audit:read`. */
  needsAudit?: true
}

const everywhere = ['built-in', 'outside'] as const
const here = ['built-in'] as const

const starters: Starter[] = [
  {
    title: 'Tasks of the last seven days, by status',
    places: here,
    query: [
      'select workflow_name, status, count(*)',
      'from tasks',
      "where created_at > now() - interval '7 days'",
      'group by workflow_name, status',
      'order by workflow_name, status',
    ].join('\n'),
  },
  {
    title: 'What failed, and why',
    places: here,
    query: [
      "select created_at, workflow_name, title, error ->> 'message' as message",
      'from tasks',
      "where status = 'failed'",
      'order by created_at desc',
      'limit 50',
    ].join('\n'),
  },
  {
    title: 'Who did what',
    places: here,
    needsAudit: true,
    query: [
      'select created_at, actor_name, action, object_kind, object_id',
      'from audit_logs',
      'order by created_at desc',
      'limit 50',
    ].join('\n'),
  },
  {
    title: 'A table of your own',
    places: everywhere,
    query: [
      'create table authorizations (',
      '  id bigint generated always as identity primary key,',
      '  patient_id text not null,',
      '  number text not null,',
      '  valid_until date,',
      '  created_at timestamptz not null default now()',
      ')',
    ].join('\n'),
  },
]

type Props = { place: Place; canReadAudit: boolean; onChoose(query: string): void }

/** Examples below the editor, before the first statement runs. */
export function Starters({ place, canReadAudit, onChoose }: Props) {
  const offered = starters.filter(
    ({ places, needsAudit }) => places.includes(place) && (canReadAudit || !needsAudit),
  )
  return (
    <section
      aria-labelledby="starters"
      className="space-y-3 rounded-lg border border-dashed px-5 py-5"
    >
      <div className="space-y-1">
        <h2 id="starters" className="text-base font-semibold">
          Ask your data
        </h2>
        <p className="text-sm text-muted-foreground">
          Write a statement above, or start with one of these. Workflows run the same with the step
          “SQL”, systems with <code className="text-xs">POST /api/v2/sql</code>.
        </p>
      </div>
      <ul className="flex flex-wrap gap-2">
        {offered.map(({ title, query }) => (
          <li key={title}>
            <Button variant="outline" size="sm" onClick={() => onChoose(query)}>
              {title}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}
