import { inArray } from 'drizzle-orm'
import type { Tx } from '#db/client'
import { files } from '#db/schema/documents'
import type { TestCaseView, TestSetView } from '#lib/contracts/workflows/test-sets'
import { ApiError } from '#lib/domain/api-error'
import { expectedForm } from '#lib/domain/ask/expected-form'
import type { AskedSettings } from '#lib/domain/ask/test-set'
import type { Step } from '#lib/domain/workflow/definition'
import { defineOperation } from '../define-operation.ts'
import { testedWorkflow } from '../workflows/tested-workflow.ts'
import { askStepFor, casesOf, changedParts, settingsOf } from './step-of.ts'
import type { StepPlace, TestCaseRow } from './step-of.ts'
import { trialsOf, viewOfTrials } from './trial-view.ts'

async function caseViews(tx: Tx, cases: readonly TestCaseRow[]): Promise<TestCaseView[]> {
  const ids = cases.flatMap(({ fileIds }) => fileIds)
  const found = ids.length > 0 ? await tx.select().from(files).where(inArray(files.id, ids)) : []
  const names = new Map(found.map(({ id, fileName }) => [id, fileName]))
  return cases.map(({ id, name, fileIds, expected, createdBy, updatedAt }) => ({
    id,
    name,
    files: fileIds.map((file) => ({ id: file, fileName: names.get(file) ?? '' })),
    expected,
    createdBy,
    updatedAt: updatedAt.toISOString(),
  }))
}

/** The settings of the draft, or why it cannot be tested. */
async function testable(
  tx: Tx,
  step: Step,
  cases: TestCaseRow[],
): Promise<{ settings?: AskedSettings; problem: string | null }> {
  try {
    return { settings: await settingsOf(tx, step, cases), problem: null }
  } catch (error) {
    if (error instanceof ApiError) return { problem: error.message }
    throw error
  }
}

/** The test set of a step, and how it scored now and before. Throws 403, 404, 422. */
export const getTestSet = defineOperation<StepPlace, TestSetView & { workflowId: string }>({
  name: 'getTestSet',
  permission: 'workflows:edit',
  audit: ({ input, output }) => ({
    action: 'test_set.read',
    objectKind: 'workflow',
    objectId: output.workflowId,
    details: { stepId: input.stepId },
  }),
  async run({ actor, input, tx }) {
    const { workflow, step } = await askStepFor(tx, actor, input)
    const cases = await casesOf(tx, workflow.id, step.id)
    const { settings, problem } = await testable(tx, step, cases)
    const rows = await trialsOf(tx, workflow.id, step.id)
    const last = rows.find(({ status }) => status === 'completed')
    return {
      workflowId: workflow.id,
      cases: await caseViews(tx, cases),
      problem,
      form: expectedForm(step.config),
      changed: last && settings ? changedParts(settings.basis, last.settings.basis) : null,
      ...(await viewOfTrials(tx, rows)),
    }
  },
})

type Progress = { latest: Pick<TestSetView['trials'][number], 'id' | 'status' | 'done' | 'total'> }

/** How far the newest trial is; no data of patients. Throws 403, 404. */
export const getTrialProgress = defineOperation<StepPlace, Progress | { latest: null }>({
  name: 'getTrialProgress',
  permission: 'workflows:edit',
  async run({ actor, input, tx }) {
    const workflow = await testedWorkflow(tx, actor, input.id)
    const [latest] = await trialsOf(tx, workflow.id, input.stepId)
    if (!latest) return { latest: null }
    const { id, status, done, caseIds } = latest
    return { latest: { id, status, done, total: caseIds.length } }
  },
})
