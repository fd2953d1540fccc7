'use client'

import { Button } from '#components/ui/button'
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
    query: `select workflow_name, status, count(*)\nfrom tasks\nwhere created_at > now() - interval '7 days'\ngroup by workflow_name, status\norder by workflow_name, status`,
  },
  {
    title: 'What failed, and why',
    places: here,
    query: `select created_at, workflow_name, title, error ->> 'message' as message\nfrom tasks\nwhere status = 'failed'\norder by created_at desc\nlimit 50`,
  },
  {
    title: 'Who did what',
    places: here,
    needsAudit: true,
    query: `select created_at, actor_name, action, object_kind, object_id\nfrom audit_logs\norder by created_at desc\nlimit 50`,
  },
  {
    title: 'A table of your own',
    places: everywhere,
    query: `create table authorizations (\n  id bigint generated always as identity primary key,\n  patient_id text not null,\n  number text not null,\n  valid_until date,\n  created_at timestamptz not null default now()\n)`,
  },
]

type Props = { place: Place; canReadAudit: boolean; onChoose(query: string): void }

/** What stands below the editor before anything was run. */
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
          Write a statement above, or begin with one of these. Workflows run the same with the step
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
