import {
  linkSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { hostname } from 'node:os'
import path from 'node:path'

import { folderIdentity, isSameFolder, type FolderIdentity } from '#lib/folder-identity'
import { processIdentity } from '#lib/process-identity'
import { SettingsError } from '#lib/settings-error'

/**
 * `folder` distinguishes a lock from its copy in a copied data folder; locks of older versions have
 * none.
 */
type Holder = {
  pid: number
  identity: string
  host: string
  address: string
  folder?: FolderIdentity
}

const heartbeatMs = 3000
/**
 * A lock of another machine or container is abandoned when it shows no sign of life for this long.
 */
const silenceMs = 15_000

/**
 * Locks the data folder for this process; the lock shows `address` to others. Takes over a lock
 * whose process has ended. Throws a `SettingsError` while another process has the lock. Returns the
 * function that releases it.
 */
export function lockDataDir(dataDir: string, address: string): () => void {
  return lockFolder(dataDir, 'lock.json', {
    address,
    refusal: (holder) =>
      `Rounds is already running on the data folder ${dataDir}: ${holder.address} (process ` +
      `${holder.pid}${holder.host === hostname() ? '' : ` on ${holder.host}`}). ` +
      'Use that one, end it, or set DATA_DIR to another folder.',
  })
}

/** Whether a running process has the data folder's lock. */
export function isDataDirInUse(dataDir: string): boolean {
  const file = path.join(dataDir, 'lock.json')
  const holder = read(file)
  return holder !== undefined && isHeld(holder, file, dataDir)
}

type Lock = {
  address: string
  /** The sentence for who comes later. */
  refusal: (holder: Pick<Holder, 'pid' | 'host' | 'address'>) => string
}

/** The same with a file `name` in any folder, for work of which one is done there at a time. */
export function lockFolder(dataDir: string, name: string, { address, refusal }: Lock): () => void {
  const file = path.join(dataDir, name)
  const own: Holder = {
    pid: process.pid,
    identity: processIdentity(process.pid) ?? '',
    host: hostname(),
    address,
  }
  const draft = `${file}.${process.pid}`
  try {
    mkdirSync(dataDir, { recursive: true })
    own.folder = folderIdentity(dataDir)
    writeFileSync(draft, JSON.stringify(own))
  } catch (error) {
    throw new SettingsError(
      `The folder ${dataDir} cannot be written (${(error as Error).message}). ` +
        'Start as the user who owns it, or set DATA_DIR to another folder.',
    )
  }
  try {
    while (!tryLink(draft, file)) takeAwayIfLeft(file, dataDir, refusal)
  } finally {
    rmSync(draft, { force: true })
  }
  const heartbeat = setInterval(() => touch(file), heartbeatMs)
  heartbeat.unref()
  return () => {
    clearInterval(heartbeat)
    if (read(file)?.identity === own.identity) rmSync(file, { force: true })
  }
}

function tryLink(draft: string, file: string): boolean {
  try {
    linkSync(draft, file)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    return false
  }
}

/**
 * When two processes find the same abandoned lock, the one whose rename succeeds may delete it. One
 * that renamed a fresh lock by mistake restores it.
 */
function takeAwayIfLeft(file: string, dataDir: string, refusal: Lock['refusal']): void {
  const holder = read(file)
  if (!holder) return rmSync(file, { force: true })
  if (isHeld(holder, file, dataDir)) {
    throw new SettingsError(refusal(holder))
  }
  const taken = `${file}.left.${process.pid}`
  try {
    renameSync(file, taken)
  } catch {
    return
  }
  const found = read(taken)
  if (found && found.identity !== holder.identity) tryLink(taken, file)
  rmSync(taken, { force: true })
}

function isHeld({ pid, identity, host, folder }: Holder, file: string, dataDir: string): boolean {
  // The lock was copied with the folder; the process that wrote it uses the original.
  if (folder && !isSameFolder(folder, folderIdentity(dataDir))) return false
  if (host === hostname()) return processIdentity(pid) === identity
  return Date.now() - (statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0) < silenceMs
}

function read(file: string): Holder | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Holder
  } catch {
    return undefined
  }
}

function touch(file: string): void {
  try {
    utimesSync(file, new Date(), new Date())
  } catch {
    // The folder is gone: nothing is left to protect.
  }
}
