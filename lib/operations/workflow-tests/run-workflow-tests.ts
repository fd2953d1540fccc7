import type { WorkflowTestsRun } from '#lib/contracts/workflows/workflow-tests'
import { defineOutsideOperation } from '../define-operation.ts'
import { testedWorkflow } from '../workflows/tested-workflow.ts'
import { getVersionOrThrow } from '../workflows/versions/version-view.ts'
import { runTests, testsOf } from './run-tests.ts'

type Input = { id: string; version?: number | undefined }

/** Runs the tests of a workflow with its draft or a version. Throws 403, 404, 503. */
export const runWorkflowTests = defineOutsideOperation<Input, WorkflowTestsRun>({
  name: 'runWorkflowTests',
  permission: 'workflows:edit',
  audit: ({ input, output }) => ({
    action: 'workflow_tests.run',
    objectKind: 'workflow',
    objectId: input.id,
    details: { version: output.version, passed: output.passed, failed: output.failed },
  }),
  async run({ actor, input, signal, transaction }) {
    const { tests, ...tested } = await transaction(async (tx) => {
      const workflow = await testedWorkflow(tx, actor, input.id)
      const found = await testsOf(tx, workflow.id)
      if (input.version === undefined)
        return {
          tests: found,
          version: null,
          revision: workflow.draftRevision,
          definition: workflow.draft,
        }
      const { definition } = await getVersionOrThrow(tx, workflow, input.version)
      return { tests: found, version: input.version, revision: null, definition }
    })
    const { version, revision, definition } = tested
    const results = await runTests(tests, definition, actor.organizationId, signal)
    const passed = results.filter((one) => one.passed).length
    return { version, revision, passed, failed: results.length - passed, results }
  },
})
