import { readFile, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'

/** Of the embedded installation in a data folder: until when it is in a backup, and where that is. */
export type LastBackup = { at: Date; target: string }

const fileOf = (dataDir: string): string => path.join(dataDir, 'last-backup.json')

/** Notes in the data folder that a backup was made of what it had at that moment. */
export async function noteBackup(dataDir: string, { at, target }: LastBackup): Promise<void> {
  await writeFile(fileOf(dataDir), `${JSON.stringify({ at: at.toISOString(), target })}\n`)
}

/** Undefined when a file is not there; a folder that cannot be read is an error. */
async function unlessAbsent<T>(work: Promise<T>): Promise<T | undefined> {
  return await work.catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
}

/**
 * The last backup of this data folder; undefined when it has none, or its note is damaged. Throws
 * when the note cannot be read.
 */
export async function lastBackup(dataDir: string): Promise<LastBackup | undefined> {
  const note = await unlessAbsent(readFile(fileOf(dataDir), 'utf8'))
  if (note === undefined) return undefined
  try {
    const { at, target } = JSON.parse(note) as { at: string; target: string }
    const read = { at: new Date(at), target }
    return Number.isNaN(read.at.getTime()) ? undefined : read
  } catch {
    return undefined
  }
}

/**
 * Since when what the embedded installation of a data folder does is in no backup: the last one, or
 * its first start. Undefined for a Postgres of one's own. Throws when the folder cannot be read.
 */
export async function withoutBackupSince(dataDir: string): Promise<Date | undefined> {
  const last = await lastBackup(dataDir)
  if (last) return last.at
  // Written once, when the cluster is made.
  const made = await unlessAbsent(stat(path.join(dataDir, 'postgres', 'PG_VERSION')))
  return made?.mtime
}
