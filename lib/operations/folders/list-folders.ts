import type { FolderView } from '#lib/contracts/workflows/folders'
import { defineOperation } from '../define-operation.ts'
import { folderView, loadFolders, visibleFolders } from './folder-tree.ts'

const byName = new Intl.Collator('en', { numeric: true }).compare

/** The folders that the caller knows of, by name. */
export const listFolders = defineOperation<object, { items: FolderView[] }>({
  name: 'listFolders',
  permission: 'workflows:read',
  async run({ actor, tx }) {
    const tree = await loadFolders(tx, actor)
    const visible = visibleFolders(actor, tree)
    const rows = [...tree.all.values()].filter(({ id }) => visible.has(id))
    const sorted = rows.toSorted((one, other) => byName(one.name, other.name))
    return { items: sorted.map((row) => folderView(actor, row, tree)) }
  },
})
