/**
 * SQLSTATEs of transactions that stood in each other's way: 40P01 deadlock, 40001 serialization.
 * Nothing of them was written, and the same work succeeds the next time.
 */
export const conflictStates: readonly string[] = ['40P01', '40001']

/**
 * The error has one of these SQLSTATEs, or wraps one that has, as the query builder's errors do.
 */
export function hasSqlState(error: unknown, states: readonly string[]): boolean {
  for (let open = error, depth = 0; open instanceof Error && depth < 10; depth++) {
    const { code } = open as { code?: unknown }
    if (typeof code === 'string' && states.includes(code)) return true
    open = open.cause
  }
  return false
}

type Options = {
  /** How often the work is done at most. */
  attempts?: number
  /** Called before each repetition; it may wait, or throw to give up. `failed` counts from 1. */
  beforeRetry?(failed: number, error: unknown): void | Promise<void>
}

/**
 * Repeats `work` while it fails with one of these SQLSTATEs, or with an error of which `passes` is
 * true. Throws the last error. Only for work that may be repeated as a whole.
 */
export async function retryOn<T>(
  passes: readonly string[] | ((error: unknown) => boolean),
  work: () => Promise<T>,
  { attempts = Infinity, beforeRetry }: Options = {},
): Promise<T> {
  const mayPass =
    typeof passes === 'function' ? passes : (error: unknown) => hasSqlState(error, passes)
  for (let failed = 1; ; failed++) {
    try {
      return await work()
    } catch (error) {
      if (failed >= attempts || !mayPass(error)) throw error
      await beforeRetry?.(failed, error)
    }
  }
}
