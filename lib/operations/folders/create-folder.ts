import { workflowFolders } from '#db/schema/workflows'
import type { FolderView } from '#lib/contracts/workflows/folders'
import { ApiError } from '#lib/domain/api-error'
import { newId } from '#lib/ids'
import { requireAccess } from '../access/scope-of.ts'
import { defineOperation } from '../define-operation.ts'
import { withFolderClash } from './folder-clash.ts'
import {
  folderView,
  inFolder,
  loadFolders,
  maxDepth,
  maxFolders,
  pathOfFolder,
  requireFolder,
} from './folder-tree.ts'

export const tooDeep = () =>
  new ApiError('conflict', `At most ${maxDepth} folders lie in each other. Choose a higher place.`)

/** Creates a folder where the caller may create workflows. Throws 403, 404, 409. */
export const createFolder = defineOperation<{ name: string; parentId: string | null }, FolderView>({
  name: 'createFolder',
  permission: 'workflows:create',
  audit: ({ output: { id, name, parentId } }) => ({
    action: 'folder.created',
    objectKind: 'folder',
    objectId: id,
    details: { name, parentId },
  }),
  async run({ actor, input: { name, parentId }, tx }) {
    const tree = await loadFolders(tx, actor, { lock: true })
    if (parentId !== null) requireFolder(actor, tree, parentId)
    requireAccess(actor, 'create', inFolder(parentId))
    if (tree.all.size >= maxFolders)
      throw new ApiError('conflict', `There are ${maxFolders} folders already. Delete one first.`)
    if (pathOfFolder(tree, parentId).length >= maxDepth) throw tooDeep()
    const { organizationId } = actor
    const [row] = await withFolderClash(name, () =>
      tx
        .insert(workflowFolders)
        .values({ id: newId(), organizationId, name, parentId })
        .returning(),
    )
    if (!row) throw new ApiError('internal_error', 'The folder was not stored. Try again.')
    return folderView(actor, row, tree)
  },
})
