import { performance } from 'node:perf_hooks'

/** How often a step is measured; more would only cost time. */
const measuredRuns = 5
const repeats = 3
const timesSlower = 3
const slowerByMs = 50

/**
 * Whether code that was changed takes clearly longer than before, measured in a few runs. A step that
 * was found slower once is not measured again.
 */
export class Pace {
  readonly #measured = new Map<string, number>()
  readonly #slower: Set<string>

  /** `slower`: the steps that are known to be slower. */
  constructor(slower: Iterable<string> = []) {
    this.#slower = new Set(slower)
  }

  /** Whether the step is to be measured in one more run. */
  wants(stepId: string): boolean {
    return !this.#slower.has(stepId) && (this.#measured.get(stepId) ?? 0) < measuredRuns
  }

  /**
   * Runs both in turns, three times, and compares the fastest of each, so that a busy machine blames
   * nobody.
   */
  async isSlower(
    stepId: string,
    before: () => Promise<unknown>,
    after: () => Promise<unknown>,
  ): Promise<boolean> {
    this.#measured.set(stepId, (this.#measured.get(stepId) ?? 0) + 1)
    let fastestBefore = Infinity
    let fastestAfter = Infinity
    for (let index = 0; index < repeats; index++) {
      fastestBefore = Math.min(fastestBefore, await timed(before))
      fastestAfter = Math.min(fastestAfter, await timed(after))
      // The new code has shown that it can be quick.
      if (!clearlySlower(fastestBefore, fastestAfter)) return false
    }
    this.#slower.add(stepId)
    return true
  }
}

const clearlySlower = (before: number, after: number): boolean =>
  after > before * timesSlower && after > before + slowerByMs

async function timed(act: () => Promise<unknown>): Promise<number> {
  const started = performance.now()
  await act()
  return performance.now() - started
}
