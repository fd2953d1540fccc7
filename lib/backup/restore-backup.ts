import { createWriteStream } from 'node:fs'
import { cp, mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { setTimeout as sleep } from 'node:timers/promises'

import { startEmbeddedPostgres, type EmbeddedPostgres } from '#db/embedded'
import { placeOfNewCluster, unfinishedFile } from '#db/embedded-cluster'
import { isSameFolder, folderIdentity } from '#lib/folder-identity'
import { makeClient } from '#lib/postgres'
import { SettingsError } from '#lib/settings-error'

import type { Entry, Manifest } from './manifest.ts'
import { backupNames, readManifest, readObject, type Repository } from './repository.ts'

/** Which state is restored: that of the backup, the end of the archived log, or an instant. */
export type Target = 'backup' | 'end' | Date

type Progress = (sentence: string) => void

/**
 * The newest backup that leads to the target. Throws a `SettingsError` when there is none.
 * @param name of the backup, when a certain one is wanted
 */
export async function chooseBackup(
  repository: Repository,
  { name, target }: { name: string | undefined; target: Target },
): Promise<Manifest> {
  const names = await backupNames(repository)
  if (name !== undefined) {
    if (names.includes(name)) return await readManifest(repository, name)
    throw new SettingsError(`There is no backup ${name}. There are: ${names.join(', ') || 'none'}.`)
  }
  for (const each of names.toReversed()) {
    const manifest = await readManifest(repository, each)
    if (!(target instanceof Date) || new Date(manifest.databaseAt) <= target) return manifest
  }
  throw new SettingsError(
    names.length === 0
      ? `${repository.folder} has no finished backup.`
      : `No backup is as old as that time. The oldest is ${names[0]}.`,
  )
}

/** Throws a `SettingsError` unless the folder is new or empty, and none of what is restored from. */
async function requireNewFolder(folder: string, manifest: Manifest): Promise<void> {
  const original = await stat(manifest.dataDir).catch(() => undefined)
  const there = await stat(folder).catch(() => undefined)
  const isOriginal =
    path.resolve(folder) === path.resolve(manifest.dataDir) ||
    (original && there && isSameFolder(folderIdentity(folder), folderIdentity(manifest.dataDir)))
  if (isOriginal && original)
    throw new SettingsError(
      `${folder} is the original that the backup was made of. Restore into another folder, or move ` +
        'the original away first.',
    )
  if (there && (await readdir(folder)).length > 0)
    throw new SettingsError(
      `${folder} is not empty. Name a folder that is empty or does not exist.`,
    )
}

async function writeEntry(repository: Repository, entry: Entry, file: string): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 })
  await pipeline(readObject(repository, entry), createWriteStream(file, { mode: 0o600 }))
}

const atOnce = 4

async function writeAll(
  repository: Repository,
  entries: Entry[],
  placeOf: (entry: Entry) => string,
): Promise<void> {
  const rest = [...entries]
  const work = async () => {
    for (let entry = rest.pop(); entry !== undefined; entry = rest.pop())
      await writeEntry(repository, entry, placeOf(entry))
  }
  await Promise.all(Array.from({ length: atOnce }, work))
}

type Written = { cluster: string }

/**
 * Writes the content of a backup into a new data folder: files first, then the database, in which
 * nothing runs yet. Without its files, those of `filesFrom` are copied.
 */
async function writeFolder(
  repository: Repository,
  manifest: Manifest,
  { folder, filesFrom, progress }: { folder: string; filesFrom?: string; progress: Progress },
): Promise<Written> {
  const isOfCluster = ({ path: name }: Entry) => name.startsWith('postgres/')
  progress('Writing the files …')
  if (filesFrom !== undefined)
    for (const name of ['files', 'payloads'])
      await cp(path.join(filesFrom, name), path.join(folder, name), {
        recursive: true,
        preserveTimestamps: true,
      }).catch((error: NodeJS.ErrnoException) => {
        if (error.code !== 'ENOENT') throw error
      })
  const others = manifest.entries.filter((entry) => !isOfCluster(entry))
  await writeAll(repository, others, (entry) => path.join(folder, entry.path))
  progress('Writing the database …')
  const { password } = JSON.parse(await readFile(path.join(folder, 'postgres.json'), 'utf8')) as {
    password: string
  }
  const cluster = placeOfNewCluster(folder, password, progress)
  for (const name of manifest.folders)
    await mkdir(path.join(cluster, path.relative('postgres', name)), {
      recursive: true,
      mode: 0o700,
    })
  await writeAll(repository, manifest.entries.filter(isOfCluster), (entry) =>
    path.join(cluster, path.relative('postgres', entry.path)),
  )
  await writeFile(path.join(cluster, 'recovery.signal'), '')
  return { cluster }
}

/** Postgres' settings that lead to the target. */
function recoverySettings(target: Target, archive: string | undefined): Record<string, string> {
  const goalOf = (): Record<string, string> => {
    if (target === 'backup') return { recovery_target: 'immediate' }
    if (target === 'end') return {}
    // Postgres' own way to write it.
    return {
      recovery_target_time: target.toISOString().replace('T', ' ').replace('Z', '+00'),
    }
  }
  return {
    ...goalOf(),
    // Without an archive, all of the log that is needed is in the backup.
    restore_command: archive === undefined ? 'false' : `cp '${archive}/%f' '%p' 2>/dev/null`,
    recovery_target_action: 'promote',
    archive_mode: 'off',
    // Nobody may sign in before the target is reached.
    hot_standby: 'off',
  }
}

/** Waits until the server has replayed the log and takes writes. */
async function whenRecovered(postgres: EmbeddedPostgres): Promise<void> {
  for (;;) {
    const client = makeClient({ connectionString: postgres.url, connectionTimeoutMillis: 5000 })
    try {
      await client.connect()
      const { rows } = await client.query<{ recovering: boolean }>(
        'select pg_is_in_recovery() as recovering',
      )
      if (rows[0]?.recovering === false) return
    } finally {
      await client.end().catch(() => undefined)
    }
    await sleep(100)
  }
}

/** The instant of the last transaction that the log had, as Postgres says in its own log. */
async function lastTransaction(folder: string): Promise<Date | undefined> {
  const log = await readFile(path.join(folder, 'postgres.log'), 'utf8').catch(() => '')
  const said = [...log.matchAll(/last completed transaction was at log time ([^\n]+)/g)].at(-1)?.[1]
  const at =
    said === undefined ? NaN : Date.parse(said.replace(/ (?:UTC|GMT)|\+00$/, 'Z').replace(' ', 'T'))
  return Number.isNaN(at) ? undefined : new Date(at)
}

/** The instant of the state that was restored. */
async function reached(folder: string, target: Target, manifest: Manifest): Promise<Date> {
  if (target instanceof Date) return target
  const last = target === 'end' ? await lastTransaction(folder) : undefined
  return last ?? new Date(manifest.databaseAt)
}

type Options = {
  /** The new data folder. */
  folder: string
  target: Target
  /** The folder of the archived log. */
  archive: string | undefined
  /** The data folder whose files are taken when the backup has none. */
  filesFrom?: string | undefined
  progress: Progress
}

/**
 * Restores a backup into a new data folder and lets Postgres replay its log up to the target. The
 * original is only read, and only where `filesFrom` names it. `then` gets the running database and
 * the instant that was restored; only when it has ended is the folder usable. Throws a
 * `SettingsError`.
 */
export async function restoreBackup(
  repository: Repository,
  manifest: Manifest,
  { folder, target, archive, filesFrom, progress }: Options,
  then: (database: { url: string; backupAt: Date }) => Promise<void>,
): Promise<void> {
  await requireNewFolder(folder, manifest)
  await mkdir(folder, { recursive: true, mode: 0o711 })
  const unfinished = unfinishedFile(folder)
  await writeFile(unfinished, `from the backup ${manifest.name}\n`)
  const files = filesFrom === undefined ? {} : { filesFrom }
  const { cluster } = await writeFolder(repository, manifest, { folder, ...files, progress })
  progress('Replaying the log …')
  const postgres = await startRecovery(folder, target, archive, progress)
  try {
    await whenRecovered(postgres)
    await then({ url: postgres.url, backupAt: await reached(folder, target, manifest) })
  } finally {
    await postgres.stop()
  }
  await rm(path.join(cluster, 'recovery.signal'), { force: true })
  await rm(unfinished)
}

async function startRecovery(
  folder: string,
  target: Target,
  archive: string | undefined,
  onProgress: Progress,
): Promise<EmbeddedPostgres> {
  try {
    return await startEmbeddedPostgres({
      dataDir: folder,
      settings: recoverySettings(target, archive),
      patienceMs: Infinity,
      startTries: 1,
      onProgress,
    })
  } catch (error) {
    const { message } = error as Error
    if (!message.includes('before configured recovery target was reached')) throw error
    throw new SettingsError(
      archive === undefined
        ? 'The backup does not reach that time, and there is no archived log: name --archive, or ' +
            'restore to the backup itself.'
        : `The archived log in ${archive} does not reach that time. Restore with --to end.`,
    )
  }
}
