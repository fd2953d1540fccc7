import type { AsyncResultView } from '#lib/domain/run/async-result'

const usualSeconds = 2
const longestSeconds = 60

/**
 * After how many seconds to poll a pending result again: when it is due, after at most a minute;
 * soon when its time is unknown.
 */
export function retryAfter(
  { status, dueAt }: Pick<AsyncResultView, 'status' | 'dueAt'>,
  now: number = Date.now(),
): Record<string, string> {
  if (status !== 'pending') return {}
  const seconds = dueAt === null ? usualSeconds : Math.ceil((Date.parse(dueAt) - now) / 1000)
  return { 'retry-after': String(Math.min(longestSeconds, Math.max(1, seconds))) }
}
