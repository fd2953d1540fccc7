import { asc, eq } from 'drizzle-orm'
import { workflowTests } from '#db/schema/workflow-tests'
import type { WorkflowTestView } from '#lib/contracts/workflows/workflow-tests'
import { defineOperation } from '../define-operation.ts'
import { testedWorkflow } from '../workflows/tested-workflow.ts'
import { testColumns, viewOf } from './workflow-test-view.ts'

/** Lists the tests of a workflow by their names, with what they expect. Throws 403, 404. */
export const listWorkflowTests = defineOperation<{ id: string }, { items: WorkflowTestView[] }>({
  name: 'listWorkflowTests',
  permission: 'workflows:edit',
  audit: ({ input }) => ({
    action: 'workflow_tests.read',
    objectKind: 'workflow',
    objectId: input.id,
  }),
  async run({ actor, input, tx }) {
    const workflow = await testedWorkflow(tx, actor, input.id)
    const rows = await tx
      .select(testColumns)
      .from(workflowTests)
      .where(eq(workflowTests.workflowId, workflow.id))
      .orderBy(asc(workflowTests.name))
    return { items: rows.map(viewOf) }
  },
})
