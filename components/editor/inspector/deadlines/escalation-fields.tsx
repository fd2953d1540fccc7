'use client'

import { useContext } from 'react'
import { NativeSelect } from '#components/shared/fields/native-select'
import { NumberInput } from '#components/ui/input/number-input'
import type { Escalation } from '#lib/domain/deadlines/deadlines'
import type { Problem } from '#lib/domain/workflow/problem'
import { choosable, Known } from '../config/known.ts'
import { MakeWorkflow } from '../config/make-workflow.tsx'
import { OpenWorkflow } from '../config/open-workflow.tsx'
import { EntryFrame } from './entry-frame.tsx'
import { LengthFields } from './length-fields.tsx'
import { PersonSelect } from './person-fields.tsx'

const whens: [Escalation['when'], string][] = [
  ['after-due', 'after it is due'],
  ['after-opening', 'after it opened, if it is not done'],
  ['unassigned', 'after it opened, if nobody has it'],
]
const acts: [Escalation['do'], string][] = [
  ['assign', 'give it to a person'],
  ['return', 'give it back to the group'],
  ['priority', 'raise its priority'],
  ['start', 'start a workflow'],
]

type FieldProps = {
  id: string
  title: string
  escalation: Escalation
  onChange(escalation: Escalation): void
}

/** What the act of an escalation needs to know. */
function ActFields({ id, title, escalation, onChange }: FieldProps) {
  const { workflows } = useContext(Known)
  const { person = '', priority, workflow = '' } = escalation
  if (escalation.do === 'assign')
    return (
      <PersonSelect
        id={`${id}_person`}
        label={`${title}: who gets it`}
        person={person}
        onChange={(next) => onChange({ ...escalation, person: next })}
      />
    )
  if (escalation.do === 'priority')
    return (
      <NumberInput
        id={`${id}_priority`}
        aria-label={`${title}: the priority`}
        placeholder="Priority, like 10"
        min={-1_000_000}
        max={1_000_000}
        value={priority}
        onChange={(next) => {
          if (!Number.isNaN(next)) onChange({ ...escalation, priority: next })
        }}
      />
    )
  if (escalation.do !== 'start') return null
  const chosen = workflows.find(({ slug }) => slug === workflow)
  const choose = (slug: string) => {
    // What another workflow was to start with does not fit this one.
    const { startData: _startData, ...rest } = escalation
    onChange({ ...rest, workflow: slug })
  }
  return (
    <>
      <NativeSelect
        id={`${id}_workflow`}
        aria-label={`${title}: the workflow`}
        value={workflow}
        onChange={(event) => choose(event.target.value)}
      >
        <option value="">Choose a workflow…</option>
        {workflow && !chosen ? <option value={workflow}>{workflow} (not here)</option> : null}
        {choosable(workflows, workflow).map(({ slug, title }) => (
          <option key={slug} value={slug}>
            {title}
          </option>
        ))}
      </NativeSelect>
      <OpenWorkflow workflow={chosen} />
      {chosen ? null : (
        <MakeWorkflow
          kind="escalation"
          label="Make a new workflow"
          onMade={({ slug, startData }) => onChange({ ...escalation, workflow: slug, startData })}
        />
      )}
    </>
  )
}

type Props = {
  index: number
  escalation: Escalation
  problems: Problem[]
  onChange(escalation: Escalation): void
  onRemove(): void
}

/** An escalation: when it happens, and what happens. */
export function EscalationFields({ index, escalation, problems, onChange, onRemove }: Props) {
  const { workingDays: _days, workingHours: _hours, at: _at, ...rest } = escalation
  const id = `config_escalations_${index}`
  const title = `Escalation ${index + 1}`
  return (
    <EntryFrame title={title} problems={problems} onRemove={onRemove}>
      <LengthFields
        id={id}
        label={title}
        length={escalation}
        onChange={({ workingDays, workingHours, at }) =>
          onChange({
            ...rest,
            ...({ workingDays, workingHours, at } as Partial<Escalation>),
          })
        }
      />
      <NativeSelect
        id={`${id}_when`}
        aria-label={`${title}: counted from`}
        value={escalation.when}
        onChange={(event) =>
          onChange({ ...escalation, when: event.target.value as Escalation['when'] })
        }
      >
        {whens.map(([name, words]) => (
          <option key={name} value={name}>
            {words}
          </option>
        ))}
      </NativeSelect>
      <NativeSelect
        id={`${id}_do`}
        aria-label={`${title}: what happens`}
        value={escalation.do}
        onChange={(event) => {
          const { when, workingDays, workingHours, at } = escalation
          const act = event.target.value as Escalation['do']
          onChange({ when, workingDays, workingHours, at, do: act })
        }}
      >
        {acts.map(([name, words]) => (
          <option key={name} value={name}>
            {words}
          </option>
        ))}
      </NativeSelect>
      <ActFields id={id} title={title} escalation={escalation} onChange={onChange} />
    </EntryFrame>
  )
}
