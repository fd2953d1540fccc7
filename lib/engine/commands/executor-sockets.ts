import { createHash } from 'node:crypto'
import { lstatSync, mkdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { RunStatus } from '#lib/domain/statuses'
import type { NewStart, NotStarted } from '../execute/turns.ts'
import type { RunReader } from '../model/run.ts'
import type { StoredRun } from '../store/reads/stored-runs.ts'

/**
 * The message of the process that starts a run. `waits`: its caller waits for the end of the run;
 * with `reader`, for at least `reader.withinMs`, to read it.
 */
export type HandOver = { start: NewStart; waits: boolean; reader?: WaitingReader }
export type WaitingReader = RunReader & { withinMs: number }

/** The first message of a worker, so that no run is handed over to a frozen one. */
export const readyMessage = { kind: 'ready' } as const

/**
 * The answer of a worker: it has no room (`queue`), the run was not written (`refused`), it is
 * written (`started`), it has ended (`ended`; `read` is for its reader), or its first turn left it
 * (`left`): then the run waits for something, or goes on in another turn.
 */
export type ExecutorAnswer = { runId: string } & (
  | { kind: 'queue' }
  | { kind: 'refused'; refusal: NotStarted }
  | { kind: 'started'; status: RunStatus }
  | { kind: 'ended'; status: RunStatus; read?: StoredRun }
  | { kind: 'left' }
)

/** Raised when the messages change, so that processes of two versions do not connect. */
const version = 3
/** A socket's address has at most 107 bytes; a name takes 70. */
const maxDirectoryLength = 36
export const socketSuffix = '.sock'

/** The beginning of the socket names of workers that have the same database. */
export function socketPrefix(databaseUrl: string): string {
  const { hostname, port, pathname } = new URL(databaseUrl)
  const database = createHash('sha256').update(`${hostname}:${port}${pathname}`).digest('hex')
  return `${version}-${database.slice(0, 16)}-`
}

/**
 * The folder of the sockets on which workers of this machine take runs; it is created when it is
 * missing, and only this user may enter it. It is in the data folder, or in the system's folder for
 * temporary files when the data folder's name is too long for a socket's address. Throws when the
 * folder belongs to another user.
 */
export function socketDirectory(dataDir: string): string {
  const own = path.join(dataDir, 'executors')
  // A container's user often has no name, for which `userInfo()` throws.
  const uid = process.getuid?.() ?? 0
  const name = createHash('sha256').update(dataDir).digest('hex').slice(0, 16)
  const directory =
    own.length <= maxDirectoryLength ? own : path.join(tmpdir(), `rounds-${uid}-${name}`)
  mkdirSync(directory, { recursive: true, mode: 0o700 })
  const found = lstatSync(directory)
  if (!found.isDirectory() || found.uid !== uid || (found.mode & 0o077) !== 0)
    throw new Error(`${directory} must be a folder that only this user may enter`)
  return directory
}
