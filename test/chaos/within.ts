import { setTimeout as delay } from 'node:timers/promises'

/**
 * The result of `work`, or undefined when it takes longer than `ms` or fails, so that a chaos run
 * always has a verdict.
 */
export async function within<T>(ms: number, work: Promise<T>): Promise<T | undefined> {
  return await Promise.race([work.catch(() => undefined), delay(ms, undefined, { ref: false })])
}
