import { spawnSync } from 'node:child_process'
import { chownSync, existsSync, lstatSync, mkdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

import { SettingsError } from '#lib/settings-error'

/**
 * The user of Postgres, which refuses to run as root. When this process is root, Postgres runs as
 * the owner of the data folder or, when that is also root, as `nobody`; nothing on the machine is
 * changed for it. Undefined: the user of this process.
 */
export type PostgresUser = { uid: number; gid: number } | undefined

/** `nobody`, or `daemon` when there is no such account. */
const powerless = [65534, 1]

/**
 * `folder` is the cluster's own when it exists: its owner must stay the same, whatever happened to
 * the folders around it.
 */
export function postgresUser(folder: string): PostgresUser {
  if (process.getuid?.() !== 0) return undefined
  const { uid, gid } = lstatSync(folder)
  // initdb refuses an id without a name, which bind mounts into containers have.
  if (uid !== 0 && hasName(uid)) return { uid, gid }
  const id = powerless.find(hasName)
  if (id === undefined)
    throw new SettingsError(
      'The embedded database cannot run as root, and there is no other user. ' +
        'Set DATABASE_URL, or start as an ordinary user.',
    )
  return { uid: id, gid: id }
}

function hasName(uid: number): boolean {
  return spawnSync('id', ['-un', String(uid)], { stdio: 'ignore' }).status === 0
}

/** Gives a file or folder to the user that Postgres runs as. */
export function giveTo(user: PostgresUser, target: string): void {
  if (user) chownSync(target, user.uid, user.gid)
}

/**
 * Runs a program to its end as that user, with an environment without our settings. Throws when it
 * cannot be started or fails.
 */
export function runAs(user: PostgresUser, program: string, args: string[]): string {
  const { error, status, stdout, stderr } = spawnSync(program, args, {
    ...user,
    cwd: '/',
    env: postgresEnvironment,
    encoding: 'utf8',
  })
  if (error) throw error
  if (status !== 0)
    throw new SettingsError(`${path.basename(program)} failed: ${stderr.trim() || stdout.trim()}`)
  return stdout
}

/**
 * The environment of Postgres' programs. A fixed locale and time zone make a cluster independent of
 * the user who started it.
 */
export const postgresEnvironment = {
  NODE_ENV: process.env.NODE_ENV,
  PATH: process.env.PATH ?? '/usr/bin:/bin',
  LC_ALL: 'C',
  TZ: 'UTC',
}

/**
 * Whether that user can work in `folder`: the folders above it may be closed (such as a project
 * under /root).
 */
export function canWriteIn(user: PostgresUser, folder: string): boolean {
  if (!user) return true
  const probe = 'cd "$1" && : > .probe && rm .probe'
  return (
    spawnSync('/bin/sh', ['-c', probe, 'sh', folder], { ...user, cwd: '/', stdio: 'ignore' })
      .status === 0
  )
}

/**
 * A folder of the service that every user can reach, for files of Postgres when the project's own
 * folders are closed to it.
 */
export function sharedFolder(): string {
  const usable = ['/var/lib/rounds', path.join(tmpdir(), 'rounds-shared')].find((folder) => {
    try {
      if (!existsSync(folder)) mkdirSync(folder, { recursive: true, mode: 0o755 })
      const { uid, mode } = lstatSync(folder)
      // In a shared temporary folder, another user could have created it before.
      return uid === process.getuid?.() && (mode & 0o022) === 0 && lstatSync(folder).isDirectory()
    } catch {
      return false
    }
  })
  if (usable) return usable
  throw new SettingsError(
    'The embedded database cannot run as root here, because no folder outside the project can ' +
      'be used. Set DATABASE_URL, or start as an ordinary user.',
  )
}
