import type { Edge } from '#lib/domain/workflow/definition'
import { isTerminalTask, type RunStatus, type TaskStatus } from '#lib/domain/statuses'
import type { PlannedTask, Plan } from './plan.ts'
import { PositionQueue } from './position-queue.ts'

/**
 * What deciding needs to know of a task. `key` is the step's id, or `<failed key>!<handler id>` for
 * the task of an on_failure handler.
 */
export type TaskState = {
  key: string
  stepId: string
  status: TaskStatus
  via?: string | null | undefined
}

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
export type Finish = {
  kind: 'finish'
  status: Extract<RunStatus, 'completed' | 'failed' | 'cancelled'>
  failed?: string
}

/**
 * What happened to a step as its followers see it. `open` is not settled yet; `done` left by `via`;
 * `skipped` was never on the way; `cancelled` was stopped by a person; `failed` failed for good, or
 * follows what did.
 */
type Settled =
  | { as: 'open' | 'skipped' | 'cancelled' | 'failed' }
  | { as: 'done'; via: string | null }
type Source = { edge: Edge; source: Settled }
/** By the key of the task: what is decided of it last counts. */
type Decisions = Map<string, Decision>

/**
 * What follows from the tasks as they stand: the whole consequence at once, so that applying the
 * decisions and deciding again decides nothing new. Pure; the graph alone decides, never the order
 * in which things happened.
 *
 * An edge is taken when its source completed and, if the edge names a branch, left by that branch.
 * A step starts when all its edges are settled and at least one is taken (a join); when none is, it
 * is skipped and so are its own edges (dead-path elimination). A cancelled source counts as not
 * taken; a step that nothing but cancelled steps led to is cancelled. Whatever comes after a
 * failure never starts, joins included: a join that waited for two answers must not go on with one
 * because the other failed. Branches that do not meet the failure go on to their end.
 *
 * In a run of a loop's body the items begin in order, no more at once than the loop allows. When
 * the loop stops at a failure, nothing of the other items begins or waits any more: only what runs,
 * and what handles a failure, comes to its end.
 */
export function decide(plan: Plan, tasks: Iterable<TaskState>): Decision[] {
  return new Decider(plan, new Map([...tasks].map((task) => [task.key, task]))).decide()
}

/**
 * `decide` for a run that is being played: it remembers what it decided, and looks only at what
 * `touch` named and what that led to, so that a round costs the same in a run of ten steps and of
 * ten thousand. Each decision is told once; the end of the run as often as it is asked for.
 */
export class Decider {
  readonly #plan: Plan
  readonly #tasks: ReadonlyMap<string, TaskState>
  readonly #settled = new Map<string, Settled>()
  readonly #touched = new PositionQueue()
  /** Places that are not settled yet. */
  #open = 0
  /**
   * Of a loop's body: places of each item that are not settled yet, how many items have ended, and
   * which failed.
   */
  readonly #openOfItem: number[]
  #ended = 0
  readonly #failedItems = new Set<number>()

  /** `tasks` may change; then `touch` has to name what changed. */
  constructor(plan: Plan, tasks: ReadonlyMap<string, TaskState>) {
    this.#plan = plan
    this.#tasks = tasks
    this.#openOfItem = (plan.items?.ends ?? []).map(
      (end, item, ends) => end - (ends[item - 1] ?? 0),
    )
    plan.order.forEach((_place, position) => this.#touched.add(position))
  }

  /** The task changed; the key may be that of a handler's task. */
  touch(key: string): void {
    const position = this.#plan.positions.get(key.split('!', 1)[0] ?? key)
    if (position !== undefined) this.#touched.add(position)
  }

  /** What follows from the changes since it was asked last. */
  decide(): Decision[] {
    const decisions: Decisions = new Map()
    this.#decideTouched(decisions)
    if (this.#plan.items?.stopAtFailure && this.#failedItems.size > 0) {
      this.#stopOtherItems(decisions)
      this.#decideTouched(decisions)
    }
    return this.#open === 0 ? [...decisions.values(), this.#finish()] : [...decisions.values()]
  }

  /** Followers stand after what they follow, so each is looked at after all that it rests on. */
  #decideTouched(decisions: Decisions): void {
    for (
      let position = this.#touched.take();
      position !== undefined;
      position = this.#touched.take()
    )
      this.#decideAt(position, decisions)
  }

  /**
   * Whatever of an item that did not fail itself is not at work is cancelled, also what was to
   * begin just now.
   */
  #stopOtherItems(decisions: Decisions): void {
    this.#plan.order.forEach(({ key, item }, position) => {
      const status = this.#tasks.get(key)?.status
      if (
        item === undefined ||
        this.#failedItems.has(item) ||
        this.#settled.get(key)?.as !== 'open'
      )
        return
      if (status !== 'waiting-dependencies' && status !== 'pending' && status !== 'suspended')
        return
      decisions.set(key, { kind: 'cancel', key })
      this.#settle(position, { as: 'failed' })
    })
  }

  #decideAt(position: number, decisions: Decisions): void {
    const place = this.#plan.order[position]
    const task = place && this.#tasks.get(place.key)
    if (!place || !task || decisions.get(place.key)?.kind === 'cancel') return
    const sources = this.#sourcesOf(place.key)
    if (task.status !== 'waiting-dependencies') {
      const end = this.#outcome(task, decisions)
      // A step cancelled because of a failure before it hands the failure on.
      return this.#settle(
        position,
        end.as === 'cancelled' && sources.some(({ source }) => source.as === 'failed')
          ? { as: 'failed' }
          : end,
      )
    }
    const kind = this.#mustQueue(place, sources) ? 'wait' : entrance(sources)
    if (kind !== 'wait')
      decisions.set(place.key, { kind: kind === 'failed' ? 'cancel' : kind, key: place.key })
    this.#settle(position, {
      as: (
        {
          wait: 'open',
          ready: 'open',
          skip: 'skipped',
          cancel: 'cancelled',
          failed: 'failed',
        } as const
      )[kind],
    })
  }

  #sourcesOf(key: string): Source[] {
    return (this.#plan.incoming.get(key) ?? []).map((edge) => ({
      edge,
      source: this.#settled.get(edge.step) ?? { as: 'skipped' },
    }))
  }

  /** The item may not begin yet, because as many as may be are under way. */
  #mustQueue({ item }: PlannedTask, sources: Source[]): boolean {
    return (
      item !== undefined &&
      sources.length === 0 &&
      item >= this.#ended + (this.#plan.items?.parallel ?? Infinity)
    )
  }

  /** What becomes of a task that has begun, a failed one seen through its handler. */
  #outcome(task: TaskState, decisions: Decisions): Settled {
    if (!isTerminalTask(task.status)) return { as: 'open' }
    if (task.status === 'completed') return { as: 'done', via: task.via ?? null }
    if (task.status !== 'failed') return { as: task.status === 'skipped' ? 'skipped' : 'cancelled' }
    const onFailure = this.#plan.steps.get(task.stepId)?.on_failure
    if (
      !onFailure ||
      !this.#plan.steps.has(onFailure.step) ||
      task.key.split('!').includes(onFailure.step)
    )
      return { as: 'failed' }
    const key = `${task.key}!${onFailure.step}`
    const handler = this.#tasks.get(key)
    if (!handler) {
      decisions.set(key, { kind: 'handle', key, stepId: onFailure.step, failed: task.key })
      return { as: 'open' }
    }
    const end = this.#outcome(handler, decisions)
    return end.as === 'open' || (end.as === 'done' && onFailure.then === 'continue')
      ? end
      : { as: 'failed' }
  }

  #settle(position: number, end: Settled): void {
    const { key, item } = this.#plan.order[position] ?? { key: '' }
    const before = this.#settled.get(key)
    if (before?.as === end.as) return
    this.#settled.set(key, end)
    if (end.as === 'open') this.#open += 1
    else if (before?.as === 'open') this.#open -= 1
    for (const follower of this.#plan.followers.get(key) ?? []) this.#touched.add(follower)
    if (item !== undefined && end.as !== 'open' && (before === undefined || before.as === 'open'))
      this.#settleItem(item, end, this.#tasks.get(key)?.status)
  }

  /** An item that ended makes room for the next. */
  #settleItem(item: number, end: Settled, status: TaskStatus | undefined): void {
    const { items } = this.#plan
    if (!items) return
    if (end.as === 'failed' && status === 'failed') this.#failedItems.add(item)
    this.#openOfItem[item] = (this.#openOfItem[item] ?? 0) - 1
    if (this.#openOfItem[item] === 0) this.#touchItem(this.#ended++ + items.parallel)
  }

  #touchItem(item: number): void {
    const { order, items, incoming } = this.#plan
    for (let position = items?.ends[item - 1] ?? 0; position < (items?.ends[item] ?? 0); position++)
      if ((incoming.get(order[position]?.key ?? '') ?? []).length === 0) this.#touched.add(position)
  }

  /**
   * A run with a failure failed; one that was stopped before any of its last steps completed is
   * cancelled; the rest completed.
   */
  #finish(): Finish {
    const failed = this.#plan.order.find(
      ({ key }) =>
        this.#settled.get(key)?.as === 'failed' && this.#tasks.get(key)?.status === 'failed',
    )?.key
    if (failed !== undefined) return { kind: 'finish', status: 'failed', failed }
    const cancelled =
      [...this.#tasks.values()].some((task) => task.status === 'cancelled') ||
      [...this.#settled.values()].some((end) => end.as === 'cancelled')
    const arrived = this.#plan.leaves.some((key) => this.#settled.get(key)?.as === 'done')
    return { kind: 'finish', status: cancelled && !arrived ? 'cancelled' : 'completed' }
  }
}

function entrance(sources: Source[]): 'wait' | 'ready' | 'skip' | 'cancel' | 'failed' {
  if (sources.some(({ source }) => source.as === 'failed')) return 'failed'
  if (sources.some(({ source }) => source.as === 'open')) return 'wait'
  const taken = ({ edge, source }: Source) =>
    source.as === 'done' && (edge.via === undefined || edge.via === source.via)
  if (sources.length === 0 || sources.some(taken)) return 'ready'
  return sources.some(({ source }) => source.as === 'cancelled') ? 'cancel' : 'skip'
}
