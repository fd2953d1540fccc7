import { eq } from 'drizzle-orm'
import { workflowFolders } from '#db/schema/workflows'
import type { Actor } from '#lib/auth/actor'
import type { FolderView } from '#lib/contracts/workflows/folders'
import type { AccessBook } from '#lib/domain/access/decide'
import { ApiError } from '#lib/domain/api-error'
import { requireAccess } from '../access/scope-of.ts'
import { defineOperation } from '../define-operation.ts'
import { tooDeep } from './create-folder.ts'
import { withFolderClash } from './folder-clash.ts'
import {
  folderView,
  inFolder,
  loadFolders,
  maxDepth,
  pathOfFolder,
  requireFolder,
  type FolderRow,
  type FolderTree,
} from './folder-tree.ts'
import { requireSameAccess } from './require-same-access.ts'

type Input = { id: string; name?: string | undefined; parentId?: string | null | undefined }

/** The number of folders in each other from this one down. */
function depthBelow(tree: FolderTree, { id }: FolderRow): number {
  const depths = [...tree.all.keys()].map((each) =>
    pathOfFolder(tree, each).findIndex((row) => row.id === id),
  )
  return Math.max(...depths) + 1
}

const movedIn = (book: AccessBook, id: string, parentId: string | null): AccessBook => {
  const folder = book.folders.get(id)
  return { ...book, folders: new Map(book.folders).set(id, { ...folder, id, parentId }) }
}

/** Checks that the folder may lie there. Throws 403, 404, 409. */
async function requireMove(
  actor: Actor,
  tree: FolderTree,
  folder: FolderRow,
  parentId: string | null,
): Promise<void> {
  if (parentId !== null) requireFolder(actor, tree, parentId)
  requireAccess(actor, 'create', inFolder(parentId))
  const path = pathOfFolder(tree, parentId)
  if (path.includes(folder))
    throw new ApiError('conflict', 'A folder cannot be moved into itself. Choose another place.')
  if (path.length + depthBelow(tree, folder) > maxDepth) throw tooDeep()
  const { book } = actor
  const target = inFolder(folder.id)
  const after = { book: movedIn(book, folder.id, parentId), target }
  await requireSameAccess(actor, { book, target }, after)
}

/** Renames or moves a folder. Throws 403, 404, 409. */
export const changeFolder = defineOperation<Input, FolderView>({
  name: 'changeFolder',
  permission: 'workflows:create',
  audit: ({ input: { id, ...changes } }) => ({
    action: 'folder.changed',
    objectKind: 'folder',
    objectId: id,
    details: changes,
  }),
  async run({ actor, input: { id, name, parentId }, tx }) {
    const tree = await loadFolders(tx, actor, { lock: true })
    const folder = requireFolder(actor, tree, id)
    requireAccess(actor, 'create', inFolder(id))
    if (parentId !== undefined && parentId !== folder.parentId)
      await requireMove(actor, tree, folder, parentId)
    const changes = {
      name: name ?? folder.name,
      parentId: parentId === undefined ? folder.parentId : parentId,
    }
    const [row] = await withFolderClash(changes.name, () =>
      tx.update(workflowFolders).set(changes).where(eq(workflowFolders.id, id)).returning(),
    )
    return folderView(actor, row ?? folder, tree)
  },
})
