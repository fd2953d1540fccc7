import { and, eq } from 'drizzle-orm'
import { backTests } from '#db/schema/back-tests'
import { runs } from '#db/schema/runs'
import { ApiError } from '#lib/domain/api-error'
import type { RunComparison } from '#lib/domain/back-test/comparison'
import { loadRecordedRuns } from '#lib/engine/replay/load-recorded-runs'
import { instantOfId } from '#lib/ids'
import { replayParts } from '../computing/replay-parts.ts'
import { defineOutsideOperation } from '../define-operation.ts'
import { backTestFor, type TestPlace } from './back-test-view.ts'
import { compareSteps } from './compare-steps.ts'
import { replayServicesFor } from './replay-services-for.ts'

/** Replays one run; a page waits for it. */
const mostMs = 30_000

/**
 * Replays one run of a back-test once more, and compares it with what was recorded, step by step.
 * Throws 403, 404, and 503 when no process can compute now.
 */
export const compareBackTestRun = defineOutsideOperation<
  TestPlace & { runId: string },
  RunComparison
>({
  name: 'compareBackTestRun',
  permission: 'workflows:edit',
  audit: ({ input }) => ({
    action: 'back_test.run_read',
    objectKind: 'run',
    objectId: input.runId,
    details: { backTestId: input.backTestId },
  }),
  async run({ actor, input, signal, transaction }) {
    const { organizationId } = actor
    const { definition, renames, title } = await transaction(async (tx) => {
      const { row } = await backTestFor(tx, actor, input)
      const [test] = await tx.select().from(backTests).where(eq(backTests.id, row.id))
      const [run] = await tx
        .select({ title: runs.title })
        .from(runs)
        .where(and(eq(runs.id, input.runId), eq(runs.workflowId, row.workflowId)))
      if (!test?.runIds.includes(input.runId) || !run)
        throw ApiError.notFound('run of this back-test', input.runId)
      return { definition: test.definition, renames: test.renames, title: run.title }
    })
    const within = AbortSignal.any([signal, AbortSignal.timeout(mostMs)])
    const services = replayServicesFor(replayParts, organizationId, within)
    const [recorded] = await loadRecordedRuns(services.pool, organizationId, [input.runId])
    if (!recorded) throw ApiError.notFound('run of this back-test', input.runId)
    const { replayed, steps } = await compareSteps(definition, recorded, services, {
      signal: within,
      renames,
    })
    return {
      runId: recorded.run.id,
      title,
      startedAt: instantOfId(recorded.run.id).toISOString(),
      before: recorded.status,
      after: replayed.status,
      steps,
    }
  },
})
