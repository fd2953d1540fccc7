import type { ChildProcess } from 'node:child_process'
import type pg from 'pg'
import { log } from '#lib/log'
import { isolatedNewsSchema, type IsolatedOrder } from './isolated-messages.ts'

/** Starts a process that calls `serveIsolated` (isolated-process.ts), with a channel to this one. */
export type SpawnIsolated = () => ChildProcess

/**
 * How a run ended up that was played apart: `rested` as after any turn; `fatal` when it took that process down outside of its steps;
 * `stopped` when this worker stops first: the run is as it was.
 */
export type Verdict = 'rested' | 'fatal' | 'stopped'

type Suspect = {
  runId: string
  alone: boolean
  /** Steps that took a process down; they are not begun again. */
  fatal: Set<string>
  /** Set while the process is at it: the steps whose work has begun and not ended, and whether their calls are repeated for ever. */
  atWork: Map<string, { bounded: boolean }> | undefined
  begunAt: number
  /** Processes that ended with it in their hands. */
  trials: number
  /** Of these, those in which it was the only one to blame. */
  deaths: number
  resolve(verdict: Verdict): void
  reject(error: Error): void
}

const mostAtOnce = 20
/** Whoever kills all processes does so within this time; then nothing that was in one of them is at fault. */
const graceMs = 500
const tickMs = 1000
/** A process that is frozen for so long is as good as dead, as for workers (liveness.ts). */
const silentTicks = 20
const idleTicks = 30
const mostFailedStarts = 3
/** A process may be killed from outside while one run is in it; that this happens to the same run again is no chance. */
const deathsToBlame = 2
/**
 * Who was played for so long, and mostly waits for others, has done no harm: the next one begins beside it, and is blamed before it. Twice
 * as long with each process that ended with it in its hands.
 */
const harmlessMs = 250
const trialMs = ({ trials }: Suspect): number => harmlessMs * 2 ** Math.min(trials, 12)
const isHarmless = (suspect: Suspect): boolean => suspect.atWork !== undefined && Date.now() - suspect.begunAt > trialMs(suspect)

/**
 * Plays runs that a dead worker had in its hands in a process of their own, beside the worker. This process sees whether that one
 * ends, so nothing is guessed: a worker that is killed from outside puts no blame on any run. A run that is the only one in the process
 * when it ends, and again when the next one does, is to blame; its steps that were at work then are not begun again, and fail. Of several
 * each is played alone once more.
 * The process uses the worker's id and leases, lives as long as there is something to do, and ends with this one.
 */
export class Isolation {
  readonly #pool: pg.Pool
  readonly #workerId: string
  readonly #spawn: SpawnIsolated
  readonly #timer: NodeJS.Timeout
  #process: ChildProcess | undefined
  #waiting: Suspect[] = []
  #playing: Suspect[] = []
  #ticks = { silent: 0, idle: 0 }
  #failedStarts = 0
  /** Set from the end of a process until what was in it waits for the next one. */
  #ending = false
  #stopping = false

  constructor(pool: pg.Pool, workerId: string, spawn: SpawnIsolated) {
    this.#pool = pool
    this.#workerId = workerId
    this.#spawn = spawn
    this.#timer = setInterval(() => this.#tick(), tickMs)
    this.#timer.unref()
  }

  /** Plays one turn of the run apart. Rejects when the turn failed there, or the process cannot be started. */
  async play(runId: string): Promise<Verdict> {
    const text = 'select alone from suspect_runs where run_id = $1'
    const { rows } = await this.#pool.query<{ alone: boolean }>({ name: 'suspect-alone', text, values: [runId] })
    if (this.#stopping) return 'stopped'
    const { promise, resolve, reject } = Promise.withResolvers<Verdict>()
    const suspect = { runId, alone: rows[0]?.alone ?? false, fatal: new Set<string>() }
    const fresh = { atWork: undefined, begunAt: 0, trials: 0, deaths: 0 }
    this.#waiting.push({ ...suspect, ...fresh, resolve, reject })
    this.#next()
    const verdict = await promise
    if (verdict !== 'stopped') await acquit(this.#pool, runId)
    return verdict
  }

  stop(): void {
    this.#stopping = true
    this.#order({ kind: 'stop' })
    leave(this.#waiting.splice(0))
  }

  abandon(): void {
    this.#order({ kind: 'abandon' })
  }

  end(): void {
    clearInterval(this.#timer)
    if (this.#process?.connected) this.#process.disconnect()
  }

  #next(): void {
    if (this.#stopping) return
    const fresh = this.#playing.filter((suspect) => !isHarmless(suspect))
    if (fresh.some(({ alone }) => alone)) return
    const next = this.#waiting.findIndex(({ alone }) => fresh.length === 0 || !alone)
    const [suspect] = next < 0 || this.#playing.length >= mostAtOnce ? [] : this.#waiting.splice(next, 1)
    if (!suspect) return
    this.#playing.push(suspect)
    this.#order({ kind: 'play', workerId: this.#workerId, runId: suspect.runId, fatal: [...suspect.fatal] })
    this.#next()
  }

  #order(order: IsolatedOrder): void {
    if (this.#ending || (!this.#process && order.kind !== 'play')) return
    this.#process ??= this.#start()
    // What cannot be sent any more is seen by the end of the process.
    if (this.#process?.connected) this.#process.send(order, () => undefined)
  }

  /** Undefined when the system lets no process be made; the suspects are then treated as when one ends. */
  #start(): ChildProcess | undefined {
    this.#ticks = { silent: 0, idle: 0 }
    let started: ChildProcess
    try {
      started = this.#spawn()
    } catch (error) {
      log.warn({ error }, 'the process for suspect runs cannot be started')
      void this.#ended('not started')
      return undefined
    }
    started.on('message', (message) => this.#hear(message))
    started.on('error', (error) => {
      log.warn({ error }, 'the process for suspect runs has an error')
      // One that could not be made has no end to be told of.
      if (this.#process === started && started.pid === undefined) void this.#ended('not started')
    })
    started.once('exit', (code, signal) => {
      if (this.#process === started) void this.#ended(signal ?? `code ${code}`)
    })
    return started
  }

  #hear(message: unknown): void {
    const news = isolatedNewsSchema.parse(message)
    this.#ticks.silent = 0
    if (news.kind === 'alive') return
    const suspect = this.#playing.find(({ runId }) => runId === news.runId)
    if (!suspect) return
    if (news.kind === 'begun') {
      Object.assign(suspect, { atWork: new Map(), begunAt: Date.now() })
      setTimeout(() => this.#next(), trialMs(suspect) + 1).unref()
    }
    else if (news.kind === 'step' && news.begins) suspect.atWork?.set(news.key, news)
    else if (news.kind === 'step') suspect.atWork?.delete(news.key)
    else {
      this.#failedStarts = 0
      this.#leave(suspect)
      if (news.failed) suspect.reject(new Error('the turn of a run that is played apart failed'))
      else suspect.resolve('rested')
      this.#next()
    }
  }

  #leave(suspect: Suspect): void {
    this.#playing = this.#playing.filter((one) => one !== suspect)
  }

  async #ended(how: string): Promise<void> {
    this.#ending = true
    const all = this.#playing.filter(({ atWork }) => atWork !== undefined)
    const fresh = all.filter((suspect) => !isHarmless(suspect))
    const begun = fresh.length > 0 ? fresh : all
    await new Promise<void>((resolve) => void setTimeout(resolve, graceMs))
    this.#process = undefined
    this.#ending = false
    const playing = this.#playing.splice(0)
    if (this.#stopping) return leave(playing)
    log.error({ how, runs: begun.map(({ runId }) => runId) }, 'the process for suspect runs ended')
    if (begun.length === 0 && ++this.#failedStarts >= mostFailedStarts) {
      this.#failedStarts = 0
      return refuse([...playing, ...this.#waiting.splice(0)], 'the process for suspect runs does not start')
    }
    if (begun.length > 1) await this.#separate(begun)
    // The worker may have stopped meanwhile.
    if (this.#stopping) return leave(playing)
    const given = begun.length === 1 ? begun.filter((suspect) => !mayGoOn(suspect)) : []
    for (const suspect of begun) suspect.trials++
    for (const suspect of playing) suspect.atWork = undefined
    this.#waiting.unshift(...playing.filter((suspect) => !given.includes(suspect)))
    for (const { resolve } of given) resolve('fatal')
    this.#next()
  }

  async #separate(suspects: Suspect[]): Promise<void> {
    for (const suspect of suspects) suspect.alone = true
    const text = 'update suspect_runs set alone = true where run_id = any($1::uuid[])'
    await this.#pool.query(text, [suspects.map(({ runId }) => runId)]).catch((error: unknown) => log.warn({ error }, 'suspect runs could not be noted'))
  }

  #tick(): void {
    const { silent, idle } = this.#ticks
    this.#ticks = { silent: silent + 1, idle: this.#playing.length + this.#waiting.length > 0 ? 0 : idle + 1 }
    if (!this.#process) return
    if (silent >= silentTicks) this.#process.kill('SIGKILL')
    else if (idle >= idleTicks && this.#process.connected) {
      // It ends as its channel does; the next suspect gets a new one.
      this.#process.disconnect()
      this.#process = undefined
    }
  }
}

function refuse(suspects: Suspect[], why: string): void {
  for (const { reject } of suspects) reject(new Error(why))
}

/** These runs are as they were; the next worker finds them. */
function leave(suspects: Suspect[]): void {
  for (const { resolve } of suspects) resolve('stopped')
}

/** What follows for a run that alone was in a process that ended: false when it must be given up. */
function mayGoOn(suspect: Suspect): boolean {
  suspect.alone = true
  suspect.deaths++
  return suspect.deaths < deathsToBlame || blame(suspect)
}

/**
 * Notes the steps that were at work as this run took its process down by itself. False when there was none, so that the run is at fault
 * as a whole. Of a call that is not repeated, or not for ever, the rules of its effect take care.
 */
function blame(suspect: Suspect): boolean {
  const atWork = [...(suspect.atWork ?? [])]
  const found = atWork.flatMap(([key, { bounded }]) => (bounded || suspect.fatal.has(key) ? [] : [key]))
  log.error({ runId: suspect.runId, steps: found }, 'a run took its process down again')
  for (const key of found) suspect.fatal.add(key)
  return found.length > 0 || atWork.some(([, { bounded }]) => bounded)
}

/** The run has shown that it does no harm, or has ended. */
export async function acquit(pool: pg.Pool, runId: string): Promise<void> {
  await pool.query({ name: 'acquit-run', text: 'delete from suspect_runs where run_id = $1', values: [runId] })
}

/** Clears away what is known of runs that ended otherwise. */
export async function forgetEndedSuspects(pool: pg.Pool): Promise<void> {
  await pool.query({
    name: 'forget-ended-suspects',
    text: `delete from suspect_runs where not exists (select from runs where runs.id = run_id and status in ('running', 'suspended'))`,
  })
}
