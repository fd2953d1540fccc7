'use client'

import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { Labelled } from '#components/shared/fields/labelled'
import { NativeSelect } from '#components/shared/fields/native-select'
import { NumberInput } from '#components/ui/input/number-input'
import { updateWorkflowContract, type Workflow } from '#lib/contracts/workflows/workflows'
import { countOf } from '#lib/domain/count-of'
import { saveDays, type FormProtection as Protection } from '#lib/domain/form/protection'
import { call } from '#lib/http/client'

const protections: Record<Protection, string> = {
  auto: 'When the form gets too much',
  always: 'Always',
  off: 'Never',
}

type Counts = { formProofsAsked: number; formProofsGiven: number }

/** What the protection did, in a sentence. */
function countsInWords({ formProofsAsked: asked, formProofsGiven: given }: Counts): string {
  if (asked === 0) return 'So far nothing was asked for it.'
  const sendings = countOf(asked, 'sending was', 'sendings were')
  return `${sendings} asked for it, ${given} came back with it. The others were not taken.`
}

type Changes = { formProtection?: Protection; formSaveDays?: number }
type Props = { workflow: Workflow; onWorkflow(workflow: Workflow): void }

/** What keeps robots off a shared form, and how long visitors may go on with it later. */
export function FormProtection({ workflow, onWorkflow }: Props) {
  const { formProtection, formSaveDays } = workflow
  const [days, setDays] = useState<number | null>(formSaveDays)
  const save = useMutation({
    mutationFn: (body: Changes) =>
      call(updateWorkflowContract, { params: { id: workflow.id }, body }),
    onSuccess: onWorkflow,
  })
  const disabled = workflow.mayNot.edit !== undefined
  const saveDaysNow = () => {
    if (days !== null && days !== formSaveDays) save.mutate({ formSaveDays: days })
  }
  return (
    <div className="space-y-3">
      <Labelled
        id="form_protection"
        label="Spam protection"
        help={`The visitor’s browser solves a small puzzle by itself; nobody has to click anything. ${countsInWords(workflow)}`}
      >
        <NativeSelect
          id="form_protection"
          value={formProtection}
          disabled={disabled || save.isPending}
          onChange={({ target }) => save.mutate({ formProtection: target.value as Protection })}
        >
          {Object.entries(protections).map(([value, title]) => (
            <option key={value} value={value}>
              {title}
            </option>
          ))}
        </NativeSelect>
      </Labelled>
      <Labelled
        id="form_save_days"
        label="Saved for later (days)"
        help="A visitor goes on by a secret link; what they typed is encrypted until then. 0: not offered."
      >
        <NumberInput
          id="form_save_days"
          min={0}
          max={saveDays.most}
          disabled={disabled}
          value={days}
          onChange={(number) => setDays(number ?? null)}
          onBlur={saveDaysNow}
        />
      </Labelled>
      {save.isError ? (
        <p role="alert" className="text-sm text-destructive">
          {save.error.message}
        </p>
      ) : null}
    </div>
  )
}
