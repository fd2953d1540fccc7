import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, rmSync, statSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import { processIdentity } from '#lib/process-identity'

/**
 * Ends the Postgres that a killed start has left running on this cluster, and removes the pid file
 * of a dead one. The process in a pid file may be another program: after a reboot, and in
 * containers all the time, the number belongs to another process.
 */
export async function endLeftover(folder: string): Promise<void> {
  const pid = runningPostmaster(folder)
  if (pid) await endPostmaster(pid)
  rmSync(path.join(folder, 'postmaster.pid'), { force: true })
}

/** Finds the process id of the Postgres that serves this cluster. */
function runningPostmaster(folder: string): number | undefined {
  const file = path.join(folder, 'postmaster.pid')
  if (!existsSync(file)) return undefined
  const pid = Number.parseInt(readFileSync(file, 'utf8'), 10)
  return Number.isInteger(pid) && pid > 1 && isPostgres(pid, folder) ? pid : undefined
}

/**
 * Whether the process is the Postgres of this cluster. Postgres works in its cluster's folder, so
 * that folder is compared if the system shows it: the path on the command line is different after
 * the data folder was moved, and a copy's pid file names the original's process.
 */
function isPostgres(pid: number, folder: string): boolean {
  try {
    if (process.platform === 'linux') {
      const here = statSync(folder)
      const there = statSync(`/proc/${pid}/cwd`)
      if (here.ino !== there.ino || here.dev !== there.dev) return false
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('postgres')
    }
    const command = execFileSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' })
    return command.includes('postgres') && command.includes(`-D ${folder} `)
  } catch {
    return false
  }
}

/**
 * Fast shutdown (sessions are ended, everything is written). After eight seconds immediate
 * shutdown, from which the next start recovers.
 */
export async function endPostmaster(pid: number): Promise<void> {
  const identity = processIdentity(pid)
  const isAlive = () => identity !== undefined && processIdentity(pid) === identity
  for (const [signal, seconds] of [
    ['SIGINT', 8],
    ['SIGQUIT', 5],
    ['SIGKILL', 2],
  ] as const) {
    if (!isAlive()) return
    try {
      process.kill(pid, signal)
    } catch {
      return
    }
    for (const deadline = Date.now() + seconds * 1000; isAlive() && Date.now() < deadline;)
      await sleep(20)
  }
}
