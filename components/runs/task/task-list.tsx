'use client'

import type { RunPageTask } from '#lib/contracts/runs/runs'
import { formatExact } from '#components/shared/display/format'
import { humanName } from '#lib/domain/human-name'
import { shownStatus } from '#lib/domain/run/was-given'
import { itemOf } from './loop-items.ts'
import { TaskStatusBadge } from '#components/shared/display/status'

/** The tasks as a list, which says in words what the drawing shows. */
export function TaskList({
  tasks,
  selected,
  onSelect,
}: {
  tasks: RunPageTask[]
  selected: string | null
  onSelect(key: string): void
}) {
  return (
    <ol className="divide-y" aria-label="Tasks of the run">
      {tasks.map((task) => (
        <li key={task.id}>
          <button
            type="button"
            onClick={() => onSelect(task.key)}
            aria-pressed={selected === task.key}
            className="flex w-full flex-wrap items-center gap-3 px-4 py-2.5 text-left text-sm outline-none hover:bg-accent focus-visible:ring-2 focus-visible:ring-ring focus-visible:ring-inset aria-pressed:bg-accent"
          >
            <span className="min-w-0 flex-1 basis-40 truncate font-medium">
              {task.title}
              {itemOf(task.key) === null ? '' : ` · item ${Number(itemOf(task.key)) + 1}`}
            </span>
            <span className="text-muted-foreground">{humanName(task.stepType)}</span>
            <TaskStatusBadge status={shownStatus(task)} />
            <span className="sm:w-48 sm:text-right text-muted-foreground tabular-nums">
              {task.finishedAt ? formatExact(task.finishedAt) : '—'}
            </span>
          </button>
        </li>
      ))}
    </ol>
  )
}
