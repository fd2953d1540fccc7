import { setTimeout as delay } from 'node:timers/promises'

/**
 * Asks repeatedly until the answer is not undefined, null or false; fails with `what` after
 * `timeoutMs`, which only a failure takes.
 */
export async function until<T>(
  what: string,
  ask: () => Promise<T> | T,
  timeoutMs = 30_000,
): Promise<NonNullable<T>> {
  for (const end = Date.now() + timeoutMs; ; await delay(10)) {
    const answer = await ask()
    if (answer) return answer
    if (Date.now() > end) throw new Error(`waited ${timeoutMs} ms in vain: ${what}`)
  }
}
