'use client'

import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { formatInstant } from '#components/shared/display/format'
import { NativeSelect } from '#components/shared/fields/native-select'
import { queryOf } from '#components/shared/loading/queries'
import { Label } from '#components/ui/input/label'
import { listRunsContract } from '#lib/contracts/runs/runs'

type Props = {
  workflowIds: string[]
  value: string | undefined
  onChange(runId: string | undefined): void
}

const hints = {
  pending: 'Loading…',
  error: 'The runs could not be loaded',
  success: 'Choose a run…',
}

/** A recent run of a workflow that uses the template. */
export function RunChoice({ workflowIds, value, onChange }: Props) {
  const id = useId()
  const [workflowId = ''] = workflowIds
  const runs = useQuery({
    ...queryOf(listRunsContract, { query: { workflow: workflowId, limit: 20 } }),
    enabled: workflowId !== '',
  })
  if (workflowId === '')
    return (
      <p className="text-sm text-muted-foreground">
        No workflow uses this template yet, so there is no run with data for it.
      </p>
    )
  return (
    <div className="space-y-1.5">
      <Label htmlFor={id}>Run</Label>
      <NativeSelect
        id={id}
        value={value ?? ''}
        onChange={(event) => onChange(event.target.value || undefined)}
      >
        <option value="">{hints[runs.status]}</option>
        {runs.data?.items.map((run) => (
          <option key={run.id} value={run.id}>
            {run.title || run.workflow.name} · {formatInstant(run.createdAt)}
          </option>
        ))}
      </NativeSelect>
    </div>
  )
}
