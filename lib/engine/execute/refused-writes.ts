import { DrizzleQueryError } from 'drizzle-orm'
import type pg from 'pg'
import { log } from '#lib/log'
import { childRows } from '../model/child-rows.ts'
import { commitStatement } from '../store/commits/commit-statement.ts'
import { offloadCommit } from '../store/commits/offload-commit.ts'
import type { Outcome } from '../model/outcome.ts'
import { retryWhileDisconnected } from '../store/connection-retry.ts'
import { ancestorsOf, type Plan } from '../model/plan.ts'
import { awaitedBy, type PendingWrites } from '../model/run-state.ts'
import type { LeasedRun } from '../model/run.ts'
import { tryStatement } from '../store/commits/try-statement.ts'

/**
 * Classes of SQLSTATE with which Postgres refuses the content of a statement, and would refuse it
 * again: 22 data, 54 limits (depth, size, index rows), and 23 except foreign keys, since a row that
 * is gone is seen when the step runs again.
 */
const content = /^(22|54|2350[25]|23514)/
/**
 * Values too deep or too long for JSON do not reach Postgres; they get its code for statements that
 * are too complex.
 */
const tooComplex = '54001'
/**
 * How often Postgres may refuse commits while no task is found at fault: the run may be changed
 * between a commit and the trials.
 */
const maxUnexplained = 3

function refusedContent(error: unknown): string | undefined {
  if (error instanceof DrizzleQueryError) return refusedContent(error.cause)
  if (error instanceof RangeError) return tooComplex
  const code = error instanceof Error ? (error as { code?: unknown }).code : undefined
  return typeof code === 'string' && code.length === 5 && content.test(code) ? code : undefined
}

/** A permanent failure: a call is not repeated only because its answer cannot be stored. */
export function refusedOutcome(sqlState: string, stepId: string, attempt: number): Outcome {
  const message =
    `The database refused what this step made (SQLSTATE ${sqlState}). Let it give a smaller or ` +
    'simpler value.'
  const failure = { code: 'unstorable_result', message, details: { sqlState }, stepId, attempt }
  return {
    kind: 'failed',
    failure,
    permanent: true,
    retryAfterSeconds: undefined,
    mayHaveHappened: false,
    logs: [],
  }
}

/** The contents of a turn's commits that Postgres refused, where repeating would not help. */
export class RefusedWrites {
  readonly #pool: pg.Pool
  readonly #workerId: string
  readonly #plan: Plan
  /** SQLSTATEs, by the keys of the tasks at fault. */
  readonly #refused = new Map<string, string>()
  #unexplained = 0
  #unstorable: string | undefined

  constructor(pool: pg.Pool, workerId: string, plan: Plan) {
    this.#pool = pool
    this.#workerId = workerId
    this.#plan = plan
  }

  /** The SQLSTATE with which this task's values are refused: it fails with `refusedOutcome`. */
  of(key: string): string | undefined {
    return this.#refused.get(key)
  }

  /** Set when the run must fail, because commits are refused and no task is found at fault. */
  get unstorable(): string | undefined {
    return this.#unstorable
  }

  /**
   * Finds the tasks at fault for a refused commit; the turn then loads the run again and goes on.
   * False when the error does not refuse content, or when the run was given up already: that commit
   * contains nothing of a customer or a provider.
   */
  async explain(error: unknown, run: LeasedRun, writes: PendingWrites): Promise<boolean> {
    const code = refusedContent(error)
    if (code === undefined || this.#unstorable !== undefined) return false
    const atFault = await retryWhileDisconnected(() => this.#findAtFault(run, writes))
    // A task after one at fault may only have its value from there.
    const first = atFault.filter((key) => !this.#follows(key, atFault))
    const found = first.filter((key) => !this.#refused.has(key))
    for (const key of found) this.#refused.set(key, code)
    if (found.length === 0) this.#unexplained += 1
    if (this.#unexplained >= maxUnexplained) this.#unstorable = code
    log.warn(
      { runId: run.id, code, tasks: found.length },
      'Postgres refused the content of a commit',
    )
    return true
  }

  #follows(key: string, others: string[]): boolean {
    const before = ancestorsOf(this.#plan, [key.split('!')[0] ?? key])
    return others.some((other) => other !== key && before.has(other))
  }

  /**
   * Tries the writes in transactions that are rolled back, by halves, so that few trials find one
   * task among many.
   */
  async #findAtFault(run: LeasedRun, writes: PendingWrites): Promise<string[]> {
    const find = async (keys: string[]): Promise<string[]> => {
      if (keys.length === 0 || !(await this.#isRefused(run, writes, new Set(keys)))) return []
      if (keys.length === 1) return keys
      const half = Math.ceil(keys.length / 2)
      return [...(await find(keys.slice(0, half))), ...(await find(keys.slice(half)))]
    }
    return await find([...writes.changed, ...writes.added].map(({ key }) => key))
  }

  async #isRefused(
    run: LeasedRun,
    writes: PendingWrites,
    keys: ReadonlySet<string>,
  ): Promise<boolean> {
    const own = <T extends { key: string }>(rows: T[]): T[] =>
      rows.filter(({ key }) => keys.has(key))
    const stepIds = new Map(
      [...writes.changed, ...writes.added].map(({ key, stepId }) => [key, stepId]),
    )
    const children = childRows(run, own(writes.children), (key) => stepIds.get(key) ?? key)
    const rows = { changed: own(writes.changed), added: own(writes.added), children }
    const commit = {
      ...rows,
      awaited: [...rows.changed, ...rows.added].flatMap((task) => awaitedBy(task) ?? []),
    }
    const offloaded = await offloadCommit(run.id, commit)
    try {
      await tryStatement(this.#pool, commitStatement(this.#workerId, run, commit, offloaded))
      return false
    } catch (error) {
      if (refusedContent(error) === undefined) throw error
      return true
    }
  }
}
