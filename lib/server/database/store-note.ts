import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'

type StoreName = 'folder' | 's3'

const noteOf = (dataDir: string): string => path.join(dataDir, 'files-store.json')

/**
 * Notes in the data folder where its installation keeps files: a backup, which may be made without
 * the setting, has to know it.
 */
export const noteStore = (dataDir: string, store: StoreName): void =>
  writeFileSync(noteOf(dataDir), `${JSON.stringify({ store })}\n`)

/** Where the installation of this data folder has kept files since its last start. */
export function notedStore(dataDir: string): StoreName | undefined {
  const file = noteOf(dataDir)
  if (!existsSync(file)) return undefined
  return (JSON.parse(readFileSync(file, 'utf8')) as { store: StoreName }).store
}
