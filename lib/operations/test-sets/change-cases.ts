import { and, eq, sql } from 'drizzle-orm'
import type { Tx } from '#db/client'
import { testCases } from '#db/schema/test-sets'
import type { Actor } from '#lib/auth/actor'
import { ApiError } from '#lib/domain/api-error'
import { mostCases } from '#lib/domain/ask/test-set'
import { newId } from '#lib/ids'
import { defineOperation } from '../define-operation.ts'
import { getFileFor } from '../files/file-for.ts'
import { askStepFor, casesOf, type StepPlace } from './step-of.ts'

export type CaseContent = { name: string; fileIds: string[]; expected: Record<string, unknown> }

/** Audits a change of a set by the id of its case; its values are patients' data. */
export const changed =
  (action: string) =>
  ({ input, output }: { input: StepPlace; output: { id: string } }) => ({
    action,
    objectKind: 'workflow',
    objectId: input.id,
    details: { stepId: input.stepId, caseId: output.id },
  })

/** Throws 404 for a file that the caller does not see. */
async function requireFiles(tx: Tx, actor: Actor, fileIds: readonly string[]): Promise<void> {
  for (const id of fileIds) await getFileFor(tx, actor, id)
}

/** Adds a case to the set of a step that the caller may edit. Throws 409 when it is full. */
export async function insertCase(
  tx: Tx,
  actor: Actor,
  place: { workflowId: string; stepId: string },
  { name, fileIds, expected }: CaseContent,
): Promise<{ id: string }> {
  // Two that are added at the same time wait for each other, so that the set stays within bounds.
  await tx.execute(
    sql`select pg_advisory_xact_lock(hashtextextended(${`tests:${place.workflowId}`}, 0))`,
  )
  const cases = await casesOf(tx, place.workflowId, place.stepId)
  if (cases.length >= mostCases)
    throw new ApiError('conflict', `A test set has at most ${mostCases} cases. Delete one first.`)
  const id = newId()
  await tx.insert(testCases).values({
    id,
    organizationId: actor.organizationId,
    ...place,
    name,
    fileIds,
    expected,
    createdBy: actor.name,
  })
  return { id }
}

/** Adds files with what they say. Throws 403, 404 for the step or a file, 409 when it is full. */
export const addTestCase = defineOperation<StepPlace & CaseContent, { id: string }>({
  name: 'addTestCase',
  permission: 'workflows:edit',
  audit: changed('test_set.case_added'),
  async run({ actor, input, tx }) {
    const { workflow, step } = await askStepFor(tx, actor, input)
    await requireFiles(tx, actor, input.fileIds)
    return await insertCase(tx, actor, { workflowId: workflow.id, stepId: step.id }, input)
  },
})

type CasePlace = StepPlace & { caseId: string }

const missing = ({ caseId }: CasePlace) => ApiError.notFound('case', caseId)

/** Changes a case. Throws 403, 404. */
export const changeTestCase = defineOperation<CasePlace & CaseContent, { id: string }>({
  name: 'changeTestCase',
  permission: 'workflows:edit',
  audit: changed('test_set.case_changed'),
  async run({ actor, input, tx }) {
    const { workflow, step } = await askStepFor(tx, actor, input)
    const own = and(
      eq(testCases.id, input.caseId),
      eq(testCases.workflowId, workflow.id),
      eq(testCases.stepId, step.id),
    )
    const { name, fileIds, expected } = input
    const [before] = await tx.select().from(testCases).where(own)
    if (!before) throw missing(input)
    // Files that the case has already may be gone, or be another person's.
    const added = fileIds.filter((id) => !before.fileIds.includes(id))
    await requireFiles(tx, actor, added)
    await tx
      .update(testCases)
      .set({ name, fileIds, expected, updatedAt: sql`now()` })
      .where(own)
    return { id: input.caseId }
  },
})

/** Deletes a case; the scores of the past stay. Throws 403, 404. */
export const deleteTestCase = defineOperation<CasePlace, { id: string }>({
  name: 'deleteTestCase',
  permission: 'workflows:edit',
  audit: changed('test_set.case_deleted'),
  async run({ actor, input, tx }) {
    const { workflow, step } = await askStepFor(tx, actor, input)
    const deleted = await tx
      .delete(testCases)
      .where(
        and(
          eq(testCases.id, input.caseId),
          eq(testCases.workflowId, workflow.id),
          eq(testCases.stepId, step.id),
        ),
      )
      .returning({ id: testCases.id })
    if (deleted.length === 0) throw missing(input)
    return { id: input.caseId }
  },
})
