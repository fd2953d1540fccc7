import type { Edge } from '#lib/domain/workflow/definition'
import { isTerminalTask, type RunStatus, type TaskStatus } from '#lib/domain/statuses'
import type { PlannedTask, Plan } from './plan.ts'
import { PositionQueue } from './position-queue.ts'

/**
 * The part of a task that `decide` needs. `key` is the step's id, or `<failed key>!<handler id>`
 * for the task of an on_failure handler.
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
  /** It only follows cancelled tasks, or it follows a failed one. */
  | { kind: 'cancel'; key: string }
  /** The task `failed` failed for good and names a handler: make its task. */
  | { kind: 'handle'; key: string; stepId: string; failed: string }
  | Finish

/** Nothing is left to do. `failed` names the task whose failure is the run's. */
export type Finish = {
  kind: 'finish'
  status: Extract<RunStatus, 'completed' | 'failed' | 'cancelled'>
  failed?: string
}

/**
 * The state of a step as its followers see it. `open` is not settled yet; `done` left by `via`;
 * `skipped` was on no branch that was taken; `cancelled` was stopped by a person; `failed` failed
 * for good, or follows a step that did.
 */
type Settled =
  | { as: 'open' | 'skipped' | 'cancelled' | 'failed' }
  | { as: 'done'; via: string | null }
type Source = { edge: Edge; source: Settled }
/** By the key of the task; the last decision about a task counts. */
type Decisions = Map<string, Decision>

/**
 * What follows from the tasks as they are: all consequences at once, so that applying the decisions
 * and deciding again decides nothing new. Pure: the result depends on the graph and the tasks,
 * never on the order of events.
 *
 * An edge is taken when its source completed and, if the edge names a branch, left by that branch.
 * A step starts when all its edges are settled and at least one is taken (a join); when none is
 * taken, it is skipped and so are its own edges (dead-path elimination). A cancelled source counts
 * as not taken; a step that only cancelled steps led to is cancelled. No step after a failure
 * starts, joins included: a join that waited for two answers must not go on with one because the
 * other failed. Branches that do not meet the failure go on to their end.
 *
 * In a run of a loop's body the items start in order, no more at once than the loop allows. When
 * the loop stops at a failure, nothing of the other items starts or waits any more: only running
 * tasks, and handlers of failures, go on to their end.
 */
export function decide(plan: Plan, tasks: Iterable<TaskState>): Decision[] {
  return new Decider(plan, new Map([...tasks].map((task) => [task.key, task]))).decide()
}

/**
 * `decide` for a run that is being executed: it remembers its decisions and checks only tasks that
 * `touch` named and what follows from them, so that a round costs the same in a run of ten steps
 * and of ten thousand. It returns each decision once, and the end of the run at every call.
 */
export class Decider {
  readonly #plan: Plan
  readonly #tasks: ReadonlyMap<string, TaskState>
  readonly #settled = new Map<string, Settled>()
  readonly #touched = new PositionQueue()
  /** How many places are not settled yet. */
  #open = 0
  /** For a loop's body: how many places of each item are not settled yet. */
  readonly #openOfItem: number[]
  /**
   * The items before this one may start: as many of them as the loop allows have not ended. An item
   * that ended before it could start (a person cancelled its steps) makes room for no other.
   */
  #startable: number
  readonly #failedItems = new Set<number>()

  /** The caller may change `tasks`, and must then call `touch` for each change. */
  constructor(plan: Plan, tasks: ReadonlyMap<string, TaskState>) {
    this.#plan = plan
    this.#tasks = tasks
    this.#openOfItem = (plan.items?.ends ?? []).map(
      (end, item, ends) => end - (ends[item - 1] ?? 0),
    )
    this.#startable = plan.items?.parallel ?? Infinity
    plan.order.forEach((_place, position) => this.#touched.add(position))
  }

  /** The task changed; the key may be that of a handler's task. */
  touch(key: string): void {
    const position = this.#plan.positions.get(key.split('!', 1)[0] ?? key)
    if (position !== undefined) this.#touched.add(position)
  }

  /** The decisions that follow from the changes since the last call. */
  decide(): Decision[] {
    const decisions: Decisions = new Map()
    this.#decideTouched(decisions)
    if (this.#plan.items?.stopAtFailure && this.#failedItems.size > 0) {
      this.#stopOtherItems(decisions)
      this.#decideTouched(decisions)
    }
    return this.#open === 0 ? [...decisions.values(), this.#finish()] : [...decisions.values()]
  }

  /**
   * Followers have higher positions than their sources, so each is decided after all its sources.
   */
  #decideTouched(decisions: Decisions): void {
    for (
      let position = this.#touched.take();
      position !== undefined;
      position = this.#touched.take()
    )
      this.#decideAt(position, decisions)
  }

  /**
   * Cancels everything that is not running in items that did not fail, also tasks that were about
   * to start.
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
      // A step that was cancelled because of a failure before it passes the failure on.
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
    this.#settle(position, { as: settledAs[kind] })
  }

  #sourcesOf(key: string): Source[] {
    return (this.#plan.incoming.get(key) ?? []).map((edge) => ({
      edge,
      source: this.#settled.get(edge.step) ?? { as: 'skipped' },
    }))
  }

  /** Whether the item must wait, because as many items as the loop allows are under way. */
  #mustQueue({ item }: PlannedTask, sources: Source[]): boolean {
    return item !== undefined && sources.length === 0 && item >= this.#startable
  }

  /** How a started task settles; a failed one settles as its handler does. */
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

  /** When an item that could start ends, the next one that has not ended may start. */
  #settleItem(item: number, end: Settled, status: TaskStatus | undefined): void {
    if (end.as === 'failed' && status === 'failed') this.#failedItems.add(item)
    this.#openOfItem[item] = (this.#openOfItem[item] ?? 0) - 1
    if (this.#openOfItem[item] !== 0 || item >= this.#startable) return
    while (this.#openOfItem[this.#startable] === 0) this.#startable++
    this.#touchItem(this.#startable++)
  }

  #touchItem(item: number): void {
    const { order, items, incoming } = this.#plan
    for (let position = items?.ends[item - 1] ?? 0; position < (items?.ends[item] ?? 0); position++)
      if ((incoming.get(order[position]?.key ?? '') ?? []).length === 0) this.#touched.add(position)
  }

  /**
   * A run with a failure has failed. Without one, it is cancelled when something was cancelled and
   * none of its last steps completed; otherwise it completed.
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

type Entrance = 'wait' | 'ready' | 'skip' | 'cancel' | 'failed'

/** How a task that has not started settles. */
const settledAs = {
  wait: 'open',
  ready: 'open',
  skip: 'skipped',
  cancel: 'cancelled',
  failed: 'failed',
} as const satisfies Record<Entrance, Settled['as']>

/** Whether a task may start, by its incoming edges; `failed` when it follows a failure. */
function entrance(sources: Source[]): Entrance {
  if (sources.some(({ source }) => source.as === 'failed')) return 'failed'
  if (sources.some(({ source }) => source.as === 'open')) return 'wait'
  const taken = ({ edge, source }: Source) =>
    source.as === 'done' && (edge.via === undefined || edge.via === source.via)
  if (sources.length === 0 || sources.some(taken)) return 'ready'
  return sources.some(({ source }) => source.as === 'cancelled') ? 'cancel' : 'skip'
}
