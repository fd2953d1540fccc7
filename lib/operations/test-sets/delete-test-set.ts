import { and, eq, inArray } from 'drizzle-orm'
import { testCases, trials } from '#db/schema/test-sets'
import { asOperation, defineOperation } from '../define-operation.ts'
import { removeBytes } from '../history/remove-bytes.ts'
import { deleteCaseFiles } from './case-files.ts'
import { lockSets } from './insert-case.ts'
import { testedWorkflow } from '../workflows/tested-workflow.ts'
import { type StepPlace } from './step-of.ts'

type Deleted = { workflowId: string; cases: number; storageKeys: string[] }

const deleteRecords = defineOperation<StepPlace, Deleted>({
  name: 'deleteTestSet',
  permission: 'workflows:edit',
  audit: ({ input, output }) => ({
    action: 'test_set.deleted',
    objectKind: 'workflow',
    objectId: output.workflowId,
    details: { stepId: input.stepId, cases: output.cases },
  }),
  async run({ actor, input: { id, stepId }, tx }) {
    const { id: workflowId } = await testedWorkflow(tx, actor, id)
    await lockSets(tx, workflowId)
    const cases = await tx
      .select({ id: testCases.id })
      .from(testCases)
      .where(and(eq(testCases.workflowId, workflowId), eq(testCases.stepId, stepId)))
    const ids = cases.map((one) => one.id)
    const storageKeys = await deleteCaseFiles(tx, ids)
    await tx.delete(trials).where(and(eq(trials.workflowId, workflowId), eq(trials.stepId, stepId)))
    if (ids.length > 0) await tx.delete(testCases).where(inArray(testCases.id, ids))
    return { workflowId, cases: ids.length, storageKeys }
  },
})

/** Deletes the cases of a step, their files, and all trials; what runs ends. Throws 403, 404. */
export const deleteTestSet = asOperation<StepPlace, { cases: number }>(
  { name: deleteRecords.keyScope, permission: deleteRecords.permission },
  async (actor, input, info) => {
    const { cases, storageKeys } = await deleteRecords(actor, input, info)
    await removeBytes({ storageKeys, payloadRuns: [] })
    return { cases }
  },
)
