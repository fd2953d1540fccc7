/**
 * Which of the things that a request needs is missing at the moment: `database` (away, starting,
 * stopping, no connection left, out of memory, read-only) or `storage` (no room on a disk, of the
 * database or of the data folder, or it cannot be written).
 */
export type Shortage = 'database' | 'storage'

/** SQLSTATE of a full or broken disk; the rest of its class 53 is "no connection left" and such. */
const fullDisk = /^(?:53100|58030)$/
/**
 * SQLSTATEs of a server that is not there, or not now: 08 connection, 53 resources, 57P shutdown,
 * crash, start. 25006: it takes no writes, as a standby does and, with some hosts, a full disk. 55P03:
 * a lock is not given back, as by a commit that waits for its standby.
 */
const noServer = /^(?:08\w{3}|53\w{3}|57P\w{2}|25006|55P03)$/
const noRoom = new Set(['ENOSPC', 'EDQUOT', 'EROFS', 'EIO', 'EMFILE', 'ENFILE'])
const noSocket = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'EHOSTDOWN',
  'ENETUNREACH',
  'ENETDOWN',
  'EADDRNOTAVAIL',
])
/** What the driver throws by itself has no code (pg 8, pg-pool 3). */
const driverSays =
  /^(?:Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Client was closed and is not queryable|Cannot use a pool after calling end|Query read timeout|timeout expired$)/

/**
 * Undefined for an error of any other kind. Looks through what wraps an error: causes (the query
 * builder's) and the several attempts of one connection.
 */
export function shortageOf(error: unknown): Shortage | undefined {
  const seen = new Set<unknown>()
  const open: unknown[] = [error]
  while (open.length > 0) {
    const one = open.pop()
    if (!(one instanceof Error) || seen.has(one)) continue
    seen.add(one)
    const found = own(one)
    if (found) return found
    open.push(one.cause, ...(one instanceof AggregateError ? (one.errors as unknown[]) : []))
  }
  return undefined
}

function own(error: Error): Shortage | undefined {
  const { code } = error as NodeJS.ErrnoException
  if (typeof code !== 'string') return driverSays.test(error.message) ? 'database' : undefined
  if (fullDisk.test(code) || noRoom.has(code)) return 'storage'
  return noServer.test(code) || noSocket.has(code) ? 'database' : undefined
}
