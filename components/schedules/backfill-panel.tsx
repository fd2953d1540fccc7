'use client'

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { HistoryIcon, SquareIcon } from 'lucide-react'
import { useId, type ComponentProps } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { toast } from '#components/shared/messages/toast'
import { showRefusal } from '#components/shared/actions/show-refusal'
import { instantOfClock, zoneName } from '#components/shared/display/times'
import { LoadFailure } from '#components/shared/loading/load-failure'
import { ConfirmButton } from '#components/shared/actions/confirm-button'
import { Button } from '#components/ui/input/button'
import { Input } from '#components/ui/input/input'
import { Label } from '#components/ui/input/label'
import { Progress } from '#components/ui/feedback/progress'
import { queryOf, refresh } from '#components/shared/loading/queries'
import {
  cancelBackfillContract,
  createBackfillContract,
  listBackfillsContract,
  type BackfillView,
  type ScheduleView,
} from '#lib/contracts/workflows/schedules'
import { call } from '#lib/http/client'
import { ZonedTime } from './zoned-time.tsx'

const words = { running: 'Going on', completed: 'Completed', cancelled: 'Stopped' }

type BackfillProps = { backfill: BackfillView; schedule: ScheduleView; canManage: boolean }

function Backfill({ backfill, schedule, canManage }: BackfillProps) {
  const client = useQueryClient()
  const { id, total, progress, status } = backfill
  const stop = useMutation({
    mutationFn: () => call(cancelBackfillContract, { params: { id: schedule.id, backfillId: id } }),
    onError: (error) => toast.error(error.message),
    onSettled: () => void refresh(client, listBackfillsContract),
  })
  return (
    <li className="space-y-2 rounded-md border p-3 text-sm">
      <div className="flex flex-wrap items-center gap-2">
        <span className="font-medium">{words[status]}</span>
        <span className="text-muted-foreground">
          <ZonedTime at={backfill.from} timeZone={schedule.timeZone} /> to{' '}
          <ZonedTime at={backfill.to} timeZone={schedule.timeZone} />
        </span>
        {status === 'running' && canManage ? (
          <span className="ml-auto">
            <ConfirmButton
              icon={SquareIcon}
              label="Stop"
              about="the backfill"
              title="Stop this backfill?"
              confirm="Stop it"
              keep="Let it go on"
              description="What has not started does not start. Runs that have started go on."
              onConfirm={() => stop.mutate()}
            />
          </span>
        ) : null}
      </div>
      {progress ? (
        <ProgressOfRuns total={total} progress={progress} />
      ) : (
        <p className="text-xs text-muted-foreground tabular-nums">{total} occurrences</p>
      )}
    </li>
  )
}

type RunCounts = NonNullable<BackfillView['progress']>

function ProgressOfRuns({ total, progress }: { total: number; progress: RunCounts }) {
  const ended = progress.completed + progress.failed + progress.cancelled + progress.deleted
  const percent = total === 0 ? 100 : Math.round((ended / total) * 100)
  return (
    <>
      <Progress value={percent} aria-label={`Progress of the backfill: ${ended} of ${total}`} />
      <p className="text-xs text-muted-foreground tabular-nums">
        {ended} of {total} ended: {describeProgress(progress)}
      </p>
    </>
  )
}

/** The numbers of runs by how they ended, and of those that did not end. */
function describeProgress(progress: RunCounts): string {
  const { completed, failed, cancelled, deleted, running, planned } = progress
  const since = deleted > 0 ? `, ${deleted} deleted since` : ''
  const ended = `${completed} completed, ${failed} failed, ${cancelled} cancelled${since}`
  return `${ended} · ${running} running, ${planned} to come`
}

type PanelProps = { schedule: ScheduleView; canManage: boolean }

/** Runs the occurrences of a past period, and shows the progress. */
export function BackfillPanel({ schedule, canManage }: PanelProps) {
  const query = useQuery({
    ...queryOf(listBackfillsContract, { params: { id: schedule.id }, query: { limit: 10 } }),
    refetchInterval: ({ state }) =>
      state.data?.items.some(({ status }) => status === 'running') ? 2000 : false,
  })
  return (
    <section className="space-y-3" aria-labelledby="backfill-title">
      <h3 id="backfill-title" className="text-sm font-semibold">
        Backfill
      </h3>
      {canManage ? <StartBackfill schedule={schedule} /> : null}
      {query.isError ? (
        <LoadFailure
          what="The backfills"
          error={query.error}
          onRetry={() => void query.refetch()}
        />
      ) : null}
      {query.data && query.data.items.length > 0 ? (
        <ul className="space-y-2">
          {query.data.items.map((backfill) => (
            <Backfill
              key={backfill.id}
              backfill={backfill}
              schedule={schedule}
              canManage={canManage}
            />
          ))}
        </ul>
      ) : null}
      {query.data?.items.length === 0 && !canManage ? (
        <p className="text-sm text-muted-foreground">There was none yet.</p>
      ) : null}
    </section>
  )
}

const noPeriod = { from: '', to: '' }

function StartBackfill({ schedule }: { schedule: ScheduleView }) {
  const { id: scheduleId, timeZone } = schedule
  const client = useQueryClient()
  const form = useForm({ defaultValues: noPeriod })
  const typed = useWatch({ control: form.control })
  const start = useMutation({
    mutationFn: (period: { from: string; to: string }) =>
      call(createBackfillContract, { params: { id: scheduleId }, body: period }),
    onSuccess: ({ total }) => {
      toast.success(
        total === 1 ? 'One occurrence is planned.' : `${total} occurrences are planned.`,
      )
      form.reset(noPeriod)
    },
    onError: (error) => showRefusal(form.setError, error, { fields: [], otherwise: 'root' }),
    onSettled: () => void refresh(client, listBackfillsContract),
  })
  const from = instantOfClock(typed.from ?? '', timeZone)
  const to = instantOfClock(typed.to ?? '', timeZone)
  const submit = form.handleSubmit(() => {
    if (from && to) start.mutate({ from, to })
  })
  return (
    <form className="space-y-2" onSubmit={(event) => void submit(event)}>
      <p className="text-xs text-muted-foreground">
        Runs the occurrences of a past period that have no run yet, oldest first and behind all
        other work. Times are those of the schedule, in {zoneName(timeZone)}.
      </p>
      <div className="flex flex-wrap items-end gap-3">
        <Moment label="From" {...form.register('from')} />
        <Moment label="To" min={typed.from || undefined} {...form.register('to')} />
        <Button type="submit" variant="outline" disabled={start.isPending || !from || !to}>
          <HistoryIcon aria-hidden /> {start.isPending ? 'Planning…' : 'Backfill'}
        </Button>
      </div>
      <p role="alert" className="text-xs text-destructive empty:hidden">
        {form.formState.errors.root?.message}
      </p>
    </form>
  )
}

function Moment({ label, ...input }: ComponentProps<typeof Input> & { label: string }) {
  const id = useId()
  return (
    <div className="space-y-1">
      <Label htmlFor={id} className="text-xs">
        {label}
      </Label>
      <Input id={id} type="datetime-local" {...input} />
    </div>
  )
}
