import { spawnSync } from 'node:child_process'
import { chownSync, existsSync, lstatSync, mkdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

import { SettingsError } from '#lib/settings-error'

/**
 * Postgres refuses to run as root. When we are root it runs as the owner of the data folder or,
 * when that is root too, as `nobody`; nothing on the machine is changed for it. Undefined: run as
 * ourselves.
 */
export type PostgresUser = { uid: number; gid: number } | undefined

/** `nobody`, and `daemon` where there is no such account. */
const powerless = [65534, 1]

/**
 * `folder` is the cluster's own, once there is one: whoever owns that must go on, whatever became
 * of the folders around it.
 */
export function postgresUser(folder: string): PostgresUser {
  if (process.getuid?.() !== 0) return undefined
  const { uid, gid } = lstatSync(folder)
  // initdb refuses an id without a name, as bind mounts into containers have.
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
 * Runs a program to its end as that user, with an environment that holds none of our settings.
 * Throws when it cannot be started or fails.
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
 * What Postgres' programs see of the environment. A fixed locale and time zone make a cluster
 * independent of who started it.
 */
export const postgresEnvironment = {
  NODE_ENV: process.env.NODE_ENV,
  PATH: process.env.PATH ?? '/usr/bin:/bin',
  LC_ALL: 'C',
  TZ: 'UTC',
}

/**
 * Whether that user can work in `folder`: the folders above it may be closed (a project under /root
 * is).
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
 * A folder of ours that every user can reach: for what Postgres needs when the project's own
 * folders are closed to it.
 */
export function sharedFolder(): string {
  const usable = ['/var/lib/rounds', path.join(tmpdir(), 'rounds-shared')].find((folder) => {
    try {
      if (!existsSync(folder)) mkdirSync(folder, { recursive: true, mode: 0o755 })
      const { uid, mode } = lstatSync(folder)
      // In a shared temporary folder anyone could have made it before us.
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
