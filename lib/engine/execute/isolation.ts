import type { ChildProcess } from 'node:child_process'
import type pg from 'pg'
import { log } from '#lib/log'
import { isolatedReplySchema, type IsolatedOrder } from './isolated-messages.ts'
import { clearSuspect, isMarkedAlone, markAlone } from '../store/suspects.ts'

/**
 * Starts a process that calls `serveIsolated` (isolated-process.ts), with a channel to this one.
 */
export type SpawnIsolated = () => ChildProcess

/**
 * The result of a turn in isolation: `idle` as after any turn; `fatal` when the run killed the
 * process outside of its steps; `stopped` when this worker stopped first, and the run is unchanged.
 */
export type IsolationResult = 'idle' | 'fatal' | 'stopped'

type Suspect = {
  runId: string
  /** It was in a process with other runs that ended, so it gets a process that has no other run. */
  alone: boolean
  /** Steps that killed a process; they do not start again. */
  fatal: Set<string>
  /**
   * Set while a process executes it: the steps whose work has started and not ended, and whether
   * their calls may only be repeated a limited number of times.
   */
  inFlight: Map<string, { bounded: boolean }> | undefined
  startedAt: number
  /** How many processes ended while this was their only run. */
  deaths: number
  resolve(verdict: IsolationResult): void
  reject(error: Error): void
}

/** A child process and the runs that it executes. Its first run starts it. */
type Cell = {
  capacity: number
  process: ChildProcess | undefined
  active: Suspect[]
  silentTicks: number
  /** Whether anything was heard of its process. */
  spoke: boolean
  idleTicks: number
  failedStarts: number
  /** Set from the end of its process until its runs wait for the next one. */
  ending: boolean
}

/** How many runs share the process for runs that were never in a process of several that ended. */
const sharedCapacity = 20
/** How many processes for a single run there are. A run waits while all of them are taken. */
const singleCells = 4
/**
 * An operator or a system that kills all processes does so within this time; then no run is at
 * fault.
 */
const graceMs = 500
const tickMs = 1000
/** A process that is silent for so long counts as dead, as for workers (liveness.ts). */
const silentTicks = 20
/**
 * The same before its first word: loading its modules takes so long on a machine that is overloaded,
 * where a process that is killed for it would only be followed by the next one.
 */
const startingTicks = 120
const idleTicks = 30
const maxFailedStarts = 3
/**
 * A process with one run may be killed from outside once. A second time for the same run is no
 * coincidence.
 */
const deathsToBlame = 2
/**
 * A run that was executed for so long probably waits for something outside. It stays in the shared
 * process when that one ends and a younger run was in it. This only chooses which runs are
 * separated first: only the single run of a process is ever at fault.
 */
const harmlessMs = 250

function newCell(capacity: number): Cell {
  return {
    capacity,
    process: undefined,
    active: [],
    silentTicks: 0,
    spoke: false,
    idleTicks: 0,
    failedStarts: 0,
    ending: false,
  }
}

const startedIn = (cell: Cell): Suspect[] =>
  cell.active.filter(({ inFlight }) => inFlight !== undefined)

/**
 * Executes runs that a dead worker had in processes of their own, beside the worker. This process
 * sees whether one of them ends, so nothing is guessed: a worker that is killed from outside blames
 * no run. A run is at fault when it was the only one in its process, and again in the next one; its
 * steps that were running then do not start again, and fail. Of several runs, each is executed once
 * more in a process that has no other. The processes use the worker's id and leases, live as long
 * as there is something to do, and end with this one.
 */
export class Isolation {
  readonly #pool: pg.Pool
  readonly #workerId: string
  readonly #spawn: SpawnIsolated
  readonly #timer: NodeJS.Timeout
  readonly #shared = newCell(sharedCapacity)
  readonly #single = Array.from({ length: singleCells }, () => newCell(1))
  #waiting: Suspect[] = []
  #stopping = false

  constructor(pool: pg.Pool, workerId: string, spawn: SpawnIsolated) {
    this.#pool = pool
    this.#workerId = workerId
    this.#spawn = spawn
    this.#timer = setInterval(() => this.#tick(), tickMs)
    this.#timer.unref()
  }

  /**
   * Executes one turn of the run in isolation. Rejects when the turn failed there, or no process
   * can be started.
   */
  async run(runId: string): Promise<IsolationResult> {
    const alone = await isMarkedAlone(this.#pool, runId)
    if (this.#stopping) return 'stopped'
    const { promise, resolve, reject } = Promise.withResolvers<IsolationResult>()
    this.#waiting.push({
      runId,
      alone,
      fatal: new Set(),
      inFlight: undefined,
      startedAt: 0,
      deaths: 0,
      resolve,
      reject,
    })
    this.#assign()
    const verdict = await promise
    if (verdict !== 'stopped') await clearSuspect(this.#pool, runId)
    return verdict
  }

  stop(): void {
    this.#stopping = true
    for (const cell of this.#cells()) send(cell, { kind: 'stop' })
    leaveToNextWorker(this.#waiting.splice(0))
  }

  abandon(): void {
    for (const cell of this.#cells()) send(cell, { kind: 'abandon' })
  }

  end(): void {
    clearInterval(this.#timer)
    for (const cell of this.#cells()) if (cell.process?.connected) cell.process.disconnect()
  }

  #cells(): Cell[] {
    return [this.#shared, ...this.#single]
  }

  /** Gives each waiting run to a process that has room for it. */
  #assign(): void {
    if (this.#stopping) return
    const waiting = this.#waiting.splice(0)
    for (const suspect of waiting) {
      const cells = suspect.alone ? this.#single : [this.#shared]
      const cell = cells.find((one) => !one.ending && one.active.length < one.capacity)
      if (!cell) {
        this.#waiting.push(suspect)
        continue
      }
      cell.active.push(suspect)
      cell.process ??= this.#start(cell)
      const { runId, fatal } = suspect
      send(cell, { kind: 'execute', workerId: this.#workerId, runId, fatal: [...fatal] })
    }
  }

  /**
   * Undefined when the system cannot start a process; the cell's runs are then treated as when its
   * process ends.
   */
  #start(cell: Cell): ChildProcess | undefined {
    cell.silentTicks = 0
    cell.spoke = false
    cell.idleTicks = 0
    let started: ChildProcess
    try {
      started = this.#spawn()
    } catch (error) {
      log.warn({ error }, 'the process for suspect runs cannot be started')
      void this.#handleEnd(cell, 'not started')
      return undefined
    }
    started.on('message', (message) => this.#receive(cell, message))
    started.on('error', (error) => {
      log.warn({ error }, 'the process for suspect runs has an error')
      // A process that could not be started sends no `exit`.
      const isOurs = cell.process === started
      if (isOurs && started.pid === undefined) void this.#handleEnd(cell, 'not started')
    })
    started.once('exit', (code, signal) => {
      if (cell.process === started) void this.#handleEnd(cell, signal ?? `code ${code}`)
    })
    return started
  }

  #receive(cell: Cell, message: unknown): void {
    const reply = isolatedReplySchema.parse(message)
    cell.silentTicks = 0
    cell.spoke = true
    if (reply.kind === 'alive') return
    const suspect = cell.active.find(({ runId }) => runId === reply.runId)
    if (!suspect) return
    if (reply.kind === 'started') {
      suspect.inFlight = new Map()
      suspect.startedAt = Date.now()
      return
    }
    if (reply.kind === 'step') {
      if (reply.starts) suspect.inFlight?.set(reply.key, reply)
      else suspect.inFlight?.delete(reply.key)
      return
    }
    cell.failedStarts = 0
    cell.active = cell.active.filter((one) => one !== suspect)
    if (reply.failed) suspect.reject(new Error('the turn of an isolated run failed'))
    else suspect.resolve('idle')
    this.#assign()
  }

  async #handleEnd(cell: Cell, how: string): Promise<void> {
    cell.ending = true
    const started = startedIn(cell)
    const young = started.filter(({ startedAt }) => Date.now() - startedAt <= harmlessMs)
    await new Promise<void>((resolve) => void setTimeout(resolve, graceMs))
    cell.process = undefined
    cell.ending = false
    const active = cell.active.splice(0)
    if (this.#stopping) return leaveToNextWorker(active)
    const runs = started.map(({ runId }) => runId)
    log.error({ how, runs }, 'the process for suspect runs ended')
    if (started.length === 0) cell.failedStarts++
    if (cell.failedStarts >= maxFailedStarts) {
      cell.failedStarts = 0
      const waiting = this.#waiting.splice(0)
      return rejectAll([...active, ...waiting], 'the process for suspect runs does not start')
    }
    if (started.length > 1) await this.#separate(young.length > 0 ? young : started)
    // The worker may have stopped meanwhile.
    if (this.#stopping) return leaveToNextWorker(active)
    const [only] = started.length === 1 ? started : []
    const givenUp = only && !canContinue(only) ? only : undefined
    for (const suspect of active) suspect.inFlight = undefined
    this.#waiting.unshift(...active.filter((suspect) => suspect !== givenUp))
    givenUp?.resolve('fatal')
    this.#assign()
  }

  async #separate(suspects: Suspect[]): Promise<void> {
    for (const suspect of suspects) suspect.alone = true
    const runIds = suspects.map(({ runId }) => runId)
    await markAlone(this.#pool, runIds).catch((error: unknown) =>
      log.warn({ error }, 'suspect runs could not be marked'),
    )
  }

  #tick(): void {
    for (const cell of this.#cells()) {
      cell.silentTicks++
      cell.idleTicks = cell.active.length > 0 ? 0 : cell.idleTicks + 1
      if (!cell.process) continue
      if (cell.silentTicks > (cell.spoke ? silentTicks : startingTicks))
        cell.process.kill('SIGKILL')
      else if (cell.idleTicks > idleTicks && cell.process.connected) {
        // It ends when its channel does; the next suspect gets a new one.
        cell.process.disconnect()
        cell.process = undefined
      }
    }
  }
}

/** Sends an order. When the channel is closed, the end of the process follows. */
function send(cell: Cell, message: IsolatedOrder): void {
  if (cell.process?.connected) cell.process.send(message, () => undefined)
}

function rejectAll(suspects: Suspect[], why: string): void {
  for (const { reject } of suspects) reject(new Error(why))
}

/** Leaves these runs unchanged to the next worker. */
function leaveToNextWorker(suspects: Suspect[]): void {
  for (const { resolve } of suspects) resolve('stopped')
}

/** Counts the death of a process that had only this run; false when the run must be given up. */
function canContinue(suspect: Suspect): boolean {
  suspect.alone = true
  suspect.deaths++
  return suspect.deaths < deathsToBlame || noteSteps(suspect)
}

/**
 * Records the steps that were running when this run killed its process. False when there was none:
 * then the run as a whole is at fault. A call whose repetitions are limited is left to the rules of
 * its effect.
 */
function noteSteps(suspect: Suspect): boolean {
  const inFlight = [...(suspect.inFlight ?? [])]
  const found = inFlight.flatMap(([key, { bounded }]) =>
    bounded || suspect.fatal.has(key) ? [] : [key],
  )
  log.error({ runId: suspect.runId, steps: found }, 'a run killed its process again')
  for (const key of found) suspect.fatal.add(key)
  return found.length > 0 || inFlight.some(([, { bounded }]) => bounded)
}
