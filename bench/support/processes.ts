import { readdirSync, readFileSync } from 'node:fs'

/**
 * A process as `/proc` shows it (Linux). `name` is what the kernel calls it, `command` has its
 * arguments.
 */
export type ProcessSeen = {
  pid: number
  parent: number
  name: string
  command: string
  born: string
}

/** What `/proc` says of a process; empty when it has just ended. */
export function readProc(pid: string | number, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8')
  } catch {
    return ''
  }
}

function look(pid: string): ProcessSeen {
  const stat = readProc(pid, 'stat')
  // The name stands in parentheses and may contain some itself.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return {
    pid: Number(pid),
    parent: Number(fields[1]),
    name: stat.slice(stat.indexOf('(') + 1, stat.lastIndexOf(')')),
    command: readProc(pid, 'cmdline').replaceAll('\0', ' ').trim(),
    // Clock ticks since the machine started: tells a process from a later one with the same id.
    born: fields[19] ?? '',
  }
}

/**
 * All processes below this one. Ended ones that nobody has asked after yet (zombies) are left out.
 */
export function descendantsOf(ancestor: number): ProcessSeen[] {
  const all = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(look)
  const byParent = Map.groupBy(all, ({ parent }) => parent)
  const found: ProcessSeen[] = []
  const open = [ancestor]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    for (const child of byParent.get(next) ?? []) {
      open.push(child.pid)
      if (child.command !== '') found.push(child)
    }
  }
  return found
}

/** Whether this very process still runs. */
export function isRunning({ pid, born }: ProcessSeen): boolean {
  const now = look(String(pid))
  return now.born === born && now.command !== ''
}
