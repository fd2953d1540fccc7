import { and, eq } from 'drizzle-orm'
import type { Tx } from '#db/client'
import { runs, tasks } from '#db/schema/runs'
import { ApiError } from '#lib/domain/api-error'
import { documentAnswerOf, type DocumentAnswer } from '#lib/domain/ask/answer'
import { isSame } from '#lib/domain/ask/review'
import { loadValue } from '#lib/engine/store/payloads'
import { requireRun } from '../access/access-sql.ts'
import { defineOperation } from '../define-operation.ts'
import { changed, insertCase } from './change-cases.ts'
import { askStepFor, type StepPlace } from './step-of.ts'

type TaskRow = typeof tasks.$inferSelect

const outputOf = async (tx: Tx, task: TaskRow): Promise<unknown> =>
  await loadValue(tx, task.runId, task.output, task.outputRef)

/** What a person made of the answer on a screen of the same run; undefined where none did. */
async function corrected(tx: Tx, all: TaskRow[], answer: DocumentAnswer): Promise<unknown> {
  for (const task of all.filter(({ stepType }) => stepType === 'screen')) {
    if (task.status !== 'completed') continue
    const input = await loadValue(tx, task.runId, task.input, task.inputRef)
    const review = documentAnswerOf((input as { review?: unknown } | null)?.review)
    if (review && isSame(review.fields, answer.fields)) return await outputOf(tx, task)
  }
  return undefined
}

function expectedOf(answer: DocumentAnswer, person: unknown): Record<string, unknown> {
  const given = (person ?? answer.values) as Record<string, unknown>
  return Object.fromEntries(answer.fields.map(({ name }) => [name, given[name] ?? null]))
}

/**
 * Adds a case of what a run asked and was answered, as a person corrected it. Throws 403, 404 for
 * the step or a run that the caller does not see, 409 when the set is full, 422 without an answer.
 */
export const addTestCaseFromRun = defineOperation<StepPlace & { runId: string }, { id: string }>({
  name: 'addTestCaseFromRun',
  permission: 'workflows:edit',
  audit: changed('test_set.case_added'),
  async run({ actor, input, tx }) {
    const { workflow, step } = await askStepFor(tx, actor, input)
    await requireRun(tx, actor, input.runId)
    const [run] = await tx
      .select({ id: runs.id })
      .from(runs)
      .where(and(eq(runs.id, input.runId), eq(runs.workflowId, workflow.id)))
    if (!run) throw ApiError.notFound('run of this workflow', input.runId)
    const all = await tx.select().from(tasks).where(eq(tasks.runId, run.id))
    const asked = all.find(({ key, status }) => key === step.id && status === 'completed')
    const answer = asked && documentAnswerOf(await outputOf(tx, asked))
    if (!answer || answer.files.length === 0)
      throw new ApiError('unprocessable', 'This step has no answer in that run.')
    return await insertCase(
      tx,
      actor,
      { workflowId: workflow.id, stepId: step.id },
      {
        name: answer.files
          .map(({ fileName }) => fileName)
          .join(', ')
          .slice(0, 200),
        fileIds: answer.files.map(({ id }) => id),
        expected: expectedOf(answer, await corrected(tx, all, answer)),
      },
    )
  },
})
