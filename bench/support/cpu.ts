import { readdirSync, readFileSync } from 'node:fs'
import type pg from 'pg'

const tickMs = 10

/**
 * Milliseconds of CPU that the processes of Postgres have used, those that ended among them: a
 * worker of autovacuum lives for moments (Linux; elsewhere 0).
 */
export async function postgresCpuMs(admin: pg.Client): Promise<number> {
  if (process.platform !== 'linux') return 0
  const { rows } = await admin.query<{ pid: number }>('select pg_backend_pid() as pid')
  return cpuOfChildren(statOf(rows[0]?.pid ?? 0)?.parent)
}

/**
 * Milliseconds of CPU that the children of a process have used, those that ended among them (Linux;
 * elsewhere 0), for example the sandbox's runners of this one.
 */
export function cpuOfChildren(parent: number | undefined): number {
  if (process.platform !== 'linux') return 0
  const ended = (): number => (statOf(parent ?? 0)?.ticksOfEnded ?? 0) * tickMs
  for (;;) {
    const before = ended()
    const alive = cpuOfLiving(parent)
    // One that ended while they were read may be in neither.
    if (before === ended()) return before + alive
  }
}

function cpuOfLiving(parent: number | undefined): number {
  const stats = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => statOf(Number(name)))
  return (
    stats.reduce((sum, stat) => sum + (stat && stat.parent === parent ? stat.ticks : 0), 0) * tickMs
  )
}

function statOf(pid: number): { parent: number; ticks: number; ticksOfEnded: number } | undefined {
  try {
    // The name of the program stands in brackets and may hold anything.
    const fields = readFileSync(`/proc/${pid}/stat`, 'latin1')
      .replace(/^.*\) /s, '')
      .split(' ')
    return {
      parent: Number(fields[1]),
      ticks: Number(fields[11]) + Number(fields[12]),
      ticksOfEnded: Number(fields[13]) + Number(fields[14]),
    }
  } catch {
    return undefined
  }
}
