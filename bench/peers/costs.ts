import { descendantsOf, readProc } from '../support/processes.ts'
import type { Running } from './drivers/driver.ts'

/** What the processes of an engine have used so far. */
export type Costs = {
  /** Milliseconds of CPU. */
  engineCpuMs: number
  databaseCpuMs: number
  /** Bytes that the kernel was given to write to disks, by engine and database together. */
  diskBytes: number
  /** Bytes of Postgres' write-ahead log; undefined without Postgres. */
  walBytes?: number
}

/** Linux counts in hundredths of a second everywhere that Node runs. */
const tickMs = 10

/** The processes themselves and all below them. */
const treeOf = (roots: number[]): number[] => [
  ...new Set(roots.flatMap((root) => [root, ...descendantsOf(root).map(({ pid }) => pid)])),
]

/** CPU of a process and of those below it that ended and were waited for. */
function cpuMsOf(pid: number): number {
  const stat = readProc(pid, 'stat')
  // The name stands in parentheses and may contain some itself.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  const ticks = [11, 12, 13, 14].map((index) => Number(fields[index] ?? 0))
  return ticks.reduce((sum, each) => sum + each, 0) * tickMs
}

const fieldOf = (pid: number, file: string, name: string): number =>
  Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(readProc(pid, file))?.[1] ?? 0)

const sumOver = (pids: number[], of: (pid: number) => number): number =>
  pids.reduce((sum, pid) => sum + of(pid), 0)

export async function costsOf({ admin, pids }: Running): Promise<Costs> {
  const { engine, database } = pids()
  const own = treeOf(engine)
  const postgres = treeOf(database)
  const wal = await admin?.query<{ bytes: string }>(
    `select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0') as bytes`,
  )
  return {
    engineCpuMs: sumOver(own, cpuMsOf),
    databaseCpuMs: sumOver(postgres, cpuMsOf),
    diskBytes: sumOver([...own, ...postgres], (pid) => fieldOf(pid, 'io', 'write_bytes')),
    ...(wal ? { walBytes: Number(wal.rows[0]?.bytes) } : {}),
  }
}

/**
 * Memory in MB, of the engine's processes and of Postgres: each page that several processes share
 * is counted once (`Pss`), as shared buffers and the text of Node are.
 */
export function memoryOf({ pids }: Running): { engine: number; database: number } {
  const { engine, database } = pids()
  const megabytes = (roots: number[]) =>
    sumOver(treeOf(roots), (pid) => fieldOf(pid, 'smaps_rollup', 'Pss')) / 1024
  return { engine: megabytes(engine), database: megabytes(database) }
}
