import { readFileSync } from 'node:fs'
import type { Target } from './target.ts'

/**
 * How many bytes of its own (without the memory that all sessions share) the process of this
 * session has. 0 where that cannot be seen: the server is on another machine or in another
 * container, or this is not Linux. A Postgres process is named after its user and database, so that
 * the same number there is never taken for a process here.
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
