import { and, desc, eq, inArray } from 'drizzle-orm'
import type { Tx } from '#db/client'
import { files } from '#db/schema/documents'
import { trials } from '#db/schema/test-sets'
import type { TestCaseView, TestSetView } from '#lib/contracts/workflows/test-sets'
import { ApiError } from '#lib/domain/api-error'
import { expectedForm } from '#lib/domain/ask/expected-form'
import type { AskedSettings } from '#lib/domain/ask/test-set'
import type { Step } from '#lib/domain/workflow/definition'
import { defineOperation } from '../define-operation.ts'
import { askStepFor, casesOf, changedParts, settingsOf } from './step-of.ts'
import type { StepPlace, TestCaseRow } from './step-of.ts'
import { trialView } from './trial-view.ts'

async function caseViews(tx: Tx, cases: readonly TestCaseRow[]): Promise<TestCaseView[]> {
  const ids = [...new Set(cases.flatMap(({ fileIds }) => fileIds))]
  const found = ids.length > 0 ? await tx.select().from(files).where(inArray(files.id, ids)) : []
  const names = new Map(found.map(({ id, fileName }) => [id, fileName]))
  return cases.map(({ id, name, fileIds, expected, createdBy, updatedAt }) => ({
    id,
    name,
    files: fileIds.map((file) => ({ id: file, fileName: names.get(file) ?? null })),
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

/** The test set of a step, and how it scored now and before. Throws 403, 404. */
export const getTestSet = defineOperation<StepPlace, TestSetView>({
  name: 'getTestSet',
  permission: 'workflows:edit',
  audit: ({ input }) => ({
    action: 'test_set.read',
    objectKind: 'workflow',
    objectId: input.id,
    details: { stepId: input.stepId },
  }),
  async run({ actor, input, tx }) {
    const { workflow, step } = await askStepFor(tx, actor, input)
    const cases = await casesOf(tx, workflow.id, step.id)
    const { settings, problem } = await testable(tx, step, cases)
    const own = and(eq(trials.workflowId, workflow.id), eq(trials.stepId, step.id))
    const newest = await tx.select().from(trials).where(own).orderBy(desc(trials.id)).limit(20)
    const [latest] = newest
    const completed = newest.filter(({ status }) => status === 'completed')
    const [last] = completed
    const before = completed.find(({ id }) => id !== latest?.id)
    const { results: _results, ...old } = before ? trialView(before) : { results: [] }
    return {
      cases: await caseViews(tx, cases),
      problem,
      form: expectedForm(step.config),
      changed: last && settings ? changedParts(settings.basis, last.settings.basis) : null,
      latest: latest ? trialView(latest) : null,
      before: before ? (old as TestSetView['before']) : null,
    }
  },
})
