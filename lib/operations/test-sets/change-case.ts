import { and, eq, sql } from 'drizzle-orm'
import type { Tx } from '#db/client'
import { testCases } from '#db/schema/test-sets'
import type { Actor } from '#lib/auth/actor'
import { ApiError } from '#lib/domain/api-error'
import { asOperation, defineOperation, defineOutsideOperation } from '../define-operation.ts'
import { removeBytes } from '../history/remove-bytes.ts'
import type { CaseContent } from './add-case.ts'
import {
  deleteCaseFiles,
  deleteOtherFiles,
  namedFiles,
  ownFiles,
  withCaseFiles,
} from './case-files.ts'
import { changed, lockSets, type ChangedCase } from './insert-case.ts'
import { askStepFor, type StepPlace } from './step-of.ts'

type CasePlace = StepPlace & { caseId: string }

/** Which row it is, in a set that the caller may edit. Throws 403, 404, 422. */
async function rowOf(tx: Tx, actor: Actor, input: CasePlace) {
  const { workflow, step } = await askStepFor(tx, actor, input)
  const own = and(
    eq(testCases.id, input.caseId),
    eq(testCases.workflowId, workflow.id),
    eq(testCases.stepId, step.id),
  )
  const [found] = await tx.select({ id: testCases.id }).from(testCases).where(own)
  if (!found) throw ApiError.notFound('case', input.caseId)
  return { own, workflowId: workflow.id, caseId: found.id }
}

/**
 * Changes a case; a file that is no longer named is deleted. Throws 403, 404, and 422 for files that
 * are too large.
 */
export const changeTestCase = defineOutsideOperation<CasePlace & CaseContent, ChangedCase>({
  name: 'changeTestCase',
  permission: 'workflows:edit',
  audit: changed('test_set.case_changed'),
  async run({ actor, input, transaction }) {
    const { name, expected, fileIds } = input
    const { caseId, workflowId, found } = await transaction(async (tx) => {
      const row = await rowOf(tx, actor, input)
      return { ...row, found: await namedFiles(tx, actor, fileIds, row.caseId) }
    })
    const storageKeys = await withCaseFiles(
      actor,
      found,
      caseId,
      async (files) =>
        await transaction(async (tx) => {
          const { own } = await rowOf(tx, actor, input)
          await lockSets(tx, workflowId)
          const ids = await ownFiles(tx, actor, caseId, files)
          await tx
            .update(testCases)
            .set({ name, expected, fileIds: ids, updatedAt: sql`now()` })
            .where(own)
          return await deleteOtherFiles(tx, caseId, ids)
        }),
    )
    await removeBytes({ storageKeys, payloadRuns: [] })
    return { id: caseId, workflowId }
  },
})

const deleteRecords = defineOperation<CasePlace, ChangedCase & { storageKeys: string[] }>({
  name: 'deleteTestCase',
  permission: 'workflows:edit',
  audit: changed('test_set.case_deleted'),
  async run({ actor, input, tx }) {
    const { own, workflowId, caseId } = await rowOf(tx, actor, input)
    await lockSets(tx, workflowId)
    const storageKeys = await deleteCaseFiles(tx, [caseId])
    await tx.delete(testCases).where(own)
    return { id: caseId, workflowId, storageKeys }
  },
})

/** Deletes a case with its files and its results. Throws 403, 404. */
export const deleteTestCase = asOperation<CasePlace, { id: string }>(
  { name: deleteRecords.keyScope, permission: deleteRecords.permission },
  async (actor, input, info) => {
    const { id, storageKeys } = await deleteRecords(actor, input, info)
    await removeBytes({ storageKeys, payloadRuns: [] })
    return { id }
  },
)
