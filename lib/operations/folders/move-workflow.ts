import { eq } from 'drizzle-orm'
import type { Tx } from '#db/client'
import { workflows } from '#db/schema/workflows'
import type { Actor } from '#lib/auth/actor'
import { requireAccess } from '../access/scope-of.ts'
import { defineOperation } from '../define-operation.ts'
import { getWorkflowFor } from '../workflows/find-workflow.ts'
import { inFolder, loadFolders, requireFolder } from './folder-tree.ts'
import { requireSameAccess } from './require-same-access.ts'

/**
 * Checks that the caller may put a workflow into this folder, and keeps the folder until the end of
 * the transaction. Throws 403, 404.
 */
export async function requirePlace(tx: Tx, actor: Actor, folderId: string | null): Promise<void> {
  if (folderId !== null)
    requireFolder(actor, await loadFolders(tx, actor, { lock: true }), folderId)
  requireAccess(actor, 'create', inFolder(folderId))
}

type Moved = { id: string; name: string; folderId: string | null }

/** Moves a workflow into a folder, or to the top. Throws 403, 404. */
export const moveWorkflow = defineOperation<{ id: string; folderId: string | null }, Moved>({
  name: 'moveWorkflow',
  permission: 'workflows:edit',
  audit: ({ output: { id, name, folderId } }) => ({
    action: 'workflow.moved',
    objectKind: 'workflow',
    objectId: id,
    details: { name, folderId },
  }),
  async run({ actor, input, tx }) {
    const { folderId } = input
    // Folders are locked before workflows, as when a folder is deleted.
    await requirePlace(tx, actor, folderId)
    const row = await getWorkflowFor(tx, actor, input.id, 'edit', { lock: true })
    const { id, name } = row
    if (row.folderId === folderId) return { id, name, folderId }
    const { book } = actor
    const before = { book, target: { workflowId: id, folderId: row.folderId } }
    await requireSameAccess(actor, before, { book, target: { workflowId: id, folderId } })
    await tx.update(workflows).set({ folderId }).where(eq(workflows.id, id))
    return { id, name, folderId }
  },
})
