import { sql } from 'drizzle-orm'
import { workflowTests } from '#db/schema/workflow-tests'
import type { WorkflowTestView } from '#lib/contracts/workflows/workflow-tests'
import type { Expected } from '#lib/domain/back-test/expectations'
import { defineOperation } from '../define-operation.ts'
import { withClash } from '../with-clash.ts'
import { testedWorkflow } from '../workflows/tested-workflow.ts'
import {
  nameTaken,
  noSuchTest,
  testColumns,
  thisTest,
  viewOf,
  type TestPlace,
} from './workflow-test-view.ts'

type Changes = { name?: string | undefined; expected?: Expected | undefined }

/** Changes the name of a test, or what it expects. Throws 403, 404, 409 for a name that is taken. */
export const changeWorkflowTest = defineOperation<TestPlace & Changes, WorkflowTestView>({
  name: 'changeWorkflowTest',
  permission: 'workflows:edit',
  audit: ({ input }) => ({
    action: 'workflow_test.changed',
    objectKind: 'workflow',
    objectId: input.id,
    details: { testId: input.testId },
  }),
  async run({ actor, input: { id, testId, name, expected }, tx }) {
    const workflow = await testedWorkflow(tx, actor, id)
    const changes = {
      ...(name === undefined ? {} : { name }),
      ...(expected === undefined ? {} : { expected }),
      updatedAt: sql`now()`,
    }
    const [row] = await withClash('workflow_tests_name', nameTaken, () =>
      tx
        .update(workflowTests)
        .set(changes)
        .where(thisTest(workflow.id, testId))
        .returning(testColumns),
    )
    if (!row) throw noSuchTest(testId)
    return viewOf(row)
  },
})

/** Deletes a test with its copy of a run. Throws 403, 404. */
export const deleteWorkflowTest = defineOperation<TestPlace, void>({
  name: 'deleteWorkflowTest',
  permission: 'workflows:edit',
  audit: ({ input }) => ({
    action: 'workflow_test.deleted',
    objectKind: 'workflow',
    objectId: input.id,
    details: { testId: input.testId },
  }),
  async run({ actor, input: { id, testId }, tx }) {
    const workflow = await testedWorkflow(tx, actor, id)
    const deleted = await tx
      .delete(workflowTests)
      .where(thisTest(workflow.id, testId))
      .returning({ id: workflowTests.id })
    if (deleted.length === 0) throw noSuchTest(testId)
  },
})
