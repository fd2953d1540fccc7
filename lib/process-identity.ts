import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

/**
 * Tells a process from another one that got the same number later: when it was started, in the
 * system's own words. Undefined when there is no such process.
 */
export function processIdentity(pid: number): string | undefined {
  try {
    if (process.platform !== 'linux') {
      return (
        execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim() ||
        undefined
      )
    }
    // proc(5): the command's name stands in parentheses and may hold anything; field 3 is the
    // state, field 22 the start time in ticks since boot.
    const fields =
      readFileSync(`/proc/${pid}/stat`, 'utf8').split(')').at(-1)?.trim().split(' ') ?? []
    if (fields[0] === 'Z') return undefined
    return `${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()} ${fields[19]}`
  } catch {
    return undefined
  }
}
