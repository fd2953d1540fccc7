'use client'

import { useQuery } from '@tanstack/react-query'
import { useForm, useWatch } from 'react-hook-form'
import { LoadFailure } from '#components/shared/loading/load-failure'
import type { ScheduleView } from '#lib/contracts/workflows/schedules'
import { listWorkflowsContract } from '#lib/contracts/workflows/workflows'
import { allOf } from '#components/shared/loading/all-of'
import { NameField, TimeFields, WorkflowField } from './draft-fields.tsx'
import { PolicyChoices } from './policy-choices.tsx'
import { draftOf, draftResolver, type ScheduleDraft } from './schedule-draft.ts'
import { StartData } from './start-data.tsx'

type Props = {
  existing: ScheduleView | null
  workflowId?: string | undefined
  onDone(schedule: ScheduleView): void
  onCancel(): void
}

/** Creates or changes a schedule; its times and its problems are shown while it is typed. */
export function ScheduleForm({ existing, workflowId, onDone, onCancel }: Props) {
  const form = useForm<ScheduleDraft>({
    resolver: draftResolver,
    mode: 'onChange',
    defaultValues: draftOf(existing, workflowId ?? ''),
  })
  const chosen = useWatch({ control: form.control, name: 'workflowId' })
  const workflows = useQuery(allOf(listWorkflowsContract))
  const published = workflows.data?.filter((workflow) => workflow.published !== null)
  const number = published?.find((workflow) => workflow.id === chosen)?.published?.number
  if (workflows.isError)
    return (
      <LoadFailure
        what="The workflows"
        error={workflows.error}
        onRetry={() => void workflows.refetch()}
      />
    )
  return (
    <div className="space-y-5">
      {existing || workflowId ? null : <WorkflowField form={form} workflows={published} />}
      <NameField form={form} />
      <TimeFields form={form} />
      <PolicyChoices form={form} />
      <StartData
        form={form}
        existing={existing}
        version={number}
        onDone={onDone}
        onCancel={onCancel}
      />
    </div>
  )
}
