type Waiting<K, V> = { key: K; resolve(value: V): void; reject(error: unknown): void }

/**
 * Asks for many what was asked for one by one: what comes in one moment, or while an earlier
 * question of the `group` is under way, goes together with the next one. Each question begins after
 * everyone in it has asked, so an answer is never older than its call. `ask` answers in the order
 * of its keys, and an error of it is everyone's in that question. After a question of several,
 * which tells that many ask, the next one waits: a millisecond for each of them, at most
 * `gatherMs`, since a question costs little more for twenty than for one. Who asks alone never
 * waits.
 */
export function coalesced<K, V>(
  ask: (keys: K[], group: string) => Promise<V[]>,
  { atMost = 100, gatherMs = 0 } = {},
): (key: K, group?: string) => Promise<V> {
  const groups = new Map<string, Waiting<K, V>[]>()

  async function next(group: string): Promise<void> {
    const waiting = groups.get(group) ?? []
    const batch = waiting.splice(0, atMost)
    if (batch.length === 0) return void groups.delete(group)
    try {
      const answers = await ask(
        batch.map(({ key }) => key),
        group,
      )
      for (const [index, { resolve }] of batch.entries()) resolve(answers[index] as V)
    } catch (error) {
      for (const { reject } of batch) reject(error)
    }
    // Those who were just answered may have another question at once.
    if (gatherMs > 0 && batch.length > 1 && waiting.length < atMost)
      setTimeout(() => void next(group), Math.min(gatherMs, batch.length))
    else setImmediate(() => void next(group))
  }

  return async (key, group = '') =>
    await new Promise<V>((resolve, reject) => {
      const waiting = groups.get(group)
      if (waiting) return void waiting.push({ key, resolve, reject })
      groups.set(group, [{ key, resolve, reject }])
      setImmediate(() => void next(group))
    })
}
