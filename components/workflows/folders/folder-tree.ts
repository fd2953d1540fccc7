import type { FolderView } from '#lib/contracts/workflows/folders'

/** A folder and those around it, from the outside in; empty at the top. */
export function pathOf(folders: readonly FolderView[], id: string | null): FolderView[] {
  const path: FolderView[] = []
  for (let next = id; next !== null;) {
    const folder = folders.find((each) => each.id === next)
    if (!folder || path.includes(folder)) break
    path.unshift(folder)
    next = folder.parentId
  }
  return path
}

/** Where something lies, in words: `Oncology / Trials`. */
export const pathName = (folders: readonly FolderView[], id: string | null): string =>
  pathOf(folders, id)
    .map(({ name }) => name)
    .join(' / ')

/** The folders directly in one, or at the top. */
export const foldersIn = (folders: readonly FolderView[], id: string | null): FolderView[] =>
  folders.filter(({ parentId }) => parentId === id)

/** How many workflows lie in a folder and its folders. */
export const countIn = (folders: readonly FolderView[], id: string): number =>
  folders
    .filter((each) => pathOf(folders, each.id).some((folder) => folder.id === id))
    .reduce((sum, { workflows }) => sum + workflows, 0)

/** Where something may be moved: every folder with its way, in the order of the ways. */
export function placesFor(folders: readonly FolderView[], moved: string) {
  return folders
    .filter(({ id }) => !pathOf(folders, id).some((folder) => folder.id === moved))
    .map(({ id }) => ({ id, label: pathName(folders, id) }))
    .toSorted((one, other) => one.label.localeCompare(other.label))
}
