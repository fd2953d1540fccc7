'use client'

import { useContext, useMemo } from 'react'
import type { CompletionItem } from '#components/code/code-help'
import { Button } from '#components/ui/input/button'
import type { Deadlines, Escalation, Reminder } from '#lib/domain/deadlines/deadlines'
import type { Step } from '#lib/domain/workflow/definition'
import type { Problem } from '#lib/domain/workflow/problem'
import { changeStep } from '../../commands/change-step.ts'
import { useEditorStore } from '../../store-context.ts'
import { Known } from '../config/known.ts'
import { DueFields } from './due-fields.tsx'
import { EscalationFields } from './escalation-fields.tsx'
import { exampleOf } from './example.ts'
import { plainDeadlines, readDeadlines } from './read-deadlines.ts'
import { ReminderFields } from './reminder-fields.tsx'

const most = 10

type Changes = { [Name in keyof Deadlines]?: unknown }
type ListProps = {
  deadlines: Deadlines
  problemsAt(path: string): Problem[]
  onChange(fields: Changes): void
}

/** The list with another entry at a place; without an entry, the place is removed. */
const withEntry = <Entry extends object>(list: Entry[], index: number, entry?: Entry): Entry[] =>
  list.flatMap((one, place) => {
    if (place !== index) return [one]
    return entry ? [entry] : []
  })

function Reminders({ deadlines, problemsAt, onChange }: ListProps) {
  const { due, reminders } = deadlines
  const first: Reminder = due
    ? { when: 'before-due', workingHours: 4, to: 'assignee' }
    : { when: 'after-opening', workingDays: 1, to: 'assignee' }
  return (
    <section aria-label="Reminders" className="space-y-2">
      <h3 className="text-sm font-semibold">Reminders</h3>
      <ul className="space-y-2">
        {reminders.map((reminder, index) => (
          <ReminderFields
            key={index}
            index={index}
            reminder={reminder}
            problems={problemsAt(`config.reminders.${index}`)}
            onChange={(next) => onChange({ reminders: withEntry(reminders, index, next) })}
            onRemove={() => onChange({ reminders: withEntry(reminders, index) })}
          />
        ))}
      </ul>
      <Button
        type="button"
        variant="outline"
        size="sm"
        disabled={reminders.length >= most}
        onClick={() => onChange({ reminders: [...reminders, first] })}
      >
        Add a reminder
      </Button>
    </section>
  )
}

function Escalations({ deadlines, problemsAt, onChange }: ListProps) {
  const { due, escalations } = deadlines
  const when = due ? ('after-due' as const) : ('unassigned' as const)
  const first: Escalation = { when, workingDays: 1, do: 'priority', priority: 10 }
  return (
    <section aria-label="Escalations" className="space-y-2">
      <h3 className="text-sm font-semibold">Escalations</h3>
      <ul className="space-y-2">
        {escalations.map((escalation, index) => (
          <EscalationFields
            key={index}
            index={index}
            escalation={escalation}
            problems={problemsAt(`config.escalations.${index}`)}
            onChange={(next) => onChange({ escalations: withEntry(escalations, index, next) })}
            onRemove={() => onChange({ escalations: withEntry(escalations, index) })}
          />
        ))}
      </ul>
      <Button
        type="button"
        variant="outline"
        size="sm"
        disabled={escalations.length >= most}
        onClick={() => onChange({ escalations: [...escalations, first] })}
      >
        Add an escalation
      </Button>
    </section>
  )
}

type Props = { step: Step; problems: Problem[]; completions: CompletionItem[] }

/** By when a screen is to be done, who is reminded of it, and what happens when it is not done. */
export function DeadlinesTab({ step, problems, completions }: Props) {
  const store = useEditorStore()
  const { calendars } = useContext(Known)
  const deadlines = useMemo(() => readDeadlines(step.config), [step.config])
  const example = useMemo(() => {
    const today = new Date().toISOString().slice(0, 10)
    return exampleOf(plainDeadlines(deadlines), calendars, today)
  }, [deadlines, calendars])
  const change = (fields: Changes) => {
    const config = Object.fromEntries(
      Object.entries({ ...step.config, ...fields }).filter(([, value]) => value !== undefined),
    )
    const command = changeStep(step.id, { config })
    store.getState().run(command, { coalesce: `deadlines:${step.id}` })
  }
  const problemsAt = (path: string) =>
    problems.filter((one) => one.path === path || one.path?.startsWith(`${path}.`))
  const list = { deadlines, problemsAt, onChange: change }
  return (
    <div className="space-y-5">
      <DueFields
        deadlines={deadlines}
        problems={[...problemsAt('config.due'), ...problemsAt('config.calendar')]}
        completions={completions}
        onChange={change}
      />
      {example ? (
        <p role="status" className="rounded-md bg-muted px-3 py-2 text-sm">
          {example}
        </p>
      ) : null}
      <Reminders {...list} />
      <Escalations {...list} />
    </div>
  )
}
