import { eq } from 'drizzle-orm'
import type { Tx } from '#db/client'
import { accessRules } from '#db/schema/access'
import { can, type Actor } from '#lib/auth/actor'
import type { AccessLevel } from '#lib/contracts/organization/access'
import type { AccessTarget } from '#lib/domain/access/decide'
import { inFolder, loadFolders, requireFolder } from '../folders/folder-tree.ts'
import { getWorkflowFor, getWorkflowOrThrow } from '../workflows/find-workflow.ts'
import { targetOf } from './scope-of.ts'

/** Where rules stand: at one workflow, one folder, or with neither at the organization. */
export type AskedPlace = { id?: string | undefined; folderId?: string | undefined }

export type Place = {
  level: AccessLevel
  objectId: string
  /** Of the workflow or the folder; null for the organization. */
  name: string | null
  target: AccessTarget
  /** The place whose rules are in force where this one has none; null above the organization. */
  around: AccessTarget | null
}

/** Whether rules are read at every place, as far as the audit log goes. */
const readsEveryPlace = (actor: Actor): boolean => can(actor, 'audit:read')

/**
 * The workflow or the folder that is named, or the organization, for who reads its rules. Throws 404
 * for one that they do not see; who reads the audit log reads the rules of every one.
 */
export async function placeToRead(tx: Tx, actor: Actor, asked: AskedPlace): Promise<Place> {
  return await findPlace(tx, actor, asked, { all: readsEveryPlace(actor) })
}

/** The same for who changes its rules. Throws 404 for a place that they do not see. */
export async function placeOf(tx: Tx, actor: Actor, asked: AskedPlace): Promise<Place> {
  return await findPlace(tx, actor, asked, { all: false })
}

async function findPlace(
  tx: Tx,
  actor: Actor,
  asked: AskedPlace,
  { all }: { all: boolean },
): Promise<Place> {
  if (asked.id !== undefined) {
    const workflow = all
      ? await getWorkflowOrThrow(tx, asked.id)
      : await getWorkflowFor(tx, actor, asked.id)
    return {
      level: 'workflow',
      objectId: workflow.id,
      name: workflow.name,
      target: targetOf(workflow),
      around: inFolder(workflow.folderId),
    }
  }
  if (asked.folderId !== undefined) {
    const tree = await loadFolders(tx, actor)
    const found = all ? tree.all.get(asked.folderId) : undefined
    const { id, name, parentId } = found ?? requireFolder(actor, tree, asked.folderId)
    const around = inFolder(parentId)
    return { level: 'folder', objectId: id, name, target: inFolder(id), around }
  }
  const objectId = actor.organizationId
  return { level: 'organization', objectId, name: null, target: inFolder(null), around: null }
}

/** The columns of `access_rules` that say where a row stands. */
export const columnsOf = ({ level, objectId }: Place) => ({
  objectId,
  workflowId: level === 'workflow' ? objectId : null,
  folderId: level === 'folder' ? objectId : null,
})

/** The row of a place; row-level security leaves out other organizations. */
export const rowsAt = (tx: Tx, { objectId }: Place) =>
  tx
    .select({
      rules: accessRules.rules,
      revision: accessRules.revision,
      changedBy: accessRules.changedBy,
      changedAt: accessRules.changedAt,
    })
    .from(accessRules)
    .where(eq(accessRules.objectId, objectId))

export type RulesRow = Awaited<ReturnType<typeof rowsAt>>[number]
