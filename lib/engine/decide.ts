import type { Edge } from '#lib/domain/definition'
import { isTerminalTask, type RunStatus, type TaskStatus } from '#lib/domain/statuses'
import type { Plan } from './plan.ts'

/** What deciding needs to know of a task. `key` is the step's id, or `<failed key>!<handler id>` for the task of an on_failure handler. */
export type TaskState = { key: string; stepId: string; status: TaskStatus; via?: string | null | undefined }

export type Decision =
  /** Every incoming edge is settled and one is taken. */
  | { kind: 'ready'; key: string }
  /** Every incoming edge is settled and none is taken. */
  | { kind: 'skip'; key: string }
  /** It only follows what was cancelled, or it follows what failed. */
  | { kind: 'cancel'; key: string }
  /** The task `failed` failed for good and names a handler: make its task. */
  | { kind: 'handle'; key: string; stepId: string; failed: string }
  | Finish

/** Nothing is left to do. `failed` names the task to blame. */
export type Finish = { kind: 'finish'; status: Extract<RunStatus, 'completed' | 'failed' | 'cancelled'>; failed?: string }

/**
 * What happened to a step as its followers see it. `open` is not settled yet; `done` left by `via`; `skipped` was never on the way;
 * `cancelled` was stopped by a person; `failed` failed for good, or follows what did.
 */
type Settled = { as: 'open' | 'skipped' | 'cancelled' | 'failed' } | { as: 'done'; via: string | null }

/**
 * What follows from the tasks as they stand: the whole consequence at once, so that applying the decisions and deciding again decides nothing new.
 * Pure; the graph alone decides, never the order in which things happened.
 *
 * An edge is taken when its source completed and, if the edge names a branch, left by that branch. A step starts when all its edges are settled
 * and at least one is taken (a join); when none is, it is skipped and so are its own edges (dead-path elimination). A cancelled source counts as
 * not taken; a step that nothing but cancelled steps led to is cancelled. Whatever comes after a failure never starts, joins included: a join that
 * waited for two answers must not go on with one because the other failed. Branches that do not meet the failure go on to their end.
 */
export function decide(plan: Plan, tasks: Iterable<TaskState>): Decision[] {
  const byKey = new Map<string, TaskState>()
  for (const task of tasks) byKey.set(task.key, task)
  const decisions: Decision[] = []
  const settled = new Map<string, Settled>()
  let blamed: string | undefined
  let open = false

  /** A failed task, seen through its handler. */
  const handled = (task: TaskState): Settled => {
    const onFailure = plan.steps.get(task.stepId)?.on_failure
    if (!onFailure || !plan.steps.has(onFailure.step) || task.key.split('!').includes(onFailure.step)) return { as: 'failed' }
    const key = `${task.key}!${onFailure.step}`
    const handler = byKey.get(key)
    if (!handler) {
      open = true
      decisions.push({ kind: 'handle', key, stepId: onFailure.step, failed: task.key })
      return { as: 'open' }
    }
    const end = outcome(handler)
    return end.as === 'open' || (end.as === 'done' && onFailure.then === 'continue') ? end : { as: 'failed' }
  }

  const outcomes: Record<TaskStatus, (task: TaskState) => Settled> = {
    'waiting-dependencies': () => ({ as: 'open' }),
    pending: () => ({ as: 'open' }),
    running: () => ({ as: 'open' }),
    suspended: () => ({ as: 'open' }),
    completed: (task) => ({ as: 'done', via: task.via ?? null }),
    skipped: () => ({ as: 'skipped' }),
    cancelled: () => ({ as: 'cancelled' }),
    failed: handled,
  }
  function outcome(task: TaskState): Settled {
    if (!isTerminalTask(task.status)) open = true
    return outcomes[task.status](task)
  }

  for (const step of plan.order) {
    const task = byKey.get(step.id)
    if (!task) continue // a run of an older shape; it has no such step
    const edges = plan.incoming.get(step.id) ?? []
    const sources = edges.map((edge) => ({ edge, source: settled.get(edge.step) ?? { as: 'skipped' } satisfies Settled }))
    if (task.status !== 'waiting-dependencies') {
      const end = outcome(task)
      if (end.as === 'failed') blamed ??= task.key
      // A step cancelled because of a failure before it hands the failure on.
      settled.set(step.id, end.as === 'cancelled' && sources.some(({ source }) => source.as === 'failed') ? { as: 'failed' } : end)
      continue
    }
    const kind = entrance(sources)
    if (kind === 'wait' || kind === 'ready') open = true
    if (kind === 'wait') settled.set(step.id, { as: 'open' })
    else {
      decisions.push({ kind: kind === 'failed' ? 'cancel' : kind, key: step.id })
      settled.set(step.id, { as: ({ ready: 'open', skip: 'skipped', cancel: 'cancelled', failed: 'failed' } as const)[kind] })
    }
  }

  if (!open) decisions.push(finish(plan, byKey, settled, blamed))
  return decisions
}

function entrance(sources: { edge: Edge; source: Settled }[]): 'wait' | 'ready' | 'skip' | 'cancel' | 'failed' {
  if (sources.some(({ source }) => source.as === 'failed')) return 'failed'
  if (sources.some(({ source }) => source.as === 'open')) return 'wait'
  const taken = ({ edge, source }: { edge: Edge; source: Settled }) =>
    source.as === 'done' && (edge.via === undefined || edge.via === source.via)
  if (sources.length === 0 || sources.some(taken)) return 'ready'
  return sources.some(({ source }) => source.as === 'cancelled') ? 'cancel' : 'skip'
}

/** A run with a failure failed; one that was stopped before any of its last steps completed is cancelled; the rest completed. */
function finish(plan: Plan, tasks: Map<string, TaskState>, settled: Map<string, Settled>, failed: string | undefined): Finish {
  if (failed !== undefined) return { kind: 'finish', status: 'failed', failed }
  const cancelled = [...tasks.values()].some((task) => task.status === 'cancelled') || [...settled.values()].some((end) => end.as === 'cancelled')
  const arrived = plan.leaves.some((id) => settled.get(id)?.as === 'done')
  return { kind: 'finish', status: cancelled && !arrived ? 'cancelled' : 'completed' }
}
