import { sql } from 'drizzle-orm'
import type { Tx } from '#db/client'
import { testCases } from '#db/schema/test-sets'
import type { Actor } from '#lib/auth/actor'
import { ApiError } from '#lib/domain/api-error'
import { mostCases } from '#lib/domain/ask/test-set'
import { ownFiles, type CaseFile } from './case-files.ts'
import { casesOf, type StepPlace } from './step-of.ts'

/** Those who change the sets of a workflow at the same time wait for each other. */
export async function lockSets(tx: Tx, workflowId: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`tests:${workflowId}`}, 0))`)
}

export type ChangedCase = { id: string; workflowId: string }

/** Audits a change of a set by the id of its case; its values are patients' data. */
export const changed =
  (action: string) =>
  ({ input, output }: { input: StepPlace; output: ChangedCase }) => ({
    action,
    objectKind: 'workflow',
    objectId: output.workflowId,
    details: { stepId: input.stepId, caseId: output.id },
  })

/** Throws 409 when the set is full. */
export async function requireRoom(tx: Tx, workflowId: string, stepId: string): Promise<void> {
  const cases = await casesOf(tx, workflowId, stepId)
  if (cases.length >= mostCases)
    throw new ApiError('conflict', `A test set has at most ${mostCases} cases. Delete one first.`)
}

type NewCase = {
  id: string
  workflowId: string
  stepId: string
  name: string
  expected: Record<string, unknown>
  files: CaseFile[]
}

/** Adds a case to the set of a step that the caller may edit. Throws 409 when it is full. */
export async function insertCase(tx: Tx, actor: Actor, of: NewCase): Promise<void> {
  const { files, ...row } = of
  await lockSets(tx, of.workflowId)
  await requireRoom(tx, of.workflowId, of.stepId)
  await tx.insert(testCases).values({
    ...row,
    organizationId: actor.organizationId,
    fileIds: await ownFiles(tx, actor, of.id, files),
    createdBy: actor.name,
  })
}
