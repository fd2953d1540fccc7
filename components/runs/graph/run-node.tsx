import type { ReactNode } from 'react'
import { StartIcon } from '#components/editor/start/start-icon'
import type { StartKind } from '#components/editor/start/starts-of'
import { TaskStatusBadge, taskStatusLabel } from '#components/shared/display/status'
import { humanName } from '#lib/domain/human-name'
import type { TaskStatus } from '#lib/domain/statuses'
import type { Definition } from '#lib/domain/workflow/definition'
import {
  nodeHeight,
  nodeWidth,
  type DrawnRun,
  type GraphEdge,
  type GraphNode,
} from './run-graph-model.ts'
import type { RunBeginning } from './run-start.ts'

/** The workflow of a run, and which of its steps is chosen. */
export type GraphProps = {
  definition: Definition
  run: DrawnRun & RunBeginning
  selected: string | null
  onSelect(stepId: string): void
}

export type CardProps = {
  title: string
  type: string
  status: TaskStatus | null
  inRuns: boolean
  selected: boolean
  /** Where connections end. */
  children?: ReactNode
}

/** What started the run, above its first steps. */
export function RunStartCard({
  title,
  note,
  kind,
}: {
  title: string
  note: string
  kind: StartKind
}) {
  return (
    <div
      style={{ width: nodeWidth, height: nodeHeight }}
      className="flex items-center gap-2.5 rounded-2xl border border-primary/50 bg-card px-3"
    >
      <StartIcon kind={kind} className="size-5 shrink-0 text-primary" />
      <span className="min-w-0">
        <span className="block truncate text-sm font-medium">{title}</span>
        <span className="block truncate text-xs text-muted-foreground">{note}</span>
      </span>
    </div>
  )
}

/** The frame of a node by the status of its task; `none` for a step without a task. */
const frames: Record<TaskStatus | 'none', string> = {
  none: 'border-dashed border-input text-muted-foreground',
  'waiting-dependencies': 'border-border',
  pending: 'border-sky-500',
  running: 'border-sky-600 ring-2 ring-sky-500/30',
  suspended: 'border-amber-500',
  completed: 'border-emerald-600',
  failed: 'border-red-600',
  skipped: 'border-dashed border-input text-muted-foreground',
  cancelled: 'border-zinc-500 border-dashed',
}

/** A step with the status of its task. */
export function RunNodeCard({ title, type, status, inRuns, selected, children }: CardProps) {
  return (
    <div
      style={{ width: nodeWidth, height: nodeHeight }}
      className={`flex flex-col justify-center gap-1 rounded-lg border-2 bg-card px-3 ${frames[status ?? 'none']} ${selected ? 'outline-2 outline-offset-2 outline-primary' : ''}`}
    >
      {children}
      <span className="truncate text-sm font-medium">{title}</span>
      <span className="flex items-center justify-between gap-2 text-xs text-muted-foreground">
        <span className="truncate">{humanName(type)}</span>
        {status ? <TaskStatusBadge status={status} /> : null}
        {!status && inRuns ? <span className="shrink-0">in its runs</span> : null}
      </span>
    </div>
  )
}

function describeStatus({ status, inRuns }: GraphNode): string {
  if (status) return taskStatusLabel(status)
  return inRuns ? 'done in the runs of its loop' : 'not used'
}

/** The accessible name of a node. */
export const nameOf = (node: GraphNode): string => `${node.title}, ${describeStatus(node)}`

/** The colour of an edge; undefined for the one of the theme. */
export function colourOf({ kind, taken }: GraphEdge): string | undefined {
  if (kind === 'failure') return 'var(--destructive)'
  return taken ? 'var(--primary)' : undefined
}
