import { RunnerPool } from './runner-pool.ts'

const maxRunners = 2

const place = Symbol.for('rounds.sandbox.pool')
const shared = globalThis as { [place]?: RunnerPool }

/**
 * The one pool of this process. It hangs on `globalThis` because a bundler may load this module more than once. Paths start at the
 * working directory: inside a bundle `import.meta.url` does not lead to `lib/sandbox`.
 */
export function defaultPool(): RunnerPool {
  return (shared[place] ??= new RunnerPool({ rootDir: process.cwd(), maxRunners }))
}
