import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'

import { clusterOrDataDir } from '#db/embedded-cluster'
import { giveTo, postgresUser } from '#db/embedded-user'
import { folderIdentity, isSameFolder, type FolderIdentity } from '#lib/folder-identity'
import { log } from '#lib/log'
import { makeClient } from '#lib/postgres'
import { SettingsError } from '#lib/settings-error'

const ownerName = 'rounds-archive.json'

/** At the latest after so many seconds, what was committed is in the archive. */
const archiveTimeoutSeconds = 60

/**
 * An archive belongs to one data folder: the logs of two installations, such as an original and one
 * restored from its backup, have the same names and other content.
 */
function requireOwnArchive(archive: string, dataDir: string): void {
  const file = path.join(archive, ownerName)
  if (!existsSync(file)) {
    writeFileSync(file, `${JSON.stringify(folderIdentity(dataDir))}\n`)
    return
  }
  const owner = JSON.parse(readFileSync(file, 'utf8')) as FolderIdentity
  if (isSameFolder(owner, folderIdentity(dataDir))) return
  throw new SettingsError(
    `ARCHIVE_DIR ${archive} is the archive of the data folder ${owner.path}. Set it to an empty ` +
      'folder, and make a backup after the start.',
  )
}

const noteOf = (dataDir: string): string => path.join(dataDir, 'archive.json')

/**
 * An archive that was there at the last start and is gone is a disk that is not mounted: a new one in
 * its place would lie on another disk and begin in the middle of the log.
 */
function requireStillThere(archive: string, dataDir: string): void {
  if (archiveOf(dataDir) !== archive || existsSync(path.join(archive, ownerName))) return
  throw new SettingsError(
    `The archive of ${dataDir} is not in ARCHIVE_DIR ${archive} any more. Is its disk mounted? If ` +
      `the archive is lost, delete ${noteOf(dataDir)}, start Rounds, and make a backup.`,
  )
}

/** Where the log of this data folder is archived since its last start; undefined when it is not. */
export function archiveOf(dataDir: string): string | undefined {
  const file = noteOf(dataDir)
  if (!existsSync(file)) return undefined
  return (JSON.parse(readFileSync(file, 'utf8')) as { folder: string }).folder
}

/** Notes that the log of this data folder is not archived any more. */
export function forgetArchive(dataDir: string): void {
  rmSync(noteOf(dataDir), { force: true })
}

/**
 * Postgres' settings for continuous archiving into that folder, which is made when it is not there.
 * Notes it in the data folder: a backup, which may be made without the setting, has to know it.
 * Throws a `SettingsError`.
 */
export function archiveSettings(archive: string, dataDir: string): Record<string, string> {
  if (/['%\\\n]/.test(archive))
    throw new SettingsError(`ARCHIVE_DIR ${archive} has a quote, a percent sign or a backslash.`)
  try {
    mkdirSync(dataDir, { recursive: true })
    requireStillThere(archive, dataDir)
    mkdirSync(archive, { recursive: true })
    requireOwnArchive(archive, dataDir)
    giveTo(postgresUser(clusterOrDataDir(dataDir)), archive)
    chmodSync(archive, 0o700)
    writeFileSync(noteOf(dataDir), `${JSON.stringify({ folder: archive })}\n`)
  } catch (error) {
    if (error instanceof SettingsError) throw error
    throw new SettingsError(`ARCHIVE_DIR ${archive} cannot be used (${(error as Error).message}).`)
  }
  const to = `${archive}/%f`
  return {
    archive_mode: 'on',
    archive_timeout: String(archiveTimeoutSeconds),
    // A file that is there with the same content was archived before a crash.
    archive_command:
      `cmp -s "%p" '${to}' || ( test ! -f '${to}' && cp "%p" '${to}.part' && ` +
      `sync '${to}.part' && mv '${to}.part' '${to}' )`,
  }
}

const watchEveryMs = 60_000

type Archiver = { failing: boolean; waiting: number }

async function lookAtArchiver(url: string): Promise<Archiver> {
  const client = makeClient({ connectionString: url, connectionTimeoutMillis: 15_000 })
  await client.connect()
  try {
    const { rows } = await client.query<Archiver>(
      `select coalesce(last_failed_time > coalesce(last_archived_time, '-infinity'), false)
         as failing,
        (select count(*)::int from pg_ls_archive_statusdir() where name like '%.ready') as waiting
       from pg_stat_archiver`,
    )
    return rows[0] ?? { failing: false, waiting: 0 }
  } finally {
    await client.end()
  }
}

/**
 * Says in the log each minute that archiving fails: Postgres then keeps its log, which fills the
 * disk, and a restore ends at the last archived moment.
 */
export function watchArchiving(archive: string, url: string): { stop(): void } {
  const timer = setInterval(() => {
    lookAtArchiver(url).then(
      ({ failing, waiting }) =>
        failing &&
        log.error(
          { archive, waiting },
          'the log of the database cannot be archived: see ARCHIVE_DIR',
        ),
      // The database is away, which others say.
      () => undefined,
    )
  }, watchEveryMs)
  timer.unref()
  return { stop: () => clearInterval(timer) }
}
