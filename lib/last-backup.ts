import { readFile, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'

/** Of the embedded installation in a data folder: until when it is in a backup, and where that is. */
export type LastBackup = { at: Date; target: string }

const fileOf = (dataDir: string): string => path.join(dataDir, 'last-backup.json')

/** Notes in the data folder that a backup was made of what it had at that moment. */
export async function noteBackup(dataDir: string, { at, target }: LastBackup): Promise<void> {
  await writeFile(fileOf(dataDir), `${JSON.stringify({ at: at.toISOString(), target })}\n`)
}

/** The last backup of this data folder; undefined when it has none, or its note is damaged. */
export async function lastBackup(dataDir: string): Promise<LastBackup | undefined> {
  try {
    const { at, target } = JSON.parse(await readFile(fileOf(dataDir), 'utf8')) as {
      at: string
      target: string
    }
    const read = { at: new Date(at), target }
    return Number.isNaN(read.at.getTime()) ? undefined : read
  } catch {
    return undefined
  }
}

/**
 * Since when what the embedded installation of a data folder does is in no backup: the last one, or
 * its first start. Undefined for a Postgres of one's own.
 */
export async function withoutBackupSince(dataDir: string): Promise<Date | undefined> {
  const last = await lastBackup(dataDir)
  if (last) return last.at
  // Written once, when the cluster is made.
  const made = await stat(path.join(dataDir, 'postgres', 'PG_VERSION')).catch(() => undefined)
  return made?.mtime
}
