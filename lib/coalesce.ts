import { narrowingKey } from './caller-scope.ts'

type Waiting<K, V> = { key: K; resolve(value: V): void; reject(error: unknown): void }

/**
 * Makes one `ask` of many calls. Calls of the same moment, and calls while an earlier `ask` of the
 * `group` is under way, go together with the next one. Each `ask` starts after all of its calls, so
 * an answer is never older than its call. `ask` answers in the order of its keys; when it throws,
 * all of its calls do. After an `ask` for several keys, which shows that there are many calls, the
 * next one waits a millisecond for each of them, at most `gatherMs`, since twenty keys cost little
 * more than one. A single caller never waits. Callers who may touch different things of their
 * organization (caller-scope.ts) never share an `ask`.
 */
export function coalesced<K, V>(
  ask: (keys: K[], group: string) => Promise<V[]>,
  { atMost = 100, gatherMs = 0 } = {},
): (key: K, group?: string) => Promise<V> {
  const groups = new Map<string, Waiting<K, V>[]>()

  async function next(name: string, group: string): Promise<void> {
    const waiting = groups.get(name) ?? []
    const batch = waiting.splice(0, atMost)
    if (batch.length === 0) {
      groups.delete(name)
      return
    }
    try {
      const answers = await ask(
        batch.map(({ key }) => key),
        group,
      )
      for (const [index, { resolve }] of batch.entries()) resolve(answers[index] as V)
    } catch (error) {
      for (const { reject } of batch) reject(error)
    }
    // Callers that were just answered may call again at once.
    if (gatherMs > 0 && batch.length > 1 && waiting.length < atMost)
      setTimeout(() => void next(name, group), Math.min(gatherMs, batch.length))
    else setImmediate(() => void next(name, group))
  }

  return async (key, group = '') =>
    await new Promise<V>((resolve, reject) => {
      const name = `${narrowingKey()}\n${group}`
      const waiting = groups.get(name)
      if (waiting) {
        waiting.push({ key, resolve, reject })
        return
      }
      groups.set(name, [{ key, resolve, reject }])
      setImmediate(() => void next(name, group))
    })
}
