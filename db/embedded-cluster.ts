import { createHash } from 'node:crypto'
import { chmodSync, existsSync, mkdirSync, readFileSync, realpathSync, renameSync, rmSync, writeFileSync } from 'node:fs'
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
  renameSync(draft, notesFile(dataDir))
}

function readNotes(dataDir: string): ClusterNotes | undefined {
  if (!existsSync(notesFile(dataDir))) return undefined
  try {
    return JSON.parse(readFileSync(notesFile(dataDir), 'utf8')) as ClusterNotes
  } catch {
    throw new SettingsError(`${notesFile(dataDir)} is damaged; it holds the password of the embedded database. Restore it from a backup.`)
  }
}

/**
 * The folder of the data folder's cluster and its superuser's password. The cluster is made by `initdb` on first use, in `<dataDir>/postgres` or,
 * when the user that Postgres runs as cannot reach that, in a folder outside the project that is remembered.
 */
export function requireCluster(dataDir: string, binaries: Binaries, user: PostgresUser, onProgress: (sentence: string) => void): ClusterNotes {
  const known = readNotes(dataDir)
  const inside = path.join(dataDir, 'postgres')
  if (known && existsSync(path.join(known.folder, 'PG_VERSION'))) return known
  if (existsSync(path.join(inside, 'PG_VERSION'))) {
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
