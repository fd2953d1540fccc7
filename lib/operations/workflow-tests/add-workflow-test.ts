import { and, eq } from 'drizzle-orm'
import { runs } from '#db/schema/runs'
import { workflowTests } from '#db/schema/workflow-tests'
import type { WorkflowTestView } from '#lib/contracts/workflows/workflow-tests'
import { ApiError } from '#lib/domain/api-error'
import type { Expected } from '#lib/domain/back-test/expectations'
import { loadRecordedRuns } from '#lib/engine/replay/load-recorded-runs'
import { ownScope, type RecordedRun } from '#lib/engine/replay/recorded-run'
import { Room, writeRecording, type Recording } from '#lib/engine/replay/recording'
import { newId } from '#lib/ids'
import { requireRun } from '../access/access-sql.ts'
import { scopedPool } from '../back-tests/scoped-pool.ts'
import { defineOutsideOperation } from '../define-operation.ts'
import { withClash } from '../with-clash.ts'
import { testedWorkflow } from '../workflows/tested-workflow.ts'
import { nameTaken, requireRoom, viewOf } from './workflow-test-view.ts'

type Input = { id: string; runId: string; name: string; expected?: Expected | undefined }

/** Characters of JSON of a recorded run, with its child runs. */
const mostRecorded = 2 * 1024 * 1024

/**
 * What a test expects unless it says otherwise: the same end, the same branches, and that the same is
 * sent.
 */
function usualExpectations({ status }: RecordedRun, { scopes }: Recording): Expected {
  const tasks = scopes.find(({ name }) => name === ownScope)?.tasks ?? []
  const ran = tasks.filter((task) => task.status === 'completed' || task.status === 'failed')
  const sends = ran.filter(({ effect }) => effect === 'idempotent' || effect === 'unsafe')
  return {
    status: status === 'failed' ? 'failed' : 'completed',
    path: ran
      .filter(({ via }) => via !== null)
      .map(({ stepId, via }) => ({ stepId, runs: true, via })),
    values: sends.map(({ stepId, input }) => ({
      stepId,
      of: 'input',
      path: '',
      equals: (input ?? null) as Expected['values'][number]['equals'],
    })),
  }
}

async function recordedRun(organizationId: string, runId: string) {
  // Processes that answer requests have no other way to read what the engine wrote.
  const pool = scopedPool(organizationId)
  const [recorded] = await loadRecordedRuns(pool, organizationId, [runId])
  if (!recorded || recorded.run.versionId === null || recorded.status === 'cancelled')
    throw new ApiError(
      'unprocessable',
      'Only a run of a published version that has completed or failed can become a test.',
    )
  const recording = await writeRecording(pool, recorded, new Room(mostRecorded))
  if (!recording)
    throw new ApiError(
      'unprocessable',
      'This run has more than 2 MB of data, with the runs of its sub-workflows. Choose a smaller ' +
        'one for a test.',
    )
  return { recorded, recording }
}

/**
 * Makes a test of a run: a copy of what was recorded, and what the workflow must do with it. Throws
 * 403, 404, 409 for a name that is taken or when there are too many, 422 for a run that cannot be
 * replayed.
 */
export const addWorkflowTest = defineOutsideOperation<Input, WorkflowTestView>({
  name: 'addWorkflowTest',
  permission: 'workflows:edit',
  audit: ({ input, output }) => ({
    action: 'workflow_test.added',
    objectKind: 'workflow',
    objectId: input.id,
    details: { testId: output.id, runId: input.runId },
  }),
  async run({ actor, input: { id, runId, name, expected }, transaction }) {
    const { organizationId } = actor
    await transaction(async (tx) => {
      const workflow = await testedWorkflow(tx, actor, id)
      await requireRun(tx, actor, runId)
      const [run] = await tx
        .select({ id: runs.id })
        .from(runs)
        .where(and(eq(runs.id, runId), eq(runs.workflowId, workflow.id)))
      if (!run) throw ApiError.notFound('run of this workflow', runId)
    })
    const { recorded, recording } = await recordedRun(organizationId, runId)
    return await transaction(async (tx) => {
      const workflow = await testedWorkflow(tx, actor, id)
      await requireRoom(tx, workflow.id)
      const [row] = await withClash('workflow_tests_name', nameTaken, () =>
        tx
          .insert(workflowTests)
          .values({
            id: newId(),
            organizationId,
            workflowId: workflow.id,
            name,
            versionId: recorded.run.versionId ?? '',
            recording,
            expected: expected ?? usualExpectations(recorded, recording),
            createdBy: actor.name,
          })
          .returning(),
      )
      if (!row) throw new ApiError('internal_error', 'The test was not stored. Try again.')
      return viewOf(row)
    })
  },
})
