/**
 * The pause before the next try, in milliseconds: one second, doubled each time, at most `maxMs`.
 */
export const retryDelay = (failures: number, maxMs = 30_000): number =>
  Math.min(maxMs, 1000 * 2 ** Math.max(0, failures - 1))
