import type { ProcessKind } from './kind.ts'
import { ProcessPool } from './pool.ts'

const place = Symbol.for('rounds.process-pool.pools')
type Pools = Map<string, ProcessPool<never, unknown>>
// On globalThis, because a bundler may load this module more than once.
const shared = globalThis as { [place]?: Pools }

/**
 * The one pool of this service process for a kind of work. Kinds with the same name, folders and
 * arguments are the same kind. Paths are relative to the working directory, because inside a bundle
 * `import.meta.url` does not lead to the programs.
 */
export function sharedPool<Request, Reply>(kind: ProcessKind<Reply>): ProcessPool<Request, Reply> {
  const pools = (shared[place] ??= new Map<string, ProcessPool<never, unknown>>())
  const { name, rootDir, cwd, args } = kind
  const key = JSON.stringify([name, rootDir, cwd, args])
  const found = pools.get(key) ?? new ProcessPool<never, unknown>(kind)
  pools.set(key, found)
  return found as unknown as ProcessPool<Request, Reply>
}

/**
 * Ends all processes of this service process after their running requests; for the shutdown of the
 * service. The pools may be used again.
 */
export async function stopProcessPools(): Promise<void> {
  await Promise.all([...(shared[place]?.values() ?? [])].map((pool) => pool.stop()))
}
