'use client'

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { HistoryIcon, SquareIcon } from 'lucide-react'
import { useState } from 'react'
import { toast } from 'sonner'
import { LoadFailure } from '#components/shared/load-failure'
import { ConfirmButton } from '#components/shared/confirm-button'
import { Button } from '#components/ui/button'
import { Input } from '#components/ui/input'
import { Label } from '#components/ui/label'
import { Progress } from '#components/ui/progress'
import { queryOf, refresh } from '#components/shared/queries'
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

function Backfill({
  backfill,
  schedule,
  canManage,
}: {
  backfill: BackfillView
  schedule: ScheduleView
  canManage: boolean
}) {
  const client = useQueryClient()
  const { id, total, progress, status } = backfill
  const ended = progress.completed + progress.failed + progress.cancelled + progress.deleted
  const percent = total === 0 ? 100 : Math.round((ended / total) * 100)
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
      <Progress value={percent} aria-label={`Progress of the backfill: ${ended} of ${total}`} />
      <p className="text-xs text-muted-foreground tabular-nums">
        {ended} of {total} ended: {progress.completed} completed, {progress.failed} failed,{' '}
        {progress.cancelled} cancelled
        {progress.deleted > 0 ? `, ${progress.deleted} deleted since` : ''} · {progress.running}{' '}
        running, {progress.planned} to come
      </p>
    </li>
  )
}

function isoOf(local: string): string | undefined {
  const date = new Date(local)
  return Number.isNaN(date.getTime()) ? undefined : date.toISOString()
}

/** Makes up for a period in the past, and shows how far that is. */
export function BackfillPanel({
  schedule,
  canManage,
}: {
  schedule: ScheduleView
  canManage: boolean
}) {
  const client = useQueryClient()
  const [from, setFrom] = useState('')
  const [to, setTo] = useState('')
  const query = useQuery({
    ...queryOf(listBackfillsContract, { params: { id: schedule.id }, query: { limit: 10 } }),
    refetchInterval: ({ state }) =>
      state.data?.items.some(({ status }) => status === 'running') ? 2000 : false,
  })
  const start = useMutation({
    mutationFn: (period: { from: string; to: string }) =>
      call(createBackfillContract, { params: { id: schedule.id }, body: period }),
    onSuccess: ({ total }) => {
      toast.success(
        total === 1 ? 'One occurrence is planned.' : `${total} occurrences are planned.`,
      )
      setFrom('')
      setTo('')
    },
    onSettled: () => void refresh(client, listBackfillsContract),
  })
  const period = { from: isoOf(from), to: isoOf(to) }
  return (
    <section className="space-y-3" aria-labelledby="backfill-title">
      <h3 id="backfill-title" className="text-sm font-semibold">
        Backfill
      </h3>
      {canManage ? (
        <form
          className="space-y-2"
          onSubmit={(event) => {
            event.preventDefault()
            if (period.from && period.to) start.mutate({ from: period.from, to: period.to })
          }}
        >
          <p className="text-xs text-muted-foreground">
            Runs the occurrences of a past period that have no run yet, oldest first and behind all
            other work. Times are those where you are.
          </p>
          <div className="flex flex-wrap items-end gap-3">
            <div className="space-y-1">
              <Label htmlFor="backfill-from" className="text-xs">
                From
              </Label>
              <Input
                id="backfill-from"
                type="datetime-local"
                value={from}
                onChange={(event) => setFrom(event.target.value)}
              />
            </div>
            <div className="space-y-1">
              <Label htmlFor="backfill-to" className="text-xs">
                To
              </Label>
              <Input
                id="backfill-to"
                type="datetime-local"
                value={to}
                min={from || undefined}
                onChange={(event) => setTo(event.target.value)}
              />
            </div>
            <Button
              type="submit"
              variant="outline"
              disabled={start.isPending || !period.from || !period.to}
            >
              <HistoryIcon aria-hidden /> {start.isPending ? 'Planning…' : 'Backfill'}
            </Button>
          </div>
          <p role="alert" className="text-xs text-destructive empty:hidden">
            {start.error?.message}
          </p>
        </form>
      ) : null}
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
