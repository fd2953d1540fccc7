'use client'

import { useContext, useState } from 'react'
import { CodeField } from '#components/code/code-field'
import type { CompletionItem } from '#components/code/code-help'
import { Labelled } from '#components/shared/fields/labelled'
import { NativeSelect } from '#components/shared/fields/native-select'
import { Button } from '#components/ui/input/button'
import type { Deadlines, Due } from '#lib/domain/deadlines/deadlines'
import { isExpression } from '#lib/domain/workflow/is-expression'
import type { Problem } from '#lib/domain/workflow/problem'
import { ExpressionScope } from '../config/expression-scope.ts'
import { Known } from '../config/known.ts'
import { ReferenceBox } from '../values/reference-box.tsx'
import { ReferenceResult } from '../values/reference-result.tsx'
import { readReference } from '../values/reference.ts'
import { Faults } from './entry-frame.tsx'
import { LengthFields } from './length-fields.tsx'

type Kind = 'never' | 'length' | 'until'

function kindOf(due: Due | undefined): Kind {
  if (!due) return 'never'
  return 'until' in due ? 'until' : 'length'
}

const firstDue: Record<Kind, object | undefined> = {
  never: undefined,
  length: { workingDays: 2 },
  until: { until: { $: '' } },
}

/** The text of an instant: an expression, or a fixed one as an expression. */
function instantText(until: unknown): string {
  if (isExpression(until)) return until.$
  return typeof until === 'string' ? JSON.stringify(until) : ''
}

type Props = {
  deadlines: Deadlines
  problems: Problem[]
  completions: CompletionItem[]
  onChange(fields: { due?: unknown; calendar?: string | undefined }): void
}

type CalendarProps = { calendar: string | undefined; onChange: Props['onChange'] }

function CalendarSelect({ calendar, onChange }: CalendarProps) {
  const { calendars } = useContext(Known)
  return (
    <Labelled
      id="config_calendar"
      label="Calendar"
      help="Says when people work. Left open, a group’s own calendar counts before the default one."
    >
      <NativeSelect
        id="config_calendar"
        value={calendar ?? ''}
        onChange={(event) => onChange({ calendar: event.target.value || undefined })}
      >
        <option value="">The group’s, else the default calendar</option>
        {calendar && !calendars.some(({ slug }) => slug === calendar) ? (
          <option value={calendar}>{calendar} (not here)</option>
        ) : null}
        {calendars.map(({ slug, name }) => (
          <option key={slug} value={slug}>
            {name}
          </option>
        ))}
      </NativeSelect>
    </Labelled>
  )
}

type AtProps = {
  text: string
  completions: CompletionItem[]
  invalid: boolean
  onChange(text: string): void
}

/** The time when it is due: one of the values, or an expression. */
function DueAt({ text, completions, invalid, onChange }: AtProps) {
  const { sample } = useContext(ExpressionScope)
  const path = readReference({ $: text })
  const [asCode, setAsCode] = useState(false)
  const label = 'The time when it is due'
  if (asCode || path === undefined)
    return (
      <CodeField
        id="config_due_until"
        label={`${label}, an expression`}
        language="jsonata"
        value={text}
        onChange={(next) => {
          // Code that has become a plain value is still being written.
          setAsCode(true)
          onChange(next)
        }}
        completions={completions}
        invalid={invalid}
      />
    )
  return (
    <div className="flex items-start gap-1">
      <div className="min-w-0 grow space-y-1.5">
        <ReferenceBox
          id="config_due_until"
          label={label}
          path={path}
          takes="string"
          invalid={invalid}
          describedBy="config_due_until-preview"
          onChoose={onChange}
          onRemove={() => onChange('')}
        />
        <ReferenceResult id="config_due_until-preview" path={path} sample={sample} />
      </div>
      <Button
        type="button"
        variant="ghost"
        size="sm"
        aria-label={`Edit ${label.toLowerCase()} as code`}
        onClick={() => setAsCode(true)}
      >
        Edit as code
      </Button>
    </div>
  )
}

/** By when the screen is to be done, and by which calendar. */
export function DueFields({
  deadlines: { due, calendar },
  problems,
  completions,
  onChange,
}: Props) {
  const kind = kindOf(due)
  return (
    <div className="space-y-3">
      <Labelled id="config_due" label="Due">
        <NativeSelect
          id="config_due"
          value={kind}
          onChange={(event) => onChange({ due: firstDue[event.target.value as Kind] })}
        >
          <option value="never">At no time</option>
          <option value="length">Some working time after it opened</option>
          <option value="until">At a time from the data</option>
        </NativeSelect>
      </Labelled>
      {due && kind === 'length' ? (
        <LengthFields
          id="config_due"
          label="Due"
          length={due}
          onChange={(next) => onChange({ due: next })}
        />
      ) : null}
      {due && kind === 'until' ? (
        <DueAt
          text={instantText(due.until)}
          completions={completions}
          invalid={problems.length > 0}
          onChange={(text) => onChange({ due: { until: { $: text } } })}
        />
      ) : null}
      <Faults problems={problems} />
      <CalendarSelect calendar={calendar} onChange={onChange} />
    </div>
  )
}
