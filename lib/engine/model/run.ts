import type { Definition } from '#lib/domain/workflow/definition'
import type { CaseName } from '#lib/domain/run/case-name'
import type { LoopRun } from '#lib/domain/run/loop-run'
import type { Failure, LogLine } from '#lib/domain/run/run'
import type { TaskState } from '#lib/domain/run/task-state'
import type { Effect, RunStatus, RunTrigger, TaskStatus } from '#lib/domain/statuses'

/**
 * Whether a new run has a place among those of its workflow (`taken`), waits for one (`waiting`),
 * or needs none (null: the workflow has no limit).
 */
export type Slot = 'taken' | 'waiting' | null

/** The reader of a run, for the audit entry. */
export type RunReader = {
  actorKind: string
  actorId: string
  actorName: string
  requestId: string | null
}

/** An audit entry that is written by the same statement as its run. */
export type StartAudit = {
  actorKind: string
  actorId: string
  actorName: string
  action: string
  details: object
  requestId: string | null
}

/**
 * The `Idempotency-Key` of a start. It is written with the run, so neither is there without the
 * other.
 */
export type StartKey = {
  id: string
  /** The scope of the key. */
  operation: string
  key: string
  fingerprint: string
  /** ISO 8601. */
  expiresAt: string
  /** What a repeated request is answered. */
  answer: unknown
}

/** What the start of a run needs besides the fields of `LeasedRun`. */
export type RunStart = CaseName & {
  /** Set when the start named the workflow by its slug, which it must still have. */
  slug: string | null
  startedBy: string
  startedByUserId: string | null
  audit: StartAudit
  key: StartKey | null
}

/** A run as the worker with its lease knows it. */
export type LeasedRun = {
  id: string
  organizationId: string
  workflowId: string
  workflowName: string
  organizationTimeZone: string
  versionId: string | null
  draftDefinition: Definition | null
  trigger: RunTrigger
  startData: unknown
  createdAt: Date
  /** The instant that a schedule planned the run for. */
  plannedAt: Date | null
  /**
   * False until the first commit of a turn that started from a snapshot takes the lease
   * (run-snapshot.ts); `epoch` is then that of the last lease.
   */
  leased: boolean
  /** Its tasks have no rows yet: the first commit writes all of them. */
  unwritten: boolean
  /**
   * Set for a run that was handed over to this worker, until the first commit writes the run's row.
   */
  start: RunStart | null
  /** A task of another run waits for its end. */
  isChild: boolean
  /** A worker died while it had this run, which may have killed it. */
  suspect: boolean
  /** Its workflow limits how many of its runs are active at once. */
  limited: boolean
  epoch: number
  revision: number
  /** Sub-workflows around this run. */
  depth: number
  /** It reaches sandbox connections only, and so do its child runs. */
  sandbox: boolean
  /**
   * It began before the installation was restored from a backup, and what it called after that is
   * not known: each call waits for a person's answer. So do those of its child runs.
   */
  held: boolean
  /** How long it worked in earlier turns. */
  activeMs: number
  /**
   * Set for a run of a loop's body; its start data, instant, trigger and draft are then those of
   * the run with the id `scopeId`.
   */
  loop: LoopRun | null
  scopeId: string
}

export type TaskRow = {
  id: string
  key: string
  stepId: string
  handlesStepId: string | null
  status: TaskStatus
  attempt: number
  effect: Effect
  via: string | null
  error: Failure | null
  state: TaskState | null
  dueAt: Date | null
  resuming: boolean
  startedAt: Date | null
  finishedAt: Date | null
  /** The input of the task; null until its config is computed, and for tasks that have ended. */
  input: unknown
}

/** A task as it is after a commit. Large values are written only when they are set. */
export type TaskWrite = TaskRow & {
  output?: { value: unknown }
  childrenLeft?: number
  logs: LogLine[]
}

export type NewTask = TaskWrite & { stepType: string; title: string; priority: number }

export type Commit = {
  changed: TaskWrite[]
  added: NewTask[]
  children: ChildRow[]
  run?: {
    status: RunStatus
    output?: unknown
    error?: Failure
    /** How long the run worked in this turn. */
    activeMs: number
    /** Give the lease back; when `wakeAt` is set, queue the next turn. */
    wakeAt?: Date | undefined
    /** Instead, queue the next turn for the workers with one of these labels, and for no others. */
    waitsForLabels?: string[] | undefined
  }
  mail?:
    | { id: string; key: string; recipients: string[]; subject: string; text: string }
    | undefined
  /**
   * The async results that the run's tasks wait for. Another turn is queued unless all of them are
   * certainly still pending.
   */
  awaited?: string[]
  /** The name that a step gave to the run. */
  named?: CaseName | undefined
  /** The caller that waits for the end learns it in another way, so watchers are not notified. */
  quiet?: boolean
  /** The caller that waits to read the ended run; only with a commit that ends it. */
  reader?: RunReader | undefined
}

/** The part of a commit that is not about tasks. */
export type Ending = Pick<Commit, 'run' | 'mail'>

/** A child run as it is written; its tasks are made by its first turn. */
export type ChildRow = {
  id: string
  taskId: string
  attempt: number
  index: number
  workflowId: string
  versionId: string | null
  startData: unknown
  depth: number
  scopeRunId: string | null
  loop: LoopRun | null
  createdAt: Date
} & CaseName

/** What a run has that nobody has leased or written yet. */
export const unstarted = {
  draftDefinition: null,
  plannedAt: null,
  leased: false,
  start: null,
  isChild: false,
  suspect: false,
  limited: false,
  epoch: 0,
  revision: 0,
  depth: 0,
  sandbox: false,
  held: false,
  activeMs: 0,
  loop: null,
} satisfies Partial<LeasedRun>
