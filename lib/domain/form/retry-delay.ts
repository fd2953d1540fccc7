/**
 * How long to wait before the next try, in milliseconds: one second, doubled each time, at most
 * `mostMs`.
 */
export const retryDelay = (failures: number, mostMs = 30_000): number =>
  Math.min(mostMs, 1000 * 2 ** Math.max(0, failures - 1))
