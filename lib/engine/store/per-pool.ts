import type pg from 'pg'

/**
 * One for each pool, made at its first use; for what gathers the statements of a process that go
 * the same way.
 */
export function perPool<T extends object>(make: (pool: pg.Pool) => T): (pool: pg.Pool) => T {
  const made = new WeakMap<pg.Pool, T>()
  return (pool) => {
    const known = made.get(pool)
    if (known) return known
    const own = make(pool)
    made.set(pool, own)
    return own
  }
}
