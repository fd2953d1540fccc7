import type { ChildProcess } from 'node:child_process'
import type pg from 'pg'
import { log } from '#lib/log'
import { isolatedReplySchema, type IsolatedOrder } from './isolated-messages.ts'

/**
 * Starts a process that calls `serveIsolated` (isolated-process.ts), with a channel to this one.
 */
export type SpawnIsolated = () => ChildProcess

/**
 * How a run ended up that was played apart: `rested` as after any turn; `fatal` when it took that
 * process down outside of its steps; `stopped` when this worker stops first: the run is as it was.
 */
export type IsolationResult = 'idle' | 'fatal' | 'stopped'

type Suspect = {
  runId: string
  /**
   * It was in a process of several that ended: it is played in a process that holds no other run.
   */
  alone: boolean
  /** Steps that took a process down; they are not begun again. */
  fatal: Set<string>
  /**
   * Set while the process is at it: the steps whose work has begun and not ended, and whether
   * their calls may only be repeated a limited number of times.
   */
  atWork: Map<string, { bounded: boolean }> | undefined
  startedAt: number
  /** Processes that ended while it was the only run in them. */
  deaths: number
  resolve(verdict: IsolationResult): void
  reject(error: Error): void
}

/** A child process and the runs that it plays. It is started by its first run. */
type Cell = {
  capacity: number
  process: ChildProcess | undefined
  playing: Suspect[]
  silentTicks: number
  idleTicks: number
  failedStarts: number
  /** Set from the end of its process until its runs wait for the next one. */
  ending: boolean
}

/**
 * Runs in the process that is shared by runs that were never in a process of several that ended.
 */
const sharedCapacity = 20
/**
 * Processes for one run each. A run waits while all of them are taken by runs that wait for others.
 */
const singleCells = 4
/** Whoever kills all processes does so within this time; then no run in one of them is at fault. */
const graceMs = 500
const tickMs = 1000
/** A process that is frozen for so long is as good as dead, as for workers (liveness.ts). */
const silentTicks = 20
const idleTicks = 30
const maxFailedStarts = 3
/**
 * A process may be killed from outside while one run is in it. That this happens to the same run
 * again is no chance.
 */
const deathsToBlame = 2
/**
 * A run that was played for so long probably waits for somebody else. It stays in the shared
 * process when that one ends and a younger run was in it. This only chooses who is looked at first:
 * nobody is blamed but the only run of a process.
 */
const harmlessMs = 250

function newCell(capacity: number): Cell {
  return {
    capacity,
    process: undefined,
    playing: [],
    silentTicks: 0,
    idleTicks: 0,
    failedStarts: 0,
    ending: false,
  }
}

const begunIn = (cell: Cell): Suspect[] => cell.playing.filter(({ atWork }) => atWork !== undefined)

/**
 * Plays runs that a dead worker had in its hands in processes of their own, beside the worker. This
 * process sees whether one of them ends, so nothing is guessed: a worker that is killed from
 * outside puts no blame on any run. A run is to blame when it was the only one in its process, and
 * again in the next one; its steps that were at work then are not begun again, and fail. Of several
 * each is played once more in a process that holds no other. The processes use the worker's id and
 * leases, live as long as there is something to do, and end with this one.
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
   * Plays one turn of the run apart. Rejects when it failed there, or no process can be started.
   */
  async run(runId: string): Promise<IsolationResult> {
    const { rows } = await this.#pool.query<{ alone: boolean }>({
      name: 'suspect-alone',
      text: 'select alone from suspect_runs where run_id = $1',
      values: [runId],
    })
    if (this.#stopping) return 'stopped'
    const { promise, resolve, reject } = Promise.withResolvers<IsolationResult>()
    this.#waiting.push({
      runId,
      alone: rows[0]?.alone ?? false,
      fatal: new Set(),
      atWork: undefined,
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
    for (const cell of this.#cells()) order(cell, { kind: 'stop' })
    leave(this.#waiting.splice(0))
  }

  abandon(): void {
    for (const cell of this.#cells()) order(cell, { kind: 'abandon' })
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
      const cell = cells.find((one) => !one.ending && one.playing.length < one.capacity)
      if (!cell) {
        this.#waiting.push(suspect)
        continue
      }
      cell.playing.push(suspect)
      cell.process ??= this.#start(cell)
      const { runId, fatal } = suspect
      order(cell, { kind: 'play', workerId: this.#workerId, runId, fatal: [...fatal] })
    }
  }

  /**
   * Undefined when the system lets no process be made; the cell's runs are then treated as when its
   * process ends.
   */
  #start(cell: Cell): ChildProcess | undefined {
    cell.silentTicks = 0
    cell.idleTicks = 0
    let started: ChildProcess
    try {
      started = this.#spawn()
    } catch (error) {
      log.warn({ error }, 'the process for suspect runs cannot be started')
      void this.#ended(cell, 'not started')
      return undefined
    }
    started.on('message', (message) => this.#receive(cell, message))
    started.on('error', (error) => {
      log.warn({ error }, 'the process for suspect runs has an error')
      // One that could not be made has no end to be told of.
      const isOurs = cell.process === started
      if (isOurs && started.pid === undefined) void this.#ended(cell, 'not started')
    })
    started.once('exit', (code, signal) => {
      if (cell.process === started) void this.#ended(cell, signal ?? `code ${code}`)
    })
    return started
  }

  #receive(cell: Cell, message: unknown): void {
    const reply = isolatedReplySchema.parse(message)
    cell.silentTicks = 0
    if (reply.kind === 'alive') return
    const suspect = cell.playing.find(({ runId }) => runId === reply.runId)
    if (!suspect) return
    if (reply.kind === 'started') {
      suspect.atWork = new Map()
      suspect.startedAt = Date.now()
      return
    }
    if (reply.kind === 'step') {
      if (reply.begins) suspect.atWork?.set(reply.key, reply)
      else suspect.atWork?.delete(reply.key)
      return
    }
    cell.failedStarts = 0
    cell.playing = cell.playing.filter((one) => one !== suspect)
    if (reply.failed) suspect.reject(new Error('the turn of a run that is played apart failed'))
    else suspect.resolve('idle')
    this.#assign()
  }

  async #ended(cell: Cell, how: string): Promise<void> {
    cell.ending = true
    const started = begunIn(cell)
    const young = started.filter(({ startedAt }) => Date.now() - startedAt <= harmlessMs)
    await new Promise<void>((resolve) => void setTimeout(resolve, graceMs))
    cell.process = undefined
    cell.ending = false
    const playing = cell.playing.splice(0)
    if (this.#stopping) return leave(playing)
    const runs = started.map(({ runId }) => runId)
    log.error({ how, runs }, 'the process for suspect runs ended')
    if (started.length === 0) cell.failedStarts++
    if (cell.failedStarts >= maxFailedStarts) {
      cell.failedStarts = 0
      const waiting = this.#waiting.splice(0)
      return refuse([...playing, ...waiting], 'the process for suspect runs does not start')
    }
    if (started.length > 1) await this.#separate(young.length > 0 ? young : started)
    // The worker may have stopped meanwhile.
    if (this.#stopping) return leave(playing)
    const [only] = started.length === 1 ? started : []
    const givenUp = only && !canContinue(only) ? only : undefined
    for (const suspect of playing) suspect.atWork = undefined
    this.#waiting.unshift(...playing.filter((suspect) => suspect !== givenUp))
    givenUp?.resolve('fatal')
    this.#assign()
  }

  async #separate(suspects: Suspect[]): Promise<void> {
    for (const suspect of suspects) suspect.alone = true
    const text = 'update suspect_runs set alone = true where run_id = any($1::uuid[])'
    await this.#pool
      .query(text, [suspects.map(({ runId }) => runId)])
      .catch((error: unknown) => log.warn({ error }, 'suspect runs could not be noted'))
  }

  #tick(): void {
    for (const cell of this.#cells()) {
      cell.silentTicks++
      cell.idleTicks = cell.playing.length > 0 ? 0 : cell.idleTicks + 1
      if (!cell.process) continue
      if (cell.silentTicks > silentTicks) cell.process.kill('SIGKILL')
      else if (cell.idleTicks > idleTicks && cell.process.connected) {
        // It ends as its channel does; the next suspect gets a new one.
        cell.process.disconnect()
        cell.process = undefined
      }
    }
  }
}

/** Sends an order. What cannot be sent any more is seen by the end of the process. */
function order(cell: Cell, message: IsolatedOrder): void {
  if (cell.process?.connected) cell.process.send(message, () => undefined)
}

function refuse(suspects: Suspect[], why: string): void {
  for (const { reject } of suspects) reject(new Error(why))
}

/** These runs are as they were; the next worker finds them. */
function leave(suspects: Suspect[]): void {
  for (const { resolve } of suspects) resolve('stopped')
}

/**
 * What follows for a run that alone was in a process that ended: false when it must be given up.
 */
function canContinue(suspect: Suspect): boolean {
  suspect.alone = true
  suspect.deaths++
  return suspect.deaths < deathsToBlame || blame(suspect)
}

/**
 * Notes the steps that were at work as this run took its process down by itself. False when there
 * was none, so that the run is at fault as a whole. Of a call that is not repeated, or not for
 * ever, the rules of its effect take care.
 */
function blame(suspect: Suspect): boolean {
  const atWork = [...(suspect.atWork ?? [])]
  const found = atWork.flatMap(([key, { bounded }]) =>
    bounded || suspect.fatal.has(key) ? [] : [key],
  )
  log.error({ runId: suspect.runId, steps: found }, 'a run took its process down again')
  for (const key of found) suspect.fatal.add(key)
  return found.length > 0 || atWork.some(([, { bounded }]) => bounded)
}

/** The run has shown that it does no harm, or has ended. */
export async function clearSuspect(pool: pg.Pool, runId: string): Promise<void> {
  await pool.query({
    name: 'acquit-run',
    text: 'delete from suspect_runs where run_id = $1',
    values: [runId],
  })
}

/** Clears away what is known of runs that ended otherwise. */
export async function deleteEndedSuspects(pool: pg.Pool): Promise<void> {
  await pool.query({
    name: 'forget-ended-suspects',
    text: `delete from suspect_runs where not exists (select from runs where runs.id = run_id and status in ('running', 'suspended'))`,
  })
}
