/**
 * What happens with occurrences that came due while nothing ran: nothing, the last one is made up
 * for, or all of them up to a number.
 */
export const missedPolicies = ['skip', 'latest', 'all'] as const
export type MissedPolicy = (typeof missedPolicies)[number]

/**
 * What happens when an occurrence is due while a run that this schedule started is not finished:
 * both run, it is left out, or it waits for its turn.
 */
export const overlapPolicies = ['allow', 'skip', 'queue'] as const
export type OverlapPolicy = (typeof overlapPolicies)[number]

/**
 * `planned` waits in a backfill, `queued` for the run before it; `started` has its run; `skipped`
 * (overlap, paused workflow), `missed` (nothing ran) and `failed` (it could not start) say why in
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
