import { and, eq, sql } from 'drizzle-orm'
import type { Tx } from '#db/client'
import { workflowFolders, workflows } from '#db/schema/workflows'
import type { Actor } from '#lib/auth/actor'
import { ApiError } from '#lib/domain/api-error'
import { requireAccess } from '../access/scope-of.ts'
import { defineOperation } from '../define-operation.ts'
import { withFolderClash } from './folder-clash.ts'
import {
  inFolder,
  loadFolders,
  requireFolder,
  type FolderRow,
  type FolderTree,
} from './folder-tree.ts'
import { requireSameAccess } from './require-same-access.ts'

type Input = { id: string; contents: 'refuse' | 'move-up' }

/** Whether anything lies in a folder, also what the caller does not see. */
async function isEmpty(tx: Tx, tree: FolderTree, { id }: FolderRow): Promise<boolean> {
  if ([...tree.all.values()].some(({ parentId }) => parentId === id)) return false
  const [inside] = await tx
    .select({ id: workflows.id })
    .from(workflows)
    .where(eq(workflows.folderId, id))
    .limit(1)
  return inside === undefined
}

/** Moves what lies in a folder to the folder around it. Throws 403, and 409 for a taken name. */
async function moveUp(tx: Tx, actor: Actor, tree: FolderTree, folder: FolderRow): Promise<void> {
  const { id, parentId } = folder
  requireAccess(actor, 'create', inFolder(parentId))
  const { book } = actor
  const before = { book, target: inFolder(id) }
  await requireSameAccess(actor, before, { book, target: inFolder(parentId) })
  await tx.update(workflows).set({ folderId: parentId }).where(eq(workflows.folderId, id))
  for (const inner of tree.all.values()) {
    if (inner.parentId !== id) continue
    // Its own name may be free only when this folder is gone.
    const free = inner.name.toLowerCase() === folder.name.toLowerCase()
    if (free)
      await tx
        .update(workflowFolders)
        .set({ name: sql`${workflowFolders.id}::text` })
        .where(eq(workflowFolders.id, id))
    await withFolderClash(inner.name, () =>
      tx.update(workflowFolders).set({ parentId }).where(eq(workflowFolders.id, inner.id)),
    )
  }
}

/** Deletes a folder with its rules. Throws 403, 404, and 409 when it is not empty. */
export const deleteFolder = defineOperation<Input, { name: string }>({
  name: 'deleteFolder',
  permission: 'workflows:create',
  audit: ({ input: { id, contents }, output: { name } }) => ({
    action: 'folder.deleted',
    objectKind: 'folder',
    objectId: id,
    details: { name, contents },
  }),
  async run({ actor, input: { id, contents }, tx }) {
    const tree = await loadFolders(tx, actor, { lock: true })
    const folder = requireFolder(actor, tree, id)
    requireAccess(actor, 'create', inFolder(id))
    if (!(await isEmpty(tx, tree, folder))) {
      if (contents === 'refuse')
        throw new ApiError(
          'conflict',
          `"${folder.name}" is not empty. Move what is in it, or say \`contents=move-up\`.`,
        )
      await moveUp(tx, actor, tree, folder)
    }
    const { organizationId } = actor
    await tx
      .delete(workflowFolders)
      .where(and(eq(workflowFolders.id, id), eq(workflowFolders.organizationId, organizationId)))
    return { name: folder.name }
  },
})
