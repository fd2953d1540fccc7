'use client'

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useWatch, type UseFormReturn } from 'react-hook-form'
import { toast } from '#components/shared/messages/toast'
import { FillForm } from '#components/forms/fill-form-later'
import { LoadFailure } from '#components/shared/loading/load-failure'
import { queryOf, refresh } from '#components/shared/loading/queries'
import { Button } from '#components/ui/input/button'
import { Skeleton } from '#components/ui/feedback/skeleton'
import {
  createScheduleContract,
  updateScheduleContract,
  type ScheduleView,
} from '#lib/contracts/workflows/schedules'
import { readVersionContract } from '#lib/contracts/workflows/workflows'
import { call } from '#lib/http/client'
import { initialData } from '../forms/initial-data.ts'
import type { ScheduleDraft } from './schedule-draft.ts'
import { scheduleListContracts } from './use-schedules.ts'

type Data = Record<string, unknown>
type Props = {
  form: UseFormReturn<ScheduleDraft>
  existing: ScheduleView | null
  /** The number of the workflow's published version; undefined until it is known. */
  version: number | undefined
  onDone(schedule: ScheduleView): void
  onCancel(): void
}

const noFields = { type: 'object', properties: {} }

/** The data that each run starts with, and the buttons: its form is sent with the whole draft. */
export function StartData({ form, existing, version, onDone, onCancel }: Props) {
  const [workflowId, startData] = useWatch({
    control: form.control,
    name: ['workflowId', 'startData'],
  })
  const query = useQuery({
    ...queryOf(readVersionContract, { params: { id: workflowId, number: version ?? 1 } }),
    enabled: version !== undefined,
  })
  const save = useSave(existing, onDone)
  const schema = query.data?.definition.startData
  const data = useMemo(
    () => (existing || !schema ? startData : { ...initialData(schema), ...startData }),
    [existing, schema, startData],
  )
  const action = existing ? 'Save' : 'Schedule it'
  return (
    <section className="space-y-3 border-t pt-4" aria-labelledby="schedule-start">
      <h3 id="schedule-start" className="text-sm font-medium">
        What each run starts with
      </h3>
      {query.isError ? (
        <LoadFailure
          what="The start form"
          error={query.error}
          onRetry={() => void query.refetch()}
        />
      ) : (
        <FormState schema={schema} workflowId={workflowId} />
      )}
      <FillForm
        schema={schema ?? noFields}
        data={data}
        onChange={(next) => form.setValue('startData', next)}
        onSubmit={(next) =>
          void form.handleSubmit((draft) => save.mutate({ ...draft, startData: next }))()
        }
        failure={save.error}
        issuePrefix="startData"
        disabled={save.isPending}
      >
        <div className="flex flex-wrap justify-end gap-2">
          <Button type="button" variant="outline" onClick={onCancel}>
            Cancel
          </Button>
          <Button type="submit" disabled={save.isPending}>
            {save.isPending ? 'Saving…' : action}
          </Button>
        </div>
      </FillForm>
    </section>
  )
}

/** That the start form has no fields, or is still loading. */
function FormState({ schema, workflowId }: { schema: Data | undefined; workflowId: string }) {
  if (!schema) return workflowId === '' ? null : <Skeleton className="h-24 w-full" />
  if (Object.keys((schema['properties'] ?? {}) as object).length > 0) return null
  return <p className="text-sm text-muted-foreground">This workflow needs nothing to start.</p>
}

function useSave(existing: ScheduleView | null, onDone: (schedule: ScheduleView) => void) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async ({ workflowId, ...fields }: ScheduleDraft): Promise<ScheduleView> => {
      const body = { ...fields, calendar: fields.calendar === '' ? null : fields.calendar }
      return existing
        ? await call(updateScheduleContract, { params: { id: existing.id }, body })
        : await call(createScheduleContract, { params: { id: workflowId }, body })
    },
    onSuccess: async (schedule) => {
      await refresh(client, ...scheduleListContracts)
      toast.success(existing ? `“${schedule.name}” is saved.` : `“${schedule.name}” is scheduled.`)
      onDone(schedule)
    },
  })
}
