import { and, eq } from 'drizzle-orm'
import type { Tx } from '#db/client'
import { runs, tasks } from '#db/schema/runs'
import type { Actor } from '#lib/auth/actor'
import { ApiError } from '#lib/domain/api-error'
import { documentAnswerOf, type DocumentAnswer } from '#lib/domain/ask/answer'
import { isSame } from '#lib/domain/ask/review'
import { comparable } from '#lib/domain/ask/score'
import { loadValue } from '#lib/engine/store/payloads'
import { newId } from '#lib/ids'
import { requireRun } from '../access/access-sql.ts'
import { defineOutsideOperation } from '../define-operation.ts'
import { namedFiles, withCaseFiles } from './case-files.ts'
import { changed, insertCase, requireRoom, type ChangedCase } from './insert-case.ts'
import { askStepFor, type StepPlace } from './step-of.ts'

type TaskRow = typeof tasks.$inferSelect
type Input = StepPlace & { runId: string }

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
  return Object.fromEntries(
    answer.fields.map(({ name }) => [name, comparable(given[name] ?? null)]),
  )
}

/** What the step answered in that run. Throws 404 for the run, 422 without an answer. */
async function answerIn(tx: Tx, actor: Actor, { stepId, runId }: Input, workflowId: string) {
  await requireRun(tx, actor, runId)
  const [run] = await tx
    .select({ id: runs.id })
    .from(runs)
    .where(and(eq(runs.id, runId), eq(runs.workflowId, workflowId)))
  if (!run) throw ApiError.notFound('run of this workflow', runId)
  const all = await tx.select().from(tasks).where(eq(tasks.runId, run.id))
  const asked = all.find(({ key, status }) => key === stepId && status === 'completed')
  const answer = asked && documentAnswerOf(await outputOf(tx, asked))
  if (!answer || answer.files.length === 0)
    throw new ApiError('unprocessable', 'This step has no answer in that run.')
  const person = await corrected(tx, all, answer)
  return { answer, expected: expectedOf(answer, person), checked: person !== undefined }
}

/**
 * Adds a case of what a run asked and was answered, as a person corrected it. Throws 403, 404 for
 * the step, the run or its files, 409 when the set is full, 422 without an answer.
 */
export const addTestCaseFromRun = defineOutsideOperation<Input, ChangedCase & { checked: boolean }>(
  {
    name: 'addTestCaseFromRun',
    permission: 'workflows:edit',
    audit: ({ input, output }) => {
      const { details, ...entry } = changed('test_set.case_added')({ input, output })
      return { ...entry, details: { ...details, runId: input.runId } }
    },
    async run({ actor, input, transaction }) {
      const taken = await transaction(async (tx) => {
        const { workflow, step } = await askStepFor(tx, actor, input)
        await requireRoom(tx, workflow.id, step.id)
        const found = await answerIn(tx, actor, input, workflow.id)
        const ids = found.answer.files.map(({ id }) => id)
        return { workflow, step, ...found, files: await namedFiles(tx, actor, ids) }
      })
      const { workflow, step, answer, expected, checked } = taken
      const id = newId()
      const names = answer.files.map(({ fileName }) => fileName)
      const name = names.join(', ').slice(0, 200)
      const place = { workflowId: workflow.id, stepId: step.id }
      await withCaseFiles(actor, taken.files, id, async (files) => {
        await transaction((tx) => insertCase(tx, actor, { id, ...place, name, expected, files }))
      })
      return { id, workflowId: workflow.id, checked }
    },
  },
)
