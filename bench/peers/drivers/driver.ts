import type { WorkloadName } from '../workloads.ts'

/** The input of a driver. */
export type Place = {
  /** An empty folder on the machine's disk, removed at the end. */
  folder: string
  /** The called server, for example http://127.0.0.1:4000. */
  calledOrigin: string
}

/** A request that starts a run and is answered when the run has ended. */
export type RunRequest = { path: string; headers: Record<string, string>; body: string }

/** A running engine with all workloads deployed. */
export type Running = {
  /** The address that starts runs, for example http://127.0.0.1:4000. */
  origin: string
  request(workload: WorkloadName, n: number): RunRequest
  /** The number in a run's answer. Throws unless the run ended as expected. */
  valueOf(workload: WorkloadName, answer: string): number
  /** The number of ended runs in its store, without those that it started by itself. */
  recordedRuns(): Promise<number>
  /** Root processes of the measurement; their descendants count too. */
  pids(): { engine: number[]; database: number[] }
  /** Bytes written so far to the log that makes commits durable. */
  logBytes(): Promise<number>
  /** Milliseconds from the first process to ready, on empty data. */
  firstStartMs: number
  /**
   * Ends the engine's processes and starts them again on the same data; the database stays.
   * Milliseconds from the first process to ready.
   */
  restart(): Promise<number>
  stop(): Promise<void>
}

export type Driver = {
  name: string
  /** With the version. */
  title(): string
  /** Why the engine cannot be measured here, with what to do; undefined when it can. */
  missing(): string | undefined
  start(place: Place): Promise<Running>
}
