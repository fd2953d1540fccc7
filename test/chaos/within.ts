import { setTimeout as delay } from 'node:timers/promises'

/**
 * What `work` answers, or undefined when it takes longer than `ms` or fails: a chaos run gives a
 * verdict, whatever hangs.
 */
export async function within<T>(ms: number, work: Promise<T>): Promise<T | undefined> {
  return await Promise.race([work.catch(() => undefined), delay(ms, undefined, { ref: false })])
}
