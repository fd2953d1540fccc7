import { readFileSync } from 'node:fs'
import type { Target } from './target.ts'

/**
 * The private bytes of this session's server process (without the memory that all sessions share).
 * 0 where they cannot be read: the server is on another machine or in another container, or this is
 * not Linux. A Postgres process is named after its user and database, so that another process with
 * the same id here is never mistaken for it.
 */
export function backendMemory(pid: number, { user, database }: Target): number {
  try {
    const title = readFileSync(`/proc/${pid}/cmdline`, 'utf8')
    if (!title.startsWith(`postgres: ${user} ${database} `)) return 0
    const kilobytes = /^RssAnon:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
    return Number(kilobytes ?? 0) * 1024
  } catch {
    return 0
  }
}
