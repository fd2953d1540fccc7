'use client'

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { toast } from 'sonner'
import { FillForm } from '#components/forms/fill-form'
import { LoadFailure } from '#components/shared/load-failure'
import { Button } from '#components/ui/button'
import { Input } from '#components/ui/input'
import { Label } from '#components/ui/label'
import { Skeleton } from '#components/ui/skeleton'
import { queryOf, refresh } from '#components/shared/queries'
import {
  createScheduleContract,
  updateScheduleContract,
  type ScheduleView,
} from '#lib/contracts/workflows/schedules'
import { listWorkflowsContract, readVersionContract } from '#lib/contracts/workflows/workflows'
import { call } from '#lib/http/client'
import { initialData } from '../forms/initial-data.ts'
import { fieldClass } from '../ui/field-class.ts'
import { NextOccurrences } from './next-occurrences.tsx'
import { PolicyChoices } from './policy-choices.tsx'
import { RhythmFields } from './rhythm-fields.tsx'
import { describeClockChanges } from './describe-clock-changes.ts'
import { draftOf, problemsOf, type ScheduleDraft } from './schedule-draft.ts'
import { scheduleListContracts } from './use-schedules.ts'

type Props = {
  existing: ScheduleView | null
  workflowId?: string | undefined
  onDone(schedule: ScheduleView): void
  onCancel(): void
}

const zones = Intl.supportedValuesOf('timeZone')

async function save(
  existing: ScheduleView | null,
  { workflowId, ...fields }: ScheduleDraft,
): Promise<ScheduleView> {
  return existing
    ? await call(updateScheduleContract, { params: { id: existing.id }, body: fields })
    : await call(createScheduleContract, { params: { id: workflowId }, body: fields })
}

function Field({
  id,
  label,
  help,
  problem,
  children,
}: {
  id: string
  label: string
  help?: string
  problem?: string | undefined
  children: React.ReactNode
}) {
  return (
    <div className="space-y-1.5">
      <Label htmlFor={id}>{label}</Label>
      {children}
      <p
        id={`${id}-help`}
        className={`text-xs empty:hidden ${problem ? 'text-destructive' : 'text-muted-foreground'}`}
      >
        {problem ?? help}
      </p>
    </div>
  )
}

/** The published workflows, and the start form of the chosen one. */
function useWorkflow(id: string) {
  const list = useQuery({
    ...queryOf(listWorkflowsContract, { query: { limit: 200 } }),
  })
  const published = list.data?.items.filter((workflow) => workflow.published !== null)
  const number = published?.find((workflow) => workflow.id === id)?.published?.number
  const version = useQuery({
    ...queryOf(readVersionContract, { params: { id, number: number ?? 1 } }),
    enabled: number !== undefined,
  })
  return { list, published, version }
}

/** Makes or changes a schedule: what it means is said while it is typed. */
export function ScheduleForm({ existing, workflowId, onDone, onCancel }: Props) {
  const client = useQueryClient()
  const [draft, setDraft] = useState(() => draftOf(existing, workflowId ?? ''))
  const [tried, setTried] = useState(false)
  const change = (next: Partial<ScheduleDraft>) => setDraft((old) => ({ ...old, ...next }))
  const { list, published, version } = useWorkflow(draft.workflowId)
  const all = problemsOf(draft)
  // What is typed is judged as it is typed; what is still empty, only when one tries to save.
  const problems = tried
    ? all
    : {
        cron: draft.cron === '' ? undefined : all.cron,
        timeZone: draft.timeZone === '' ? undefined : all.timeZone,
        missedLimit: all.missedLimit,
      }
  const submit = useMutation({
    mutationFn: (startData: Record<string, unknown>) => save(existing, { ...draft, startData }),
    onSuccess: async (schedule) => {
      await refresh(client, ...scheduleListContracts)
      toast.success(existing ? `“${schedule.name}” is saved.` : `“${schedule.name}” is scheduled.`)
      onDone(schedule)
    },
  })
  const schema = version.data?.definition.startData
  const data = useMemo(
    () => (existing || !schema ? draft.startData : { ...initialData(schema), ...draft.startData }),
    [existing, schema, draft.startData],
  )
  const send = (startData: Record<string, unknown>) => {
    setTried(true)
    const [first] = Object.keys(all)
    if (first) document.getElementById(`schedule-${first}`)?.focus()
    else submit.mutate(startData)
  }
  if (list.isError)
    return (
      <LoadFailure what="The workflows" error={list.error} onRetry={() => void list.refetch()} />
    )
  return (
    <div className="space-y-5">
      {existing || workflowId ? null : (
        <Field
          id="schedule-workflowId"
          label="Workflow"
          problem={tried ? all.workflowId : undefined}
          help={
            published?.length === 0
              ? 'Publish a workflow first; then it can be scheduled.'
              : 'Its published version runs.'
          }
        >
          <select
            id="schedule-workflowId"
            className={`${fieldClass} h-9 px-2`}
            value={draft.workflowId}
            aria-describedby="schedule-workflowId-help"
            onChange={(event) => change({ workflowId: event.target.value, startData: {} })}
          >
            <option value="">Choose a workflow</option>
            {published?.map((workflow) => (
              <option key={workflow.id} value={workflow.id}>
                {workflow.name}
              </option>
            ))}
          </select>
        </Field>
      )}
      <Field id="schedule-name" label="Name" problem={tried ? all.name : undefined}>
        <Input
          id="schedule-name"
          value={draft.name}
          maxLength={200}
          autoComplete="off"
          placeholder="Morning eligibility"
          aria-invalid={tried && all.name !== undefined}
          aria-describedby="schedule-name-help"
          onChange={(event) => change({ name: event.target.value })}
        />
      </Field>
      <RhythmFields cron={draft.cron} onChange={(cron) => change({ cron })} />
      <div className="grid gap-5 sm:grid-cols-2">
        <Field
          id="schedule-cron"
          label="As cron"
          help="For any other rhythm: minute, hour, day of the month, month, day of the week."
          problem={problems.cron}
        >
          <Input
            id="schedule-cron"
            className="font-mono"
            value={draft.cron}
            spellCheck={false}
            autoComplete="off"
            aria-invalid={problems.cron !== undefined}
            aria-describedby="schedule-cron-help"
            onChange={(event) => change({ cron: event.target.value })}
          />
        </Field>
        <Field
          id="schedule-timeZone"
          label="Time zone"
          help={describeClockChanges(draft.cron)}
          problem={problems.timeZone}
        >
          <Input
            id="schedule-timeZone"
            list="schedule-zones"
            value={draft.timeZone}
            autoComplete="off"
            aria-invalid={problems.timeZone !== undefined}
            aria-describedby="schedule-timeZone-help"
            onChange={(event) => change({ timeZone: event.target.value })}
          />
          <datalist id="schedule-zones">
            {zones.map((zone) => (
              <option key={zone} value={zone} />
            ))}
          </datalist>
        </Field>
      </div>
      <NextOccurrences cron={draft.cron} timeZone={draft.timeZone} />
      <PolicyChoices
        missedPolicy={draft.missedPolicy}
        missedLimit={draft.missedLimit}
        overlapPolicy={draft.overlapPolicy}
        onChange={change}
      />
      <section className="space-y-3 border-t pt-4" aria-labelledby="schedule-start">
        <h3 id="schedule-start" className="text-sm font-medium">
          What each run starts with
        </h3>
        {version.isError ? (
          <LoadFailure
            what="The start form"
            error={version.error}
            onRetry={() => void version.refetch()}
          />
        ) : schema && Object.keys((schema['properties'] ?? {}) as object).length === 0 ? (
          <p className="text-sm text-muted-foreground">This workflow needs nothing to start.</p>
        ) : !schema && draft.workflowId !== '' ? (
          <Skeleton className="h-24 w-full" />
        ) : null}
        <FillForm
          schema={schema ?? { type: 'object', properties: {} }}
          data={data}
          onChange={(startData) => change({ startData })}
          onSubmit={send}
          failure={submit.error}
          issuePrefix="startData"
          disabled={submit.isPending}
        >
          <div className="flex flex-wrap justify-end gap-2">
            <Button type="button" variant="outline" onClick={onCancel}>
              Cancel
            </Button>
            <Button type="submit" disabled={submit.isPending}>
              {submit.isPending ? 'Saving…' : existing ? 'Save' : 'Schedule it'}
            </Button>
          </div>
        </FillForm>
      </section>
    </div>
  )
}
