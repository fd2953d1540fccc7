/**
 * The one list of statuses. It feeds the Postgres checks, the API schemas and the badges.
 *
 * A task begins as `waiting-dependencies`, becomes `pending` when its incoming edges are settled
 * and one is taken, `running` while a worker has it, and ends `completed`, `failed`, `skipped` (no
 * incoming edge was taken) or `cancelled`. `suspended` means that it waits for the outside (a
 * person, a time, an answer) and goes back to `pending` when it is there. Terminal statuses are
 * written once and never change.
 */
export const taskStatuses = [
  'waiting-dependencies',
  'pending',
  'running',
  'suspended',
  'completed',
  'failed',
  'skipped',
  'cancelled',
] as const
export type TaskStatus = (typeof taskStatuses)[number]

export const runStatuses = ['running', 'suspended', 'completed', 'failed', 'cancelled'] as const
export type RunStatus = (typeof runStatuses)[number]

const terminalTask: Record<TaskStatus, boolean> = {
  'waiting-dependencies': false,
  pending: false,
  running: false,
  suspended: false,
  completed: true,
  failed: true,
  skipped: true,
  cancelled: true,
}
export const isTerminalTask = (status: TaskStatus): boolean => terminalTask[status]

const terminalRun: Record<RunStatus, boolean> = {
  running: false,
  suspended: false,
  completed: true,
  failed: true,
  cancelled: true,
}
export const isTerminalRun = (status: RunStatus): boolean => terminalRun[status]

/**
 * What started a run; `parent` is a step of another run, `mail` and `fax` are received ones, and
 * `webhook` is what another system posted.
 */
export const runTriggers = [
  'manual',
  'form',
  'api',
  'schedule',
  'retry',
  'parent',
  'mail',
  'fax',
  'webhook',
] as const
export type RunTrigger = (typeof runTriggers)[number]

/**
 * The effect of a step's execution on the outside world. It decides what happens after a crash (see
 * lib/engine/README.md).
 */
export const effects = ['pure', 'read', 'idempotent', 'unsafe'] as const
export type Effect = (typeof effects)[number]

/** Kinds of named connections. Each has a folder under lib/integrations. */
export const connectionKinds = [
  'emr',
  'homecare',
  'billing',
  'bank',
  'directory',
  'warehouse',
  'clearinghouse',
  'hie',
  'payer-docs',
  'letters',
  'model',
  'sms',
  'fax',
  'web',
] as const
export type ConnectionKind = (typeof connectionKinds)[number]

/** The roles that every organization has. It may add custom ones (table `roles`). */
export const builtInRoles = ['owner', 'builder', 'worker', 'auditor', 'viewer'] as const
export type BuiltInRole = (typeof builtInRoles)[number]

export const isBuiltInRole = (role: string): role is BuiltInRole =>
  (builtInRoles as readonly string[]).includes(role)

export { builtInRoles as memberRoles, type BuiltInRole as MemberRole }
