import { RunnerPool } from './runner-pool.ts'

const place = Symbol.for('rounds.sql.pool')
const shared = globalThis as { [place]?: RunnerPool }

/**
 * The one pool of this process, also when a bundler loads this module more than once. Paths start
 * at the working directory, as inside a bundle.
 */
export function defaultPool(): RunnerPool {
  shared[place] ??= new RunnerPool(process.cwd())
  return shared[place]
}
