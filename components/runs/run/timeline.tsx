'use client'

import { useEffect, useState } from 'react'
import type { RunPage } from '#lib/contracts/runs/runs'
import type { TaskStatus } from '#lib/domain/statuses'
import { formatDuration } from '#components/shared/display/format'
import { itemOf } from '../task/loop-items.ts'
import { taskStatusLabel } from '#components/shared/display/status'
import { timelineBars } from './timeline-bars.ts'
import { usePageNow } from '#components/shared/display/use-page-now'

const colours: Partial<Record<TaskStatus, string>> = {
  completed: 'bg-emerald-600',
  failed: 'bg-red-600',
  suspended: 'bg-amber-500',
  running: 'bg-sky-600',
  pending: 'bg-sky-400',
}

/** When each task ran, as bars on the run's time; waiting counts as part of a task. */
export function Timeline({
  run,
  selected,
  onSelect,
}: {
  run: RunPage
  selected: string | null
  onSelect(key: string): void
}) {
  const [now, setNow] = useState(usePageNow())
  useEffect(() => {
    if (run.finishedAt) return
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [run.finishedAt])
  const { bars, totalMs } = timelineBars(run.tasks, run.createdAt, run.finishedAt, now)
  if (bars.length === 0)
    return <p className="p-4 text-sm text-muted-foreground">No task has started yet.</p>
  return (
    <div className="space-y-2 overflow-x-auto p-4">
      <ol className="min-w-96 space-y-1" aria-label="Timeline of the tasks">
        {bars.map(({ task, offset, width, ms }) => (
          <li key={task.id}>
            <button
              type="button"
              onClick={() => onSelect(task.key)}
              aria-pressed={selected === task.key}
              className="grid w-full grid-cols-[minmax(8rem,14rem)_1fr_6.5rem] items-center gap-3 rounded px-2 py-1 text-left text-sm outline-none hover:bg-accent focus-visible:ring-2 focus-visible:ring-ring aria-pressed:bg-accent"
            >
              <span className="truncate">
                {task.title}
                {itemOf(task.key) === null ? '' : ` · item ${Number(itemOf(task.key)) + 1}`}
                <span className="sr-only">, {taskStatusLabel(task.status)}</span>
              </span>
              <span className="relative h-3 rounded bg-muted" title={taskStatusLabel(task.status)}>
                <span
                  className={`absolute inset-y-0 rounded ${colours[task.status] ?? 'bg-zinc-500'}`}
                  style={{
                    left: `${Math.min(offset, 99.6)}%`,
                    width: `${Math.min(width, 100 - Math.min(offset, 99.6))}%`,
                  }}
                />
              </span>
              <span className="text-right whitespace-nowrap text-muted-foreground tabular-nums">
                {formatDuration(ms)}
              </span>
            </button>
          </li>
        ))}
      </ol>
      <p className="text-right text-sm text-muted-foreground">
        The whole run: {formatDuration(totalMs)}
      </p>
    </div>
  )
}
