'use client'

import { Button } from '#components/ui/input/button'
import { DurationInput } from '#components/shared/fields/duration-input'
import { formatDuration } from '#components/shared/display/format'
import { NumberInput } from '#components/ui/input/number-input'
import { retrySchema, type RetryPolicy, type Step } from '#lib/domain/workflow/definition'
import type { StepTypeInfo } from '#lib/domain/workflow/step-type-info'
import { changeStep } from '../../commands/change-step.ts'
import { useEditorStore } from '../../store-context.ts'
import { Labelled } from '#components/shared/fields/labelled'

type Field = {
  key: keyof RetryPolicy
  label: string
  help: string
  min: number
  max: number
  fractions?: boolean
}

const daySeconds = 86_400
const eachPause = 'Each pause is this many times the last.'
const fields: Field[] = [
  { key: 'maxAttempts', label: 'Attempts', help: 'With the first one.', min: 1, max: 100 },
  { key: 'factor', label: 'Grows by', help: eachPause, min: 1, max: 10, fractions: true },
]
const pauses: { key: 'delaySeconds' | 'maxDelaySeconds'; label: string }[] = [
  { key: 'delaySeconds', label: 'First pause' },
  { key: 'maxDelaySeconds', label: 'Longest pause' },
]
/** The initial policy when the type has none. */
const firstPolicy: RetryPolicy = {
  maxAttempts: 3,
  delaySeconds: 1,
  factor: 2,
  maxDelaySeconds: 3600,
}

/**
 * How often the step is tried, and how long one attempt may take. By default the step uses the
 * settings of its type.
 */
export function RetrySettings({ step, type }: { step: Step; type: StepTypeInfo | undefined }) {
  const store = useEditorStore()
  const change = (retry: RetryPolicy | undefined) =>
    store.getState().run(changeStep(step.id, { retry }), { coalesce: `retry:${step.id}` })
  return (
    <section aria-label="Attempts and time" className="space-y-3">
      <div className="flex items-center justify-between gap-2">
        <h3 className="text-sm font-semibold">Attempts and time</h3>
        {step.retry ? (
          <Button type="button" variant="ghost" size="sm" onClick={() => change(undefined)}>
            Use the standard
          </Button>
        ) : null}
        {!step.retry && isRetryable(type) ? (
          <Button
            type="button"
            variant="outline"
            size="sm"
            onClick={() => change(type?.retry ?? firstPolicy)}
          >
            Change
          </Button>
        ) : null}
      </div>
      {step.retry ? (
        <PolicyFields retry={step.retry} onChange={change} />
      ) : (
        <p className="text-sm text-muted-foreground">{describeStandard(type)}</p>
      )}
      <AttemptTimeout step={step} />
    </section>
  )
}

const isRetryable = (type: StepTypeInfo | undefined): boolean => type?.retryable !== false

/** How the step's type handles failed attempts. */
function describeStandard(type: StepTypeInfo | undefined): string {
  if (!isRetryable(type))
    return 'It only computes or waits: another attempt would fail in the same way.'
  const standard = type?.retry
  if (!standard || standard.maxAttempts <= 1) return 'One attempt.'
  return `Up to ${standard.maxAttempts} attempts, the first pause ${formatDuration(standard.delaySeconds * 1000)}.`
}

type PolicyProps = { retry: RetryPolicy; onChange(retry: RetryPolicy): void }

/** The numbers of a retry policy; only valid ones change it. */
function PolicyFields({ retry, onChange }: PolicyProps) {
  const change = (key: keyof RetryPolicy, value: number | undefined) => {
    const next = retrySchema.safeParse({ ...retry, [key]: value })
    if (next.success) onChange(next.data)
  }
  return (
    <div className="grid grid-cols-2 gap-3">
      {fields.map(({ key, label, help, ...bounds }) => (
        <Labelled key={key} id={`retry_${key}`} label={label} help={help}>
          <NumberInput
            id={`retry_${key}`}
            required
            {...bounds}
            value={retry[key]}
            onChange={(value) => change(key, value)}
          />
        </Labelled>
      ))}
      {pauses.map(({ key, label }) => (
        <div key={key} className="col-span-2">
          <Labelled id={`retry_${key}`} label={label}>
            <DurationInput
              id={`retry_${key}`}
              label={label}
              required
              max={daySeconds}
              seconds={retry[key]}
              onChange={(value) => change(key, value)}
            />
          </Labelled>
        </div>
      ))}
      <p className="col-span-2 text-sm text-muted-foreground">
        With more than one attempt a call is also made again, under the same key, when its worker
        stopped in the middle of it.
      </p>
    </div>
  )
}

function AttemptTimeout({ step }: { step: Step }) {
  const store = useEditorStore()
  return (
    <Labelled
      id="timeoutSeconds"
      label="Time limit of an attempt"
      help="Waiting for a person does not count. Empty: the service’s own limit."
    >
      <DurationInput
        id="timeoutSeconds"
        label="Time limit of an attempt"
        min={0.001}
        max={daySeconds}
        seconds={step.timeoutSeconds}
        onChange={(timeoutSeconds) => {
          const command = changeStep(step.id, { timeoutSeconds })
          store.getState().run(command, { coalesce: `timeout:${step.id}` })
        }}
      />
    </Labelled>
  )
}
