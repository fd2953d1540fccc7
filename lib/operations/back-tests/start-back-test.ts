import { and, desc, eq, gte, inArray, isNull, isNotNull, lt, sql } from 'drizzle-orm'
import type { Tx } from '#db/client'
import { backTests } from '#db/schema/back-tests'
import { runs } from '#db/schema/runs'
import type { BackTestView } from '#lib/contracts/workflows/back-tests'
import { ApiError } from '#lib/domain/api-error'
import type { Rename } from '#lib/domain/back-test/renames'
import { noTotals } from '#lib/domain/back-test/totals'
import { firstIdAt, newId } from '#lib/ids'
import { defineOperation } from '../define-operation.ts'
import type { WorkflowRow } from '../workflows/find-workflow.ts'
import { testedWorkflow } from '../workflows/tested-workflow.ts'
import { getVersionOrThrow } from '../workflows/versions/version-view.ts'
import { backTestFor, viewOf, type TestPlace } from './back-test-view.ts'

type Against = {
  last: number
  status?: 'completed' | 'failed' | undefined
  from?: string | undefined
  to?: string | undefined
  runIds?: string[] | undefined
}

/** The newest back-tests of a workflow that are kept. */
const kept = 20

/**
 * The runs to replay, the newest first: ended runs of published versions, without test runs, whose
 * version is not kept, and without those that a person cancelled.
 */
async function chosenRuns(tx: Tx, workflowId: string, against: Against): Promise<string[]> {
  const { last, status, from, to, runIds } = against
  const found = await tx
    .select({ id: runs.id })
    .from(runs)
    .where(
      and(
        eq(runs.workflowId, workflowId),
        isNull(runs.loop),
        isNotNull(runs.versionId),
        status ? eq(runs.status, status) : inArray(runs.status, ['completed', 'failed']),
        from === undefined ? undefined : gte(runs.id, firstIdAt(new Date(from))),
        to === undefined ? undefined : lt(runs.id, firstIdAt(new Date(new Date(to).getTime() + 1))),
        runIds && inArray(runs.id, runIds),
      ),
    )
    .orderBy(desc(runs.id))
    .limit(last)
  return found.map(({ id }) => id)
}

/** How many runs a back-test of the workflow would take, counted up to `most`. */
export const countRuns = async (tx: Tx, workflowId: string, most: number): Promise<number> =>
  (await chosenRuns(tx, workflowId, { last: most })).length

async function tested(tx: Tx, workflow: WorkflowRow, version: number | undefined) {
  if (version === undefined)
    return { version: null, revision: workflow.draftRevision, definition: workflow.draft }
  const { definition, number } = await getVersionOrThrow(tx, workflow, version)
  return { version: number, revision: null, definition }
}

async function prune(tx: Tx, workflowId: string): Promise<void> {
  const own = eq(backTests.workflowId, workflowId)
  const [oldest] = await tx
    .select({ id: backTests.id })
    .from(backTests)
    .where(own)
    .orderBy(desc(backTests.id))
    .offset(kept - 1)
    .limit(1)
  if (oldest) await tx.delete(backTests).where(and(own, lt(backTests.id, oldest.id)))
}

/**
 * Begins to replay recorded runs with the draft or a version; workers do it. Throws 403, 404, 409
 * while another back-test of the workflow runs, and 422 when no run fits.
 */
export const startBackTest = defineOperation<
  Against & { id: string; version?: number | undefined; renames?: Rename[] | undefined },
  BackTestView
>({
  name: 'startBackTest',
  permission: 'workflows:edit',
  audit: ({ input, output }) => ({
    action: 'back_test.started',
    objectKind: 'workflow',
    objectId: input.id,
    details: { backTestId: output.id, version: output.version, runs: output.total },
  }),
  async run({ actor, input: { id, version, renames = [], ...against }, tx }) {
    const workflow = await testedWorkflow(tx, actor, id)
    // Two starts in the same moment: the second one sees the first.
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${workflow.id}, 15))`)
    const [running] = await tx
      .select({ id: backTests.id })
      .from(backTests)
      .where(and(eq(backTests.workflowId, workflow.id), eq(backTests.status, 'running')))
    if (running)
      throw new ApiError('conflict', 'A back-test of this workflow runs. Wait for it or stop it.', {
        backTestId: running.id,
      })
    const of = await tested(tx, workflow, version)
    const runIds = await chosenRuns(tx, workflow.id, against)
    if (runIds.length === 0)
      throw new ApiError(
        'unprocessable',
        'No recorded run fits. Choose another time, or run the workflow first.',
      )
    const backTestId = newId()
    await tx.insert(backTests).values({
      ...of,
      id: backTestId,
      organizationId: actor.organizationId,
      workflowId: workflow.id,
      renames,
      runIds,
      totals: noTotals,
      nextAt: sql`now()`,
      startedBy: actor.name,
    })
    await prune(tx, workflow.id)
    const { row } = await backTestFor(tx, actor, { id: workflow.id, backTestId })
    return viewOf(row)
  },
})

/** Stops a back-test; the runs that are being replayed are not counted. Throws 403, 404. */
export const stopBackTest = defineOperation<TestPlace, BackTestView>({
  name: 'stopBackTest',
  permission: 'workflows:edit',
  audit: ({ input }) => ({
    action: 'back_test.stopped',
    objectKind: 'workflow',
    objectId: input.id,
    details: { backTestId: input.backTestId },
  }),
  async run({ actor, input, tx }) {
    const { row } = await backTestFor(tx, actor, input)
    await tx
      .update(backTests)
      .set({ status: 'stopped', nextAt: null, endedAt: sql`now()` })
      .where(and(eq(backTests.id, row.id), eq(backTests.status, 'running')))
    return viewOf((await backTestFor(tx, actor, input)).row)
  },
})
