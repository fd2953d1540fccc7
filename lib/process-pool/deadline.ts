/** How many times longer than its time a request may take by the clock while it gets no processor. */
const starved = 10
const mostStarvedMs = 5 * 60_000

/** The time by the clock after which a request is over, however little CPU it got. */
export const longestMs = (timeoutMs: number): number =>
  Math.min(timeoutMs * starved, timeoutMs + mostStarvedMs)

/**
 * Whether a request has had its time. What counts is the CPU that it used: on a busy machine, or
 * one that was suspended, an innocent request takes long by the clock, and to end it would fail a
 * run for nothing. By the clock alone where the CPU is not known. All in milliseconds.
 */
export function isOver(
  { ageMs, cpuMs = ageMs }: { ageMs: number; cpuMs: number | undefined },
  timeoutMs: number,
): boolean {
  return ageMs >= timeoutMs && (cpuMs >= timeoutMs || ageMs >= longestMs(timeoutMs))
}

/** CPU that this process has used since it began, in milliseconds, with all its threads. */
export function usedCpuMs(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}
