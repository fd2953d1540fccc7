'use client'

import { useQuery } from '@tanstack/react-query'
import { CircleCheckIcon, CircleXIcon } from 'lucide-react'
import { Link } from '#components/shared/navigation/link'
import { useId, useState, type ReactNode } from 'react'
import { Labelled } from '#components/shared/fields/labelled'
import { NativeSelect } from '#components/shared/fields/native-select'
import { LoadFailure } from '#components/shared/loading/load-failure'
import { queryOf } from '#components/shared/loading/queries'
import { explainAccessContract, type Explanation } from '#lib/contracts/organization/access'
import { listMembersContract } from '#lib/contracts/organization/members'
import { listWorkflowsContract } from '#lib/contracts/workflows/workflows'
import { permissionGroups } from '#lib/domain/permission-words'
import { allOf } from '#components/shared/loading/all-of'
import type { ScreenStep } from './access-words.ts'
import type { AccessAt } from './use-access.ts'

/** The acts that rules decide. */
const acts = [
  { id: 'run', title: 'Start runs' },
  { id: 'edit', title: 'Edit' },
  { id: 'publish', title: 'Publish' },
  { id: 'approve', title: 'Approve publishing' },
  { id: 'seeRuns', title: 'See all runs' },
  { id: 'screen', title: 'Do screens' },
  { id: 'create', title: 'Create workflows' },
]

type SelectProps = {
  label: string
  value: string
  onChange(value: string): void
  children: ReactNode
}

function Choice({ label, value, onChange, children }: SelectProps) {
  const id = useId()
  return (
    <Labelled id={id} label={label}>
      <NativeSelect id={id} value={value} onChange={(event) => onChange(event.target.value)}>
        {children}
      </NativeSelect>
    </Labelled>
  )
}

function PersonChoice({ value, onChange }: Pick<SelectProps, 'value' | 'onChange'>) {
  const members = useQuery(allOf(listMembersContract))
  return (
    <Choice label="Who" value={value} onChange={onChange}>
      <option value="">Choose a person</option>
      {(members.data ?? []).map(({ id, name, email }) => (
        <option key={id} value={id}>
          {name} ({email})
        </option>
      ))}
    </Choice>
  )
}

function WorkflowChoice({ value, onChange }: Pick<SelectProps, 'value' | 'onChange'>) {
  const workflows = useQuery(allOf(listWorkflowsContract))
  return (
    <Choice label="With which workflow" value={value} onChange={onChange}>
      <option value="">Any without rules of its own</option>
      {(workflows.data ?? []).map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </Choice>
  )
}

type ActProps = Pick<SelectProps, 'value' | 'onChange'> & {
  screens: readonly ScreenStep[]
  /** Also what the role alone decides. */
  isWide: boolean
}

function ActChoice({ value, onChange, screens, isWide }: ActProps) {
  return (
    <Choice label="What they want to do" value={value} onChange={onChange}>
      <optgroup label="With a workflow">
        {acts.map(({ id, title }) => (
          <option key={id} value={id}>
            {title}
          </option>
        ))}
        {screens.map(({ id, title }) => (
          <option key={id} value={`screen ${id}`}>
            Do “{title}”
          </option>
        ))}
      </optgroup>
      {isWide
        ? permissionGroups.map(({ title, permissions }) => (
            <optgroup key={title} label={`By role: ${title.toLowerCase()}`}>
              {Object.entries(permissions).map(([permission, words]) => (
                <option key={permission} value={permission}>
                  {words}
                </option>
              ))}
            </optgroup>
          ))
        : null}
    </Choice>
  )
}

const places = {
  organization: () => ({ href: '/settings?tab=access', title: 'The rules of the organization' }),
  folder: (id: string) => ({ href: `/workflows?folder=${id}`, title: 'The folder' }),
  workflow: (id: string) => ({ href: `/workflows/${id}`, title: 'The workflow' }),
}

function Answer({ ok, sentence, reasons, from }: Explanation) {
  const Icon = ok ? CircleCheckIcon : CircleXIcon
  const place = from ? places[from.kind](from.id) : null
  const tone = ok ? 'text-emerald-700 dark:text-emerald-400' : 'text-destructive'
  return (
    <div className="flex gap-3 rounded-lg border bg-card p-4 text-sm">
      <Icon aria-hidden className={`mt-0.5 size-4 shrink-0 ${tone}`} />
      <div className="space-y-1">
        <p className="font-medium">{sentence}</p>
        {reasons.map((reason) => (
          <p key={reason}>{reason}</p>
        ))}
        {place ? (
          <Link
            href={place.href}
            className="inline-flex min-h-6 items-center rounded-sm underline underline-offset-2 outline-none focus-visible:ring-2 focus-visible:ring-ring"
          >
            {place.title}
          </Link>
        ) : null}
      </div>
    </div>
  )
}

/** The screens have acts of their own: `screen <step>`. */
const stepOf = (act: string): { act: string; step?: string } =>
  act.startsWith('screen ') ? { act: 'screen', step: act.slice('screen '.length) } : { act }

type Props = {
  /** The person who is asked about, where the page is about one. */
  person?: string
  /** The place that is asked about, where the page is about one. */
  at?: AccessAt
  screens?: readonly ScreenStep[]
}

/** Why a person may or may not do something: the answer in sentences, with the rule that decides. */
export function ExplainAccess({ person: given, at, screens = [] }: Props) {
  const [chosen, setPerson] = useState('')
  const [act, setAct] = useState('run')
  const [workflow, setWorkflow] = useState('')
  const person = given ?? chosen
  const isPlaced = at !== undefined && at.level !== 'organization'
  const place = isPlaced ? { [at.level]: at.id } : { workflow: workflow || undefined }
  const isOfWorkflow = act.startsWith('screen') || acts.some(({ id }) => id === act)
  const answer = useQuery({
    ...queryOf(explainAccessContract, {
      query: { person, ...stepOf(act), ...(isOfWorkflow ? place : {}) },
    }),
    enabled: person !== '',
  })
  return (
    <div className="space-y-3">
      <div className="grid gap-3 sm:grid-cols-2">
        {given === undefined ? <PersonChoice value={chosen} onChange={setPerson} /> : null}
        <ActChoice value={act} onChange={setAct} screens={screens} isWide={!isPlaced} />
        {isPlaced || !isOfWorkflow ? null : (
          <WorkflowChoice value={workflow} onChange={setWorkflow} />
        )}
      </div>
      {answer.error ? (
        <LoadFailure what="The answer" error={answer.error} onRetry={() => void answer.refetch()} />
      ) : null}
      <div aria-live="polite">{answer.data ? <Answer {...answer.data} /> : null}</div>
    </div>
  )
}
