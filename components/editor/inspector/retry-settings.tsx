'use client'

import { useState } from 'react'
import { Button } from '#components/ui/button'
import { Input } from '#components/ui/input'
import { retrySchema, type RetryPolicy, type Step } from '#lib/domain/definition'
import type { StepTypeInfo } from '#lib/domain/step-type-info'
import { changeStep } from '../commands/change-step.ts'
import { useEditorStore } from '../store-context.ts'
import { Labelled } from './labelled.tsx'

const fields: { key: keyof RetryPolicy; label: string; help: string; step: number }[] = [
  { key: 'maxAttempts', label: 'Attempts', help: 'With the first one.', step: 1 },
  { key: 'delaySeconds', label: 'First pause', help: 'Seconds.', step: 0.5 },
  { key: 'factor', label: 'Grows by', help: 'Each pause is this many times the last.', step: 0.5 },
  { key: 'maxDelaySeconds', label: 'Longest pause', help: 'Seconds.', step: 1 },
]
const usual: RetryPolicy = { maxAttempts: 3, delaySeconds: 1, factor: 2, maxDelaySeconds: 3600 }

/** How often the step is tried, and how long one attempt may take. Without own settings those of the step's type count. */
export function RetrySettings({ step, type }: { step: Step; type: StepTypeInfo | undefined }) {
  const store = useEditorStore()
  const [typed, setTyped] = useState<Partial<Record<keyof RetryPolicy, string>>>({})
  const standard = type?.retry
  const useless = type?.retryable === false
  const set = (retry: RetryPolicy | undefined) => store.getState().run(changeStep(step.id, { retry }), { coalesce: `retry:${step.id}` })
  return (
    <section aria-label="Attempts and time" className="space-y-3">
      <div className="flex items-center justify-between gap-2">
        <h3 className="text-sm font-semibold">Attempts and time</h3>
        {step.retry ? (
          <Button type="button" variant="ghost" size="sm" onClick={() => { setTyped({}); set(undefined) }}>Use the standard</Button>
        ) : useless ? null : (
          <Button type="button" variant="outline" size="sm" onClick={() => set(standard ?? usual)}>Change</Button>
        )}
      </div>
      {step.retry ? (
        <div className="grid grid-cols-2 gap-3">
          {fields.map(({ key, label, help, step: by }) => {
            const value = typed[key] ?? String(step.retry?.[key] ?? '')
            const wrong = !retrySchema.safeParse({ ...step.retry, [key]: Number(value) }).success
            return (
              <Labelled key={key} id={`retry_${key}`} label={label} help={help} error={wrong ? 'This number cannot be used.' : undefined}>
                <Input
                  id={`retry_${key}`}
                  type="number"
                  step={by}
                  value={value}
                  aria-invalid={wrong}
                  onChange={(event) => {
                    setTyped({ ...typed, [key]: event.target.value })
                    const next = retrySchema.safeParse({ ...step.retry, [key]: Number(event.target.value) })
                    if (next.success && event.target.value !== '') set(next.data)
                  }}
                />
              </Labelled>
            )
          })}
          <p className="col-span-2 text-sm text-muted-foreground">
            With more than one attempt a call is also made again, under the same key, when its worker stopped in the middle of it.
          </p>
        </div>
      ) : (
        <p className="text-sm text-muted-foreground">
          {useless ? 'It only computes or waits: another attempt would fail in the same way.' : standard && standard.maxAttempts > 1 ? `Up to ${standard.maxAttempts} attempts, the first pause ${standard.delaySeconds} s.` : 'One attempt.'}
        </p>
      )}
      <Labelled id="timeoutSeconds" label="Time limit of an attempt" help="Seconds; waiting for a person does not count. Empty: the service’s own limit.">
        <Input
          id="timeoutSeconds"
          type="number"
          min={1}
          max={86_400}
          value={step.timeoutSeconds ?? ''}
          onChange={(event) => {
            const seconds = Number(event.target.value)
            if (event.target.value === '') store.getState().run(changeStep(step.id, { timeoutSeconds: undefined }), { coalesce: `timeout:${step.id}` })
            else if (seconds > 0 && seconds <= 86_400) store.getState().run(changeStep(step.id, { timeoutSeconds: seconds }), { coalesce: `timeout:${step.id}` })
          }}
        />
      </Labelled>
    </section>
  )
}
