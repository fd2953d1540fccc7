import type { RetryPolicy } from '#lib/domain/workflow/definition'

/**
 * Milliseconds until the next attempt after attempt number `attempt` failed: exponential, limited,
 * plus up to 20 % by `jitter` (0 to 1).
 */
export function retryDelayMs(policy: RetryPolicy, attempt: number, jitter = Math.random()): number {
  const seconds = Math.min(
    policy.delaySeconds * policy.factor ** (attempt - 1),
    policy.maxDelaySeconds,
  )
  return Math.round(seconds * 1000 * (1 + 0.2 * jitter))
}
