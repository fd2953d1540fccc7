/** A request that gets no processor may take this many times its time by the clock. */
const starved = 10
const mostStarvedMs = 5 * 60_000

/** The time by the clock after which a request ends, even if it got little CPU. */
export const longestMs = (timeoutMs: number): number =>
  Math.min(timeoutMs * starved, timeoutMs + mostStarvedMs)

/**
 * Whether a request has used its time. It is measured in CPU: on a busy machine, or one that was
 * suspended, a harmless request takes long by the clock, and ending it would fail a run without
 * cause. By the clock only when the CPU is unknown. All in milliseconds.
 */
export function isOver(
  { ageMs, cpuMs = ageMs }: { ageMs: number; cpuMs: number | undefined },
  timeoutMs: number,
): boolean {
  return ageMs >= timeoutMs && (cpuMs >= timeoutMs || ageMs >= longestMs(timeoutMs))
}

/** The CPU that this process has used since its start, in milliseconds, with all its threads. */
export function usedCpuMs(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}
