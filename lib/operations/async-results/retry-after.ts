import type { AsyncResultView } from '#lib/domain/run/async-result'

const usualSeconds = 2
const longestSeconds = 60

/**
 * When to look again at a result that is pending, in seconds: when it is due, a minute at most; in
 * a moment when nobody knows.
 */
export function retryAfter(
  { status, dueAt }: Pick<AsyncResultView, 'status' | 'dueAt'>,
  now: number = Date.now(),
): Record<string, string> {
  if (status !== 'pending') return {}
  const seconds = dueAt === null ? usualSeconds : Math.ceil((Date.parse(dueAt) - now) / 1000)
  return { 'retry-after': String(Math.min(longestSeconds, Math.max(1, seconds))) }
}
