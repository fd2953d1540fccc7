import { createReadStream, existsSync, readFileSync } from 'node:fs'
import { readdir, rm, stat } from 'node:fs/promises'
import path from 'node:path'

import { keyPattern } from '#lib/store/keys'

import { copyDatabase } from './copy-database.ts'
import type { Entry, Manifest } from './manifest.ts'
import {
  backupNames,
  hasObject,
  prune,
  putManifest,
  putObject,
  readManifest,
  type Repository,
} from './repository.ts'

export type BackupSource = {
  dataDir: string
  /** The folder of the cluster. */
  cluster: string
  /** The superuser's connection string on the database `rounds`. */
  url: string
  /** The superuser's password, without which nobody can sign in to a restored cluster. */
  password: string
  /** The folder of continuous archiving, when it is on. */
  archive: string | undefined
  keyFingerprint: string
  files: Manifest['files']
  withSecretKey: boolean
  /** The version of Rounds. */
  version: string
}

export type Done = {
  manifest: Manifest
  /** Bytes of all, and of what earlier backups did not have. */
  bytes: number
  newBytes: number
  removed: { backups: number; objects: number; log: number } | undefined
}

type Progress = (sentence: string) => void

/** One backup that is being made. */
class Making {
  readonly entries: Entry[] = []
  newBytes = 0
  readonly #repository: Repository
  readonly #known: Map<string, Entry>

  constructor(repository: Repository, known: Map<string, Entry>) {
    this.#repository = repository
    this.#known = known
  }

  async add(name: string, content: AsyncIterable<Uint8Array>): Promise<void> {
    const { size, sha256, object, isNew } = await putObject(this.#repository, content)
    if (isNew) this.newBytes += size
    this.entries.push({ path: name, size, sha256, object })
  }

  /** A file whose content never changes under its name is not read again. */
  async addImmutable(dataDir: string, name: string): Promise<void> {
    const file = path.join(dataDir, name)
    const about = await stat(file).catch(() => undefined)
    // Deleted meanwhile, with its row.
    if (!about?.isFile()) return
    const before = this.#known.get(name)
    if (before && before.size === about.size && hasObject(this.#repository, before.object)) {
      this.entries.push(before)
      return
    }
    try {
      await this.add(name, createReadStream(file))
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    }
  }

  get bytes(): number {
    return this.entries.reduce((sum, { size }) => sum + size, 0)
  }
}

async function lastEntries(repository: Repository): Promise<Map<string, Entry>> {
  const newest = (await backupNames(repository)).at(-1)
  if (newest === undefined) return new Map()
  const { entries } = await readManifest(repository, newest)
  return new Map(entries.map((entry) => [entry.path, entry]))
}

const namesIn = async (folder: string): Promise<string[]> => await readdir(folder).catch(() => [])

/** Names of stored files and payloads; parts of uploads and remains are left out. */
async function* storedNames(dataDir: string): AsyncGenerator<string> {
  for (const first of await namesIn(path.join(dataDir, 'files')))
    for (const second of await namesIn(path.join(dataDir, 'files', first)))
      for (const name of await namesIn(path.join(dataDir, 'files', first, second)))
        if (keyPattern.test(`${first}/${second}/${name}`)) yield `files/${first}/${second}/${name}`
  for (const month of await namesIn(path.join(dataDir, 'payloads')))
    for (const run of await namesIn(path.join(dataDir, 'payloads', month)))
      for (const name of await namesIn(path.join(dataDir, 'payloads', month, run)))
        if (/^[0-9a-f]{64}$/.test(name)) yield `payloads/${month}/${run}/${name}`
}

async function addStored(making: Making, dataDir: string, progress: Progress): Promise<void> {
  let count = 0
  for await (const name of storedNames(dataDir)) {
    await making.addImmutable(dataDir, name)
    if (++count % 10_000 === 0) progress(`Files: ${count} …`)
  }
}

type SecretKey = Manifest['secretKey']

async function addKeys(making: Making, { dataDir, withSecretKey }: BackupSource) {
  const add = async (name: string) => {
    const file = path.join(dataDir, name)
    if (existsSync(file)) await making.add(name, createReadStream(file))
    return existsSync(file)
  }
  // The mark by which machines know the folder of files.
  await add('installation')
  if (!withSecretKey) return 'left-out' satisfies SecretKey
  await add('demo-api-key')
  return ((await add('secret.key')) ? 'included' : 'not-in-folder') satisfies SecretKey
}

async function* notesOf(password: string): AsyncGenerator<Buffer> {
  yield Buffer.from(`${JSON.stringify({ folder: 'postgres', password }, null, 2)}\n`)
}

/**
 * Makes one backup: first the database, then the files, so that it has each file that the database
 * names. The manifest comes last. With `keep`, older backups are removed then.
 */
export async function makeBackup(
  repository: Repository,
  source: BackupSource,
  { keep, progress }: { keep: number | undefined; progress: Progress },
): Promise<Done> {
  const making = new Making(repository, await lastEntries(repository))
  const begun = new Date()
  progress('Copying the database …')
  const copy = await copyDatabase(source.url, source.cluster, async (name, content) => {
    await making.add(path.posix.join('postgres', name), content)
  })
  await making.add('postgres.json', notesOf(source.password))
  if (source.files === 'included') {
    progress('Copying the files …')
    await addStored(making, source.dataDir, progress)
  }
  const { at, migration, folders, ...postgres } = copy
  const manifest: Manifest = {
    format: 1,
    name: begun.toISOString().replaceAll(/[:.]/g, '-'),
    databaseAt: at.toISOString(),
    finishedAt: new Date().toISOString(),
    rounds: source.version,
    migration,
    dataDir: source.dataDir,
    postgres: { ...postgres, archive: source.archive ?? null },
    files: source.files,
    secretKey: await addKeys(making, source),
    keyFingerprint: source.keyFingerprint,
    folders: folders.map((folder) => path.posix.join('postgres', folder)),
    entries: making.entries,
  }
  await putManifest(repository, manifest)
  const { bytes, newBytes } = making
  if (keep === undefined) return { manifest, bytes, newBytes, removed: undefined }
  const { kept, ...removed } = await prune(repository, keep)
  const log = source.archive === undefined ? 0 : await pruneArchive(source.archive, kept)
  return { manifest, bytes, newBytes, removed: { ...removed, log } }
}

/** Removes archived files of the log that are older than what the kept backups need. */
async function pruneArchive(archive: string, kept: Manifest[]): Promise<number> {
  // Names without the time line sort by their place in the log.
  const place = (name: string) => name.slice(8)
  const oldest = kept.map(({ postgres }) => place(postgres.firstLog)).toSorted()[0]
  if (oldest === undefined) return 0
  const old = (await readdir(archive)).filter(
    (name) => /^[0-9A-F]{24}$/.test(name) && place(name) < oldest,
  )
  for (const name of old) await rm(path.join(archive, name))
  return old.length
}

/** The version of Rounds in `package.json`. */
export const ownVersion = (): string =>
  (JSON.parse(readFileSync('package.json', 'utf8')) as { version: string }).version
