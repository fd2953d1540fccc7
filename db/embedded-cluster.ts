import { createHash } from 'node:crypto'
import { chmodSync, chownSync, existsSync, lstatSync, mkdirSync, readFileSync, realpathSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'

import { randomToken } from '#lib/ids'
import { SettingsError } from '#lib/settings-error'

import type { Binaries } from './embedded-binaries.ts'
import { canWriteIn, giveTo, runAs, sharedFolder, type PostgresUser } from './embedded-user.ts'

/** What is remembered in `<dataDir>/postgres.json` (readable by its owner only). */
export type ClusterNotes = { folder: string; password: string; port?: number }

const notesFile = (dataDir: string) => path.join(dataDir, 'postgres.json')

export function writeNotes(dataDir: string, notes: ClusterNotes): void {
  const draft = `${notesFile(dataDir)}.${process.pid}`
  writeFileSync(draft, `${JSON.stringify(notes, null, 2)}\n`, { mode: 0o600, flush: true })
  // Written by root it would shut out the folder's owner, who starts next time.
  const { uid, gid } = lstatSync(dataDir)
  if (process.getuid?.() === 0) chownSync(draft, uid, gid)
  renameSync(draft, notesFile(dataDir))
}

function readNotes(dataDir: string): ClusterNotes | undefined {
  if (!existsSync(notesFile(dataDir))) return undefined
  try {
    return JSON.parse(readFileSync(notesFile(dataDir), 'utf8')) as ClusterNotes
  } catch (error) {
    throw new SettingsError(
      `${notesFile(dataDir)} cannot be read (${(error as Error).message}). It holds the password of the embedded database: make it readable, or restore it from a backup.`,
    )
  }
}

/**
 * The folder of the data folder's cluster and its superuser's password. The cluster is made by `initdb` on first use, in `<dataDir>/postgres` or,
 * when the user that Postgres runs as cannot reach that, in a folder outside the project that is remembered.
 */
export function requireCluster(dataDir: string, binaries: Binaries, user: PostgresUser, onProgress: (sentence: string) => void): ClusterNotes {
  const known = readNotes(dataDir)
  const inside = path.join(dataDir, 'postgres')
  if (known && isCluster(known.folder)) return known
  if (isCluster(inside)) {
    if (!known) throw new SettingsError(`${notesFile(dataDir)} is missing; it holds the password of the embedded database. Restore it from a backup.`)
    // The data folder was moved.
    return { ...known, folder: inside }
  }
  if (known) {
    throw new SettingsError(
      `The embedded database was kept in ${known.folder}, which is gone. Restore it, or delete ${notesFile(dataDir)} to begin with an empty database.`,
    )
  }
  const notes = { folder: chooseFolder(dataDir, user, onProgress), password: randomToken() }
  onProgress('Making the embedded database …')
  initialise(notes, binaries, user)
  writeNotes(dataDir, notes)
  return notes
}

/** The folder that holds the data folder's cluster, or the data folder itself as long as there is none. */
export function clusterOrDataDir(dataDir: string): string {
  return [readNotes(dataDir)?.folder ?? '', path.join(dataDir, 'postgres')].find(isCluster) ?? dataDir
}

const isCluster = (folder: string) => existsSync(path.join(folder, 'PG_VERSION'))

function chooseFolder(dataDir: string, user: PostgresUser, onProgress: (sentence: string) => void): string {
  const probe = path.join(dataDir, 'postgres.probe')
  mkdirSync(probe, { recursive: true, mode: 0o700 })
  try {
    giveTo(user, probe)
    if (canWriteIn(user, probe)) return path.join(dataDir, 'postgres')
  } finally {
    rmSync(probe, { recursive: true })
  }
  const name = createHash('sha256').update(realpathSync(dataDir)).digest('hex').slice(0, 12)
  const outside = path.join(sharedFolder(), `data-${name}`)
  onProgress(`Postgres does not run as root and cannot reach ${dataDir} as another user: the database is kept in ${outside}.`)
  return outside
}

/** Made under another name and put in place when complete, so that a start killed half-way leaves nothing that looks like a cluster. */
function initialise({ folder, password }: ClusterNotes, { initdb }: Binaries, user: PostgresUser): void {
  if (existsSync(folder)) {
    throw new SettingsError(`${folder} holds files that this data folder does not know. Move it away, then start again.`)
  }
  const draft = `${folder}.draft`
  const passwordFile = `${folder}.password`
  rmSync(draft, { recursive: true, force: true })
  mkdirSync(draft, { mode: 0o700 })
  try {
    writeFileSync(passwordFile, password, { mode: 0o600 })
    giveTo(user, draft)
    giveTo(user, passwordFile)
    runAs(user, initdb, [
      `--pgdata=${draft}`,
      `--pwfile=${passwordFile}`,
      '--username=postgres',
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      // The same order of text on every machine, whatever locales it has.
      '--locale=C',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      '--no-instructions',
    ])
  } finally {
    rmSync(passwordFile, { force: true })
  }
  chmodSync(draft, 0o700)
  renameSync(draft, folder)
}
