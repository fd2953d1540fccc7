import { formatDuration } from '#components/shared/display/format'
import type { RunNumbers } from '#lib/contracts/service/home'

const seconds = (value: number | null): string =>
  value === null ? '—' : formatDuration(value * 1000)

function Figure({ label, value, note }: { label: string; value: string; note: string }) {
  return (
    <div className="rounded-lg border bg-card px-4 py-3 shadow-xs">
      <dt className="text-sm text-muted-foreground">{label}</dt>
      <dd className="mt-1 text-xl font-semibold tabular-nums">{value}</dd>
      <dd className="text-xs text-muted-foreground">{note}</dd>
    </div>
  )
}

/** How long runs take and whether tasks pile up. */
export function Pace({ duration, queue }: Pick<RunNumbers, 'duration' | 'queue'>) {
  const week =
    duration.runs === 0 ? 'no run completed in 7 days' : `${duration.runs} completed in 7 days`
  return (
    <dl className="grid grid-cols-2 gap-3 lg:grid-cols-4">
      <Figure label="Median duration" value={seconds(duration.medianSeconds)} note={week} />
      <Figure
        label="p95 duration"
        value={seconds(duration.p95Seconds)}
        note="19 of 20 are faster"
      />
      <Figure
        label="Tasks in the queue"
        value={queue.pending.toLocaleString('en-US')}
        note="ready for a worker"
      />
      <Figure
        label="Oldest in the queue"
        value={seconds(queue.oldestSeconds)}
        note={queue.oldestSeconds === null ? 'nothing waits' : 'waiting for a worker'}
      />
    </dl>
  )
}
