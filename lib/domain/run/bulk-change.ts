/** How many screens one request changes. */
export const maxBulk = 5000

/** How long an act on many can be undone, in minutes. */
export const undoMinutes = 15

/** Why a screen of many is left as it is. */
export const skipReasons = [
  'closed',
  'of-somebody-else',
  'assignee-may-not',
  'unchanged',
  'changed-since',
  'failed',
] as const
export type SkipReason = (typeof skipReasons)[number]
