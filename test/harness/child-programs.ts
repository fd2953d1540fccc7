import { readdirSync, readFileSync } from 'node:fs'

export type ChildProgram = { pid: number; /** Its user's number. */ user: string | undefined }

function readProc(pid: string, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8')
  } catch {
    return ''
  }
}

/**
 * The processes started by this one whose command line contains `words` (its arguments end with a
 * NUL each). Empty where the system has no /proc.
 */
export function childPrograms(words: string): ChildProgram[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((pid) => ({ pid, status: readProc(pid, 'status'), command: readProc(pid, 'cmdline') }))
    .filter(({ status }) => Number(/^PPid:\t(\d+)/m.exec(status)?.[1]) === process.pid)
    .filter(({ command }) => command.includes(words))
    .map(({ pid, status }) => ({ pid: Number(pid), user: /^Uid:\t(\d+)/m.exec(status)?.[1] }))
}
