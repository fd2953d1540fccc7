import { open, readdir, type FileHandle } from 'node:fs/promises'
import path from 'node:path'

import { makeClient } from '#lib/postgres'
import { SettingsError } from '#lib/settings-error'

/** Takes a file of the copy: its path in the cluster, and its content, to be read once. */
type Take = (name: string, content: AsyncIterable<Uint8Array>) => Promise<void>

export type DatabaseCopy = {
  major: number
  version: string
  /** The number by which Postgres tells clusters apart; a restored one has the same. */
  system: string
  firstLog: string
  lastLog: string
  /** When the copy ended; what was committed before is in it. */
  at: Date
  migration: number
  folders: string[]
}

/** Content of these folders belongs to the running server, and must not be in a copy. */
const emptied = new Set(
  'pg_wal pg_replslot pg_dynshmem pg_notify pg_serial pg_snapshots pg_stat_tmp pg_subtrans'.split(
    ' ',
  ),
)
/** Files of the running server, and of its place. */
const ofServer = new Set(
  (
    'postmaster.pid postmaster.opts backup_label tablespace_map recovery.signal standby.signal ' +
    'rounds-data-folder.json'
  ).split(' '),
)

function isLeftOut(name: string): boolean {
  const base = path.basename(name)
  return (
    ofServer.has(name) ||
    base.startsWith('pgsql_tmp') ||
    base.startsWith('pg_internal.init') ||
    // Tables that a crash empties: temporary ones.
    /^t\d+_\d+/.test(base)
  )
}

const pageBytes = 1024 * 1024

/** The bytes of a file that Postgres may be writing to, up to the size that it has now. */
async function* content(handle: FileHandle): AsyncGenerator<Buffer> {
  const { size } = await handle.stat()
  for (let at = 0; at < size;) {
    const buffer = Buffer.allocUnsafe(Math.min(pageBytes, size - at))
    const { bytesRead } = await handle.read(buffer, 0, buffer.length, at)
    // It was shortened meanwhile, which the log repeats.
    if (bytesRead === 0) return
    yield buffer.subarray(0, bytesRead)
    at += bytesRead
  }
}

async function takeFile(root: string, name: string, take: Take): Promise<void> {
  let handle: FileHandle
  try {
    handle = await open(path.join(root, name), 'r')
  } catch (error) {
    // Postgres deleted it meanwhile, which the log repeats.
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return
    throw error
  }
  try {
    await take(name, content(handle))
  } finally {
    await handle.close()
  }
}

/** The files and folders of the cluster that belong into a copy, without pg_control. */
async function walk(root: string): Promise<{ files: string[]; folders: string[] }> {
  const files: string[] = []
  const folders: string[] = ['.', 'pg_wal/archive_status', 'pg_wal/summaries']
  const into = async (folder: string): Promise<void> => {
    const entries = await readdir(path.join(root, folder), { withFileTypes: true }).catch(
      (error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return []
        throw error
      },
    )
    for (const entry of entries) {
      const name = path.join(folder, entry.name)
      if (isLeftOut(name)) continue
      if (entry.isDirectory()) {
        folders.push(name)
        if (!emptied.has(name)) await into(name)
      } else if (entry.isFile() && name !== controlFile) files.push(name)
    }
  }
  await into('.')
  return { files, folders }
}

const controlFile = 'global/pg_control'
const atOnce = 4

/** Copies from `first` to `last` of the log, and the files that tell its time lines. */
function logFiles(names: string[], first: string, last: string): string[] {
  const timeline = (name: string) => name.slice(0, 8)
  return names.filter(
    (name) =>
      name.endsWith('.history') ||
      (/^[0-9A-F]{24}$/.test(name) &&
        timeline(name) === timeline(last) &&
        name >= first &&
        name <= last),
  )
}

/**
 * Copies a cluster while its server runs, so that Postgres can begin with the copy: its files, with
 * the log from the beginning of the copy to its end. A slot of this session keeps the log until
 * then; it goes with the session, however that ends. `url` is the superuser's connection string.
 */
export async function copyDatabase(url: string, folder: string, take: Take): Promise<DatabaseCopy> {
  const client = makeClient({ connectionString: url, application_name: 'rounds backup' })
  const lost = new Promise<never>((_, reject) => {
    client.once('error', () =>
      reject(
        new SettingsError('The database ended during the backup: nothing was kept. Run it again.'),
      ),
    )
  })
  lost.catch(() => undefined)
  await client.connect()
  try {
    const about = await describe(client)
    await client.query(
      `select pg_create_physical_replication_slot('rounds_backup_' || pg_backend_pid(), true, true)`,
    )
    await client.query(`select pg_backup_start('rounds', true)`)
    const { files, folders } = await walk(folder)
    const copied = async (): Promise<void> => {
      for (let name = files.pop(); name !== undefined; name = files.pop())
        await takeFile(folder, name, take)
    }
    await Promise.race([lost, Promise.all(Array.from({ length: atOnce }, copied))])
    await takeFile(folder, controlFile, take)
    const log = await stopCopy(client, take)
    for (const name of logFiles(await readdir(path.join(folder, 'pg_wal')), log.first, log.last))
      await takeFile(folder, path.join('pg_wal', name), take)
    return { ...about, folders, firstLog: log.first, lastLog: log.last, at: log.at }
  } finally {
    await client.end().catch(() => undefined)
  }
}

type Client = ReturnType<typeof makeClient>

async function describe(
  client: Client,
): Promise<Pick<DatabaseCopy, 'major' | 'version' | 'system' | 'migration'>> {
  const { rows } = await client.query<{ version: string; system: string; migration: string }>(
    `select current_setting('server_version') as version,
      (select system_identifier::text from pg_control_system()) as system,
      (select coalesce(max(created_at), 0)::text from drizzle.__drizzle_migrations) as migration`,
  )
  const [{ version, system, migration } = { version: '', system: '', migration: '0' }] = rows
  return { major: Number.parseInt(version, 10), version, system, migration: Number(migration) }
}

async function stopCopy(
  client: Client,
  take: Take,
): Promise<{ first: string; last: string; at: Date }> {
  const { rows } = await client.query<{ label: string; spaces: string; last: string; at: Date }>(
    `select labelfile as label, spcmapfile as spaces, pg_walfile_name(lsn) as last,
      clock_timestamp() as at
     from pg_backup_stop(false)`,
  )
  const [stopped] = rows
  const first = /\(file ([0-9A-F]{24})\)/.exec(stopped?.label ?? '')?.[1]
  if (!stopped || !first) throw new Error('pg_backup_stop gave no label')
  if (stopped.spaces.trim() !== '')
    throw new SettingsError('The database has tablespaces outside of its folder; use pgBackRest.')
  await take('backup_label', bytesOf(stopped.label))
  return { first, last: stopped.last, at: stopped.at }
}

async function* bytesOf(text: string): AsyncGenerator<Buffer> {
  yield Buffer.from(text)
}
