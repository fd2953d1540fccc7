/**
 * What happens with occurrences that came due while nothing ran: none, only the last one, or all up
 * to a number are started.
 */
export const missedPolicies = ['skip', 'latest', 'all'] as const
export type MissedPolicy = (typeof missedPolicies)[number]

/**
 * What happens when an occurrence is due while a run of this schedule is active: both run, the
 * occurrence is skipped, or it waits for the run.
 */
export const overlapPolicies = ['allow', 'skip', 'queue'] as const
export type OverlapPolicy = (typeof overlapPolicies)[number]

/**
 * What happens with an occurrence on a day on which nobody works: it runs all the same, it is left
 * out, or it moves to the next working day or to the one before, at the same time of day.
 */
export const daysOffPolicies = ['run', 'skip', 'next', 'previous'] as const
export type DaysOffPolicy = (typeof daysOffPolicies)[number]

/**
 * `planned` waits in a backfill, `queued` for the run before it; `started` has its run; `skipped`
 * (overlap, paused workflow), `missed` (nothing ran) and `failed` (it could not start) have a
 * `reason`; `cancelled` belongs to a backfill that was stopped.
 */
export const occurrenceStatuses = [
  'planned',
  'queued',
  'started',
  'skipped',
  'missed',
  'failed',
  'cancelled',
] as const
export type OccurrenceStatus = (typeof occurrenceStatuses)[number]

export const occurrenceKinds = ['scheduled', 'run-now', 'backfill'] as const
export type OccurrenceKind = (typeof occurrenceKinds)[number]

export const backfillStatuses = ['running', 'completed', 'cancelled'] as const
export type BackfillStatus = (typeof backfillStatuses)[number]
