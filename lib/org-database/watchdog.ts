import { askWatchdog } from './ask-watchdog.ts'
import { backendMemory } from './backend-memory.ts'
import { databaseSizes } from './database-sizes.ts'
import { limits } from './limits.ts'
import type { Target } from './target.ts'

type Bounds = { statementMs: number; databaseBytes: number; memoryBytes: number }
type Watched = Bounds & {
  target: Target
  pid: number
  /** Whether the statement may grow the database. */
  grows: boolean
}
/** Why the watchdog ended a statement. */
export type Ended = 'time' | 'size' | 'memory'
export type Watch = { release(): void; ended(): Ended | undefined }

/**
 * Supervises one statement from outside. A separate connection ends the session at the time limit
 * plus a second, independent of the session's settings and the runner; or when the database exceeds
 * its size; or when the session's process exceeds its memory (where the server is on this machine).
 * A statement can exceed a limit between two checks and until it is ended: some tens of
 * milliseconds for memory, some hundreds for size.
 * @param url the watchdog role's connection string, on the platform's database
 */
export function watch(url: string, { target, pid, grows, ...bounds }: Watched): Watch {
  let ended: Ended | undefined
  let ending = false
  const end = (why: Ended): void => {
    if (ending) return
    ending = true
    ended ??= why
    void askWatchdog(url, endSession, [pid, target.user]).then((done) => {
      // No connection was free for it: the next check tries again.
      if (!done) ending = false
    })
  }
  const deadline = setTimeout(() => end('time'), bounds.statementMs + limits.watchdogGraceMs)
  const memory = setInterval(() => {
    if (backendMemory(pid, target) > bounds.memoryBytes) end('memory')
  }, limits.memoryLookMs)
  const lookAtSize = (): void => {
    void databaseSizes.ask(url, target.database).then((bytes) => {
      if (bytes > bounds.databaseBytes) end('size')
    })
  }
  const size = grows ? setInterval(lookAtSize, limits.sizeLookMs) : undefined
  return {
    release() {
      clearTimeout(deadline)
      clearInterval(memory)
      clearInterval(size)
      // Its writes count for the next statement.
      if (grows) databaseSizes.refresh(url, target.database)
    },
    ended: () => ended,
  }
}

const endSession =
  'select pg_terminate_backend(pid) as done from pg_stat_activity where pid = $1 and usename = $2'
