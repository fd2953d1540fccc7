/** A new letter is looked at no sooner than this. */
export const firstLookSeconds = 5
const longestSeconds = 6 * 3600

/**
 * Seconds until a worker looks again: soon after news, then twice as long each time, and every six
 * hours at last. Mail moves in days.
 */
export const lookAgainSeconds = (lookAfterSeconds: number, looks: number): number =>
  Math.min(longestSeconds, Math.max(firstLookSeconds, lookAfterSeconds) * 2 ** Math.min(looks, 20))
