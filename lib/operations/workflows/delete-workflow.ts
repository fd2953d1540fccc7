import { and, asc, eq, inArray } from 'drizzle-orm'
import type { Tx } from '#db/client'
import { runs } from '#db/schema/runs'
import { formerSlugs, workflows } from '#db/schema/workflows'
import type { Actor } from '#lib/auth/actor'
import type { UsedBy } from '#lib/contracts/used-by'
import { may } from '#lib/domain/access/scope'
import { ApiError } from '#lib/domain/api-error'
import { isTerminalRun, runStatuses } from '#lib/domain/statuses'
import { deleteRuns, type DeletedBytes } from '#lib/engine/store/delete-runs'
import { asOperation, defineOperation, type CallInfo } from '#lib/operations/define-operation'
import { scopeOf, targetOf } from '../access/scope-of.ts'
import { removeBytes } from '../history/remove-bytes.ts'
import { deleteWorkflowCaseFiles } from '../test-sets/case-files.ts'
import { releaseUsers, replaceInWorkflows, settingOfWorkflow, workflowsWith } from './used-by.ts'
import { getWorkflowFor } from './find-workflow.ts'

const activeStatuses = runStatuses.filter((status) => !isTerminalRun(status))

const atOnce = 2000

type Input = { id: string; replaceWith?: string | undefined; confirm?: string | undefined }

const deleteRecords = defineOperation<
  Input,
  { id: string; name: string; slug: string; bytes: DeletedBytes }
>({
  name: 'deleteWorkflow',
  permission: 'workflows:delete',
  audit: ({ output }) => ({
    action: 'workflow.deleted',
    objectKind: 'workflow',
    objectId: output.id,
    details: { name: output.name, slug: output.slug },
  }),
  async run({ actor, info, input, tx }) {
    // The lock prevents new runs: each takes a share lock on its workflow.
    const row = await getWorkflowFor(tx, actor, input.id, 'edit', { lock: true })
    const { id, name, slug } = row
    const [active] = await tx
      .select({ id: runs.id })
      .from(runs)
      .where(and(eq(runs.workflowId, id), inArray(runs.status, activeStatuses)))
      .limit(1)
    if (active)
      throw new ApiError(
        'conflict',
        `"${name}" has runs that are not finished. Cancel them or wait for their end, then delete it.`,
        may(scopeOf(actor), 'seeRuns', targetOf(row)) ? { runId: active.id } : {},
      )
    const { replaceWith, confirm } = input
    if (replaceWith !== undefined) {
      const other = await getWorkflowFor(tx, actor, replaceWith, 'edit')
      if (other.publishedVersionId === null)
        throw new ApiError('conflict', `“${other.name}” is not published, so no step can run it.`)
    }
    // Its own steps that run it are deleted with it.
    const setting = settingOfWorkflow(slug)
    // Steps may also name it by a former slug.
    const former = await tx
      .select({ slug: formerSlugs.slug })
      .from(formerSlugs)
      .where(eq(formerSlugs.workflowId, id))
    const usedBy = new Map<string, UsedBy>()
    let usedByOthers = 0
    for (const name of [slug, ...former.map((each) => each.slug)]) {
      const found = await workflowsWith(tx, actor, settingOfWorkflow(name))
      for (const user of found.usedBy) if (user.id !== id) usedBy.set(user.id, user)
      usedByOthers += found.usedByOthers
    }
    const users = { usedBy: [...usedBy.values()], usedByOthers }
    const what = `The workflow “${slug}”`
    const deletion = { what, setting, users, replaceWith, confirm }
    await releaseUsers(tx, { actor, info }, deletion)
    if (replaceWith !== undefined)
      for (const each of former)
        await replaceInWorkflows(tx, { actor, info }, settingOfWorkflow(each.slug), replaceWith, {
          isAnother: true,
        })
    // Runs first, because they refer to the versions, which are deleted with the workflow.
    const bytes = await deleteAllRuns(tx, actor.organizationId, id)
    bytes.storageKeys.push(...(await deleteWorkflowCaseFiles(tx, id)))
    await tx.delete(workflows).where(eq(workflows.id, id))
    return { id, name, slug, bytes }
  },
})

async function deleteWithBytes(
  actor: Actor,
  input: Input,
  info: CallInfo = {},
): Promise<{ id: string; name: string; slug: string }> {
  const { bytes, ...deleted } = await deleteRecords(actor, input, info)
  await removeBytes(bytes)
  return deleted
}

async function deleteAllRuns(
  tx: Tx,
  organizationId: string,
  workflowId: string,
): Promise<DeletedBytes> {
  const bytes: DeletedBytes = { storageKeys: [], payloadRuns: [] }
  for (;;) {
    const found = await tx
      .select({ id: runs.id })
      .from(runs)
      .where(eq(runs.workflowId, workflowId))
      .orderBy(asc(runs.id))
      .limit(atOnce)
    const { storageKeys, payloadRuns } = await deleteRuns(
      tx,
      organizationId,
      found.map(({ id }) => id),
    )
    bytes.storageKeys.push(...storageKeys)
    bytes.payloadRuns.push(...payloadRuns)
    if (found.length < atOnce) return bytes
  }
}

/**
 * Deletes a workflow with its versions, ended runs and test sets, and the files of both. Throws 409
 * while a run of it is active, and 409 `in_use` while other workflows run it.
 */
export const deleteWorkflow = asOperation(
  { name: deleteRecords.keyScope, permission: deleteRecords.permission },
  deleteWithBytes,
)
