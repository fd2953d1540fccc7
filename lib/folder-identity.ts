import { realpathSync, statSync } from 'node:fs'

/** What tells a folder from its copies: where it lies, and its number in the file system. */
export type FolderIdentity = { path: string; inode: string }

export function folderIdentity(folder: string): FolderIdentity {
  return { path: realpathSync(folder), inode: String(statSync(folder, { bigint: true }).ino) }
}

/**
 * Whether both are one folder. A folder that was moved keeps its number, and one that is mounted
 * elsewhere (in another container) too; one that was put back in its place keeps the place. A copy
 * has neither. The number of the device is left out, since machines differ in it.
 */
export function isSameFolder(one: FolderIdentity, other: FolderIdentity): boolean {
  return one.path === other.path || one.inode === other.inode
}
