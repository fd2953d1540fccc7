'use client'

import { Input } from '#components/ui/input/input'
import { workerLabelSchema } from '#lib/domain/worker-label'
import { Labelled } from './labelled.tsx'
import { isUnserved, useWorkerLabels } from './use-worker-labels.ts'

type Props = {
  id: string
  /** Empty: bound to none. */
  value: string
  help: string
  onChange(label: string): void
  /** What the server refused. */
  error?: string | undefined
}

/** The label of the workers that something is bound to: one that is served, or any text. */
export function WorkerLabelField({ id, value, help, onChange, error }: Props) {
  const { data } = useWorkerLabels()
  const faults = value === '' ? undefined : workerLabelSchema.safeParse(value).error?.issues
  const fault = error ?? faults?.[0]?.message
  const warns = value !== '' && fault === undefined && isUnserved(data, value)
  return (
    <div className="space-y-1.5">
      <Labelled id={id} label="Workers" help={help} error={fault}>
        <Input
          id={id}
          list={`${id}-labels`}
          maxLength={40}
          autoComplete="off"
          spellCheck={false}
          value={value}
          placeholder="emr-zone"
          aria-invalid={fault !== undefined}
          onChange={(event) => onChange(event.target.value)}
        />
      </Labelled>
      <datalist id={`${id}-labels`}>
        {data?.items.map(({ label, workers }) => (
          <option key={label} value={label}>
            {workers === 1 ? 'one worker' : `${workers} workers`}
          </option>
        ))}
      </datalist>
      <p role="status" className="text-xs text-amber-700 empty:hidden dark:text-amber-400">
        {warns ? `No worker with the label “${value}” is alive: runs would wait for one.` : null}
      </p>
    </div>
  )
}
