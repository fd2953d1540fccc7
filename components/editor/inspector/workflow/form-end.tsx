'use client'

import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { clockText, instantOfClock, pageZone, zoneName } from '#components/shared/display/times'
import { Labelled } from '#components/shared/fields/labelled'
import { Input } from '#components/ui/input/input'
import { NumberInput } from '#components/ui/input/number-input'
import { Switch } from '#components/ui/input/switch'
import { updateWorkflowContract, type Workflow } from '#lib/contracts/workflows/workflows'
import { countOf } from '#lib/domain/count-of'
import { call } from '#lib/http/client'

type Props = { workflow: Workflow; onWorkflow(workflow: Workflow): void }
type Changes = {
  formClosesAt?: string | null
  formMaxAnswers?: number | null
  formClosed?: boolean
}

const localOf = (instant: string | null): string => (instant ? clockText(instant) : '')

type ClosedProps = { checked: boolean; disabled: boolean; onChange(checked: boolean): void }

function Closed({ checked, disabled, onChange }: ClosedProps) {
  return (
    <div className="flex items-center justify-between gap-3">
      <label htmlFor="form_closed" className="text-sm font-medium">
        Closed
      </label>
      <Switch id="form_closed" checked={checked} disabled={disabled} onCheckedChange={onChange} />
    </div>
  )
}

type ClosesAtProps = {
  value: string
  disabled: boolean
  onChange(text: string): void
  onBlur(): void
}

function ClosesAt({ onChange, ...input }: ClosesAtProps) {
  return (
    <Labelled
      id="form_closes_at"
      label="Closes at"
      help={`By the clock of ${zoneName(pageZone())}.`}
    >
      <Input
        id="form_closes_at"
        type="datetime-local"
        onChange={({ target }) => onChange(target.value)}
        {...input}
      />
    </Labelled>
  )
}

/** When a shared form ends: at a time, after so many answers, or by hand. */
export function FormEnd({ workflow, onWorkflow }: Props) {
  const { formClosed, formClosesAt, formMaxAnswers, formAnswers } = workflow
  const [closesAt, setClosesAt] = useState(localOf(formClosesAt))
  const [most, setMost] = useState<number | null>(formMaxAnswers)
  const save = useMutation({
    mutationFn: (body: Changes) =>
      call(updateWorkflowContract, { params: { id: workflow.id }, body }),
    onSuccess: onWorkflow,
  })
  const disabled = workflow.mayNot.edit !== undefined
  const saveTime = () => {
    const next = instantOfClock(closesAt) ?? null
    if (closesAt !== localOf(formClosesAt)) save.mutate({ formClosesAt: next })
  }
  const saveMost = () => {
    if (most !== formMaxAnswers) save.mutate({ formMaxAnswers: most })
  }
  return (
    <div className="space-y-3">
      <Closed
        checked={formClosed}
        disabled={disabled || save.isPending}
        onChange={(checked) => save.mutate({ formClosed: checked })}
      />
      <ClosesAt value={closesAt} disabled={disabled} onChange={setClosesAt} onBlur={saveTime} />
      <Labelled
        id="form_max_answers"
        label="Answers at most"
        help={`${countOf(formAnswers, 'answer')} so far. Empty: any number.`}
      >
        <NumberInput
          id="form_max_answers"
          min={1}
          max={1_000_000}
          disabled={disabled}
          value={most}
          onChange={(number) => setMost(number ?? null)}
          onBlur={saveMost}
        />
      </Labelled>
      <p className="text-xs text-muted-foreground">
        A closed form says so, with your name and logo; switching off the link shows nothing.
      </p>
      {save.isError ? (
        <p role="alert" className="text-sm text-destructive">
          {save.error.message}
        </p>
      ) : null}
    </div>
  )
}
