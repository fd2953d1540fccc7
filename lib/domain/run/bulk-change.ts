/** How many screens one request changes. */
export const maxBulk = 5000

/** Why a screen of many is left as it is. */
export const skipReasons = [
  'closed',
  'of-somebody-else',
  'assignee-may-not',
  'unchanged',
  'failed',
] as const
export type SkipReason = (typeof skipReasons)[number]
