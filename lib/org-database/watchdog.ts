import { askWatchdog } from './ask-watchdog.ts'
import { backendMemory } from './backend-memory.ts'
import { databaseSizes } from './database-sizes.ts'
import { limits } from './limits.ts'
import type { Target } from './target.ts'

type Bounds = { statementMs: number; databaseBytes: number; memoryBytes: number }
type Watched = Bounds & {
  target: Target
  pid: number
  /** It may make the database larger. */
  grows: boolean
}
/** Why the watchdog ended a statement. */
export type Ended = 'time' | 'size' | 'memory'
export type Watch = { release(): void; ended(): Ended | undefined }

/**
 * Watches over one statement from outside. A connection of its own ends the session at the time
 * limit plus a second, whatever the session's settings and the runner say; when the database has
 * grown beyond its size; or when the session's process has taken more memory than it may (where the
 * server is on this machine). A statement can pass a bound by what it does in one look and until it
 * is ended: some tens of milliseconds for memory, some hundreds for size.
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
      // No connection was left for it: the next look tries again.
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
      // What it has written counts for the next one.
      if (grows) databaseSizes.refresh(url, target.database)
    },
    ended: () => ended,
  }
}

const endSession =
  'select pg_terminate_backend(pid) as done from pg_stat_activity where pid = $1 and usename = $2'
