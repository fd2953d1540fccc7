import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chmodSync, chownSync, existsSync, lstatSync, mkdirSync, readFileSync } from 'node:fs'
import { realpathSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'

import { folderIdentity, isSameFolder, type FolderIdentity } from '#lib/folder-identity'
import { randomToken } from '#lib/ids'
import { SettingsError } from '#lib/settings-error'

import type { Binaries } from './embedded-binaries.ts'
import {
  canWriteIn,
  giveTo,
  postgresUser,
  runAs,
  sharedFolder,
  type PostgresUser,
} from './embedded-user.ts'

/** A data folder's cluster: its folder, its superuser's password, and its last port. */
export type Cluster = { folder: string; password: string; port?: number }

/**
 * The content of `<dataDir>/postgres.json` (readable only by its owner). `folder` is `postgres` for
 * a cluster inside, so that a copy of the data folder finds its own cluster; only a cluster outside
 * has an absolute one. `home` is the data folder that wrote this. (Notes of older versions name
 * every cluster absolutely and have no `home`.)
 */
type Notes = { folder: string; password: string; port?: number; home?: FolderIdentity }

const insideName = 'postgres'
const notesFile = (dataDir: string) => path.join(dataDir, 'postgres.json')
const insideOf = (dataDir: string) => path.join(dataDir, insideName)

/**
 * Records the place of the data folder's cluster. From now on the cluster belongs to this data
 * folder.
 */
export function writeNotes(dataDir: string, { folder, password, port }: Cluster): void {
  const isInside = folder === insideOf(dataDir)
  if (!isInside) writeFileSync(ownerFile(folder), JSON.stringify(folderIdentity(dataDir)))
  const home = folderIdentity(dataDir)
  const notes: Notes = {
    folder: isInside ? insideName : folder,
    password,
    ...(port ? { port } : {}),
    home,
  }
  const draft = `${notesFile(dataDir)}.${process.pid}`
  writeFileSync(draft, `${JSON.stringify(notes, null, 2)}\n`, { mode: 0o600, flush: true })
  // A file of root would lock out the folder's owner, who may start next time.
  const { uid, gid } = lstatSync(dataDir)
  if (process.getuid?.() === 0) chownSync(draft, uid, gid)
  renameSync(draft, notesFile(dataDir))
}

function readNotes(dataDir: string): Notes | undefined {
  if (!existsSync(notesFile(dataDir))) return undefined
  try {
    return JSON.parse(readFileSync(notesFile(dataDir), 'utf8')) as Notes
  } catch (error) {
    throw new SettingsError(
      `${notesFile(dataDir)} cannot be read (${(error as Error).message}). ` +
        'It holds the password of the embedded database: make it readable, or ' +
        'restore it from a backup.',
    )
  }
}

/**
 * Finds the data folder's cluster. `initdb` creates it on first use, in `<dataDir>/postgres` or,
 * when the user of Postgres cannot reach that, in a folder outside the project that is recorded.
 * Never answers the cluster of another data folder: throws a `SettingsError` instead.
 * @param dataDir without symbolic links
 */
export function requireCluster(
  dataDir: string,
  binaries: Binaries,
  user: PostgresUser,
  onProgress: (sentence: string) => void,
): Cluster {
  const known = readNotes(dataDir)
  const inside = insideOf(dataDir)
  if (isCluster(inside)) {
    if (!known)
      throw new SettingsError(
        `${notesFile(dataDir)} is missing; it holds the password of the embedded database. ` +
          'Restore it from a backup.',
      )
    takeOverFiles(inside, user)
    return clusterOf(known, inside, dataDir)
  }
  if (known) {
    const folder = path.resolve(dataDir, known.folder)
    if (isCluster(folder)) {
      requireOwner(folder, dataDir)
      takeOverFiles(folder, user)
      return clusterOf(known, folder, dataDir)
    }
    throw new SettingsError(
      `The embedded database was kept in ${folder}, which is gone. ` +
        `Restore it, or delete ${notesFile(dataDir)} to begin with an empty database.`,
    )
  }
  const cluster = { folder: chooseFolder(dataDir, user, onProgress), password: randomToken() }
  onProgress('Making the embedded database …')
  initialise(cluster, binaries, user)
  writeNotes(dataDir, cluster)
  return cluster
}

/**
 * A copy does not use the port of its original: the two have the same passwords, so a client that
 * expects the original at its address must not find the copy there.
 */
function clusterOf({ password, port, home }: Notes, folder: string, dataDir: string): Cluster {
  const isCopy = home !== undefined && !isSameFolder(home, folderIdentity(dataDir))
  return { folder, password, ...(port && !isCopy ? { port } : {}) }
}

/** A file in a data folder whose restore has not finished; `npm start` refuses such a folder. */
export const unfinishedFile = (dataDir: string): string => path.join(dataDir, 'restoring')

/** The folder of the data folder's cluster, or the data folder itself while it has none. */
export function clusterOrDataDir(dataDir: string): string {
  const noted = readNotes(dataDir)?.folder
  const places = [insideOf(dataDir), ...(noted ? [path.resolve(dataDir, noted)] : [])]
  return places.find(isCluster) ?? dataDir
}

/** Names the data folder to which a cluster outside of it belongs. */
const ownerFile = (folder: string) => path.join(folder, 'rounds-data-folder.json')

/**
 * A copy of the data folder has no copy of a cluster outside of it: its notes name the original's
 * cluster.
 */
function requireOwner(folder: string, dataDir: string): void {
  const owner = ownerOf(folder, dataDir)
  if (owner && isSameFolder(owner, folderIdentity(dataDir))) return
  const whose = owner ? `the data folder ${owner.path}` : 'another data folder'
  throw new SettingsError(
    `The embedded database in ${folder} belongs to ${whose}. ` +
      `Copy that folder to ${insideOf(dataDir)} while its Rounds is stopped, ` +
      `or delete ${notesFile(dataDir)} to begin with an empty database.`,
  )
}

function ownerOf(folder: string, dataDir: string): FolderIdentity | undefined {
  const parent = path.dirname(folder)
  if (existsSync(notesFile(parent))) return folderIdentity(parent)
  if (existsSync(ownerFile(folder)))
    return JSON.parse(readFileSync(ownerFile(folder), 'utf8')) as FolderIdentity
  // An older version created it, which recorded no owner but named the folder after it.
  return path.basename(folder) === outsideName(dataDir) ? folderIdentity(dataDir) : undefined
}

/** Files of a copy that root made belong to root, and Postgres does not run as root. */
function takeOverFiles(folder: string, user: PostgresUser): void {
  if (!user || lstatSync(folder).uid === user.uid) return
  const { status, stderr } = spawnSync('chown', ['-R', `${user.uid}:${user.gid}`, folder], {
    encoding: 'utf8',
  })
  if (status !== 0) throw new SettingsError(`${folder} cannot be used: ${stderr.trim()}`)
}

/**
 * Makes the empty folder for a cluster that is restored into a new data folder, and notes it with
 * its superuser's password.
 */
export function placeOfNewCluster(
  dataDir: string,
  password: string,
  onProgress: (sentence: string) => void,
): string {
  const home = realpathSync(dataDir)
  const folder = chooseFolder(home, postgresUser(home), onProgress)
  mkdirSync(folder, { mode: 0o700 })
  writeNotes(home, { folder, password })
  return folder
}

const isCluster = (folder: string) => existsSync(path.join(folder, 'PG_VERSION'))

function chooseFolder(
  dataDir: string,
  user: PostgresUser,
  onProgress: (sentence: string) => void,
): string {
  const probe = path.join(dataDir, 'postgres.probe')
  mkdirSync(probe, { recursive: true, mode: 0o700 })
  try {
    giveTo(user, probe)
    if (canWriteIn(user, probe)) return path.join(dataDir, 'postgres')
  } finally {
    rmSync(probe, { recursive: true })
  }
  const outside = path.join(sharedFolder(), outsideName(dataDir))
  onProgress(
    `Postgres does not run as root and cannot reach ${dataDir} as another user: ` +
      `the database is kept in ${outside}.`,
  )
  return outside
}

const outsideName = (dataDir: string) =>
  `data-${createHash('sha256').update(dataDir).digest('hex').slice(0, 12)}`

/**
 * Created under another name and renamed when complete, so that a start killed half-way leaves
 * nothing that looks like a cluster.
 */
function initialise({ folder, password }: Cluster, { initdb }: Binaries, user: PostgresUser): void {
  if (existsSync(folder)) {
    throw new SettingsError(
      `${folder} holds files that this data folder does not know. Move it away, then start again.`,
    )
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
      // The same order of texts on every machine, whatever its locales are.
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

/**
 * The connection string of the embedded database of this data folder, as it ran last; undefined
 * when it never did.
 */
export function embeddedUrl(dataDir: string): string | undefined {
  const notes = readNotes(dataDir)
  if (!notes?.port) return undefined
  return `postgresql://postgres:${notes.password}@127.0.0.1:${notes.port}/rounds`
}
