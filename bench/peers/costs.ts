import { descendantsOf, readProc } from '../support/processes.ts'
import type { Running } from './drivers/driver.ts'

/** The resources that the processes of an engine have used so far. */
export type Costs = {
  /** Milliseconds of CPU. */
  engineCpuMs: number
  databaseCpuMs: number
  /** Bytes of the log that makes commits durable. */
  logBytes: number
}

/** Linux counts in hundredths of a second everywhere that Node runs. */
const tickMs = 10

/** The processes themselves and all their descendants. */
const treeOf = (roots: number[]): number[] => [
  ...new Set(roots.flatMap((root) => [root, ...descendantsOf(root).map(({ pid }) => pid)])),
]

/** CPU of a process and of its descendants that have ended and were waited for. */
function cpuMsOf(pid: number): number {
  const stat = readProc(pid, 'stat')
  // The name is in parentheses and may contain some itself.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  const ticks = [11, 12, 13, 14].map((index) => Number(fields[index] ?? 0))
  return ticks.reduce((sum, each) => sum + each, 0) * tickMs
}

/** Kilobytes of a process without its mapped files, such as the program itself. */
function ownKbOf(pid: number): number {
  const found = readProc(pid, 'smaps_rollup').matchAll(/^Pss_(?:Anon|Shmem):\s+(\d+)/gm)
  return [...found].reduce((sum, [, kilobytes]) => sum + Number(kilobytes), 0)
}

const sumOver = (pids: number[], of: (pid: number) => number): number =>
  pids.reduce((sum, pid) => sum + of(pid), 0)

export async function costsOf({ logBytes, pids }: Running): Promise<Costs> {
  const { engine, database } = pids()
  return {
    engineCpuMs: sumOver(treeOf(engine), cpuMsOf),
    databaseCpuMs: sumOver(treeOf(database), cpuMsOf),
    logBytes: await logBytes(),
  }
}

/**
 * Memory in MB, of the engine's processes and of Postgres. Shared memory, such as shared buffers,
 * is counted once (`Pss`); mapped files are not counted, because other programs on the machine may
 * share them.
 */
export function memoryOf({ pids }: Running): { engine: number; database: number } {
  const { engine, database } = pids()
  const megabytes = (roots: number[]) => sumOver(treeOf(roots), ownKbOf) / 1024
  return { engine: megabytes(engine), database: megabytes(database) }
}
