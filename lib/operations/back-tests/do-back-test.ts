import { and, eq, sql } from 'drizzle-orm'
import { inOrganization } from '#db/client'
import { backTestRuns, backTests } from '#db/schema/back-tests'
import { ApiError } from '#lib/domain/api-error'
import { addResult, resultOf, type RunResult } from '#lib/domain/back-test/totals'
import { loadRecordedRuns } from '#lib/engine/replay/load-recorded-runs'
import { Pace } from '#lib/engine/replay/pace'
import { replayRun } from '#lib/engine/replay/replay-run'
import { log } from '#lib/log'
import type { ReplayParts } from '../computing/replay-parts.ts'
import type { BackTestRow } from './back-test-view.ts'
import { replayServicesFor } from './replay-services-for.ts'

/** Runs of which a worker keeps all that was recorded in memory at once. */
const runsAtOnce = 25
/** With slow code fewer runs are done before what was found is shown. */
const mostMsAtOnce = 3000
/** Code that was changed is measured in some of the first runs. */
const measuredRuns = 100
const mostTries = 3
const againSeconds = 5

/** What runs do, and how many were taken: some may have been deleted. */
type Replayed = { results: RunResult[]; taken: number }

/** Replays the next runs of a test. Throws when no process can compute now. */
async function replayNext(
  { id, organizationId, definition, renames, runIds, done, totals }: BackTestRow,
  parts: ReplayParts,
  signal: AbortSignal,
): Promise<Replayed> {
  const services = replayServicesFor(parts, organizationId, signal)
  const wanted = runIds.slice(done, done + runsAtOnce)
  const recorded = new Map(
    (await loadRecordedRuns(services.pool, organizationId, wanted)).map((one) => [one.run.id, one]),
  )
  const slower = totals.groups.filter(({ kind }) => kind === 'slower')
  const pace = done < measuredRuns ? new Pace(slower.map(({ stepId }) => stepId)) : undefined
  const results: RunResult[] = []
  const started = performance.now()
  let taken = 0
  for (const runId of wanted) {
    if (taken > 0 && performance.now() - started > mostMsAtOnce) break
    taken += 1
    const one = recorded.get(runId)
    if (!one) continue
    const replayed = await replayRun(definition, one, services, {
      signal,
      renames,
      ...(pace ? { pace } : {}),
    })
    results.push(resultOf(one.run.id, one.status, replayed))
  }
  log.debug({ backTestId: id, replayed: results.length }, 'recorded runs were replayed')
  return { results, taken }
}

/** What became of the next runs, or why they could not be replayed now. */
async function outcomeOf(
  test: BackTestRow,
  parts: ReplayParts,
  stopping: AbortSignal,
): Promise<Replayed | { waits: true; counts: boolean } | { problem: string }> {
  // The claim counts tries, so also those whose process died.
  if (test.tries > mostTries)
    return { problem: `The runs from ${test.done + 1} on could not be replayed.` }
  try {
    return await replayNext(test, parts, stopping)
  } catch (error) {
    if (stopping.aborted) return { waits: true, counts: false }
    // Its message may hold values of a run.
    const code = error instanceof ApiError ? error.code : undefined
    log.warn({ backTestId: test.id, code, error }, 'recorded runs could not be replayed')
    return { waits: true, counts: true }
  }
}

function valuesAfter(test: BackTestRow, outcome: Awaited<ReturnType<typeof outcomeOf>>) {
  const now = sql`now()`
  if ('problem' in outcome)
    return { status: 'failed' as const, problem: outcome.problem, nextAt: null, endedAt: now }
  if ('waits' in outcome)
    return {
      nextAt: sql`now() + make_interval(secs => ${outcome.counts ? againSeconds : 0})`,
      tries: outcome.counts ? test.tries : test.tries - 1,
    }
  const { results, taken } = outcome
  const done = test.done + taken
  const added = results.reduce(addResult, test.totals)
  const totals = { ...added, skipped: added.skipped + taken - results.length }
  const next = { done, totals, tries: 0 }
  return done >= test.runIds.length
    ? { ...next, status: 'completed' as const, nextAt: null, endedAt: now }
    : { ...next, nextAt: now }
}

/**
 * Replays the next runs of a back-test that this worker has taken, and says when the next ones are
 * due. What another worker did meanwhile, and a test that was stopped, stay as they are.
 */
export async function doNextRuns(
  test: BackTestRow,
  parts: ReplayParts,
  stopping: AbortSignal,
): Promise<void> {
  const outcome = await outcomeOf(test, parts, stopping)
  const { id, organizationId, done } = test
  const mine = and(eq(backTests.id, id), eq(backTests.status, 'running'), eq(backTests.done, done))
  await inOrganization(organizationId, async (tx) => {
    const [written] = await tx
      .update(backTests)
      .set(valuesAfter(test, outcome))
      .where(mine)
      .returning({ id: backTests.id })
    if (!written || !('results' in outcome) || outcome.results.length === 0) return
    await tx
      .insert(backTestRuns)
      .values(outcome.results.map((result) => ({ ...result, backTestId: id, organizationId })))
  })
}
