import type pg from 'pg'

/**
 * Creates a value for each pool at its first use, such as the batches of statements that a process
 * sends to the same database.
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
