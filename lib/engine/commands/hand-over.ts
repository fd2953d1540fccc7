import { readdirSync, rmSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import path from 'node:path'
import type { RunStatus } from '#lib/domain/statuses'
import { jsonLines } from '#lib/json-lines'
import { log } from '#lib/log'
import type { NotStarted } from '../execute/turns.ts'
import type { StoredRun } from '../store/reads/stored-runs.ts'
import {
  socketDirectory,
  socketPrefix,
  socketSuffix,
  type ExecutorAnswer,
  type HandOver,
} from './executor-sockets.ts'

/**
 * How a run that was handed over started. `refusal`: nothing of it was written. `lost`: the worker
 * did not answer, so the run may be written or not. `next` resolves when it ended, or to undefined
 * when its first turn left it.
 */
export type HandedOver =
  | { status: RunStatus; refusal: null; next: Promise<Ended | undefined> }
  | { refusal: NotStarted | 'no-worker' | 'lost' }

/** `read`: the run for its reader; without it, the caller still has to read the run. */
export type Ended = { status: RunStatus; read?: StoredRun }

const lookEveryMs = 1000
/** A worker writes a run within milliseconds; one that does not answer for this long is frozen. */
const frozenAfterMs = 5000

type Open = {
  since: number
  hasBegun: boolean
  began(handed: HandedOver): void
  next: PromiseWithResolvers<Ended | undefined>
}

/** The connection to one worker. */
class ExecutorConnection {
  readonly #open = new Map<string, Open>()
  readonly #lines: { send(message: unknown): void }
  readonly #socket: Socket
  #isReady = false

  constructor(socket: Socket) {
    this.#socket = socket
    this.#lines = jsonLines(socket, (message) => {
      if (this.#isReady) this.#receive(message as ExecutorAnswer)
      this.#isReady = true
    })
    socket.on('close', () => this.#lose())
  }

  /** Whether the worker takes runs. */
  get isReady(): boolean {
    return this.#isReady
  }

  /** Ends the connection when the worker has not answered a start for long. */
  closeIfFrozen(): void {
    for (const { since, hasBegun } of this.#open.values())
      if (!hasBegun && Date.now() - since > frozenAfterMs) return this.close()
  }

  get load(): number {
    return this.#open.size
  }

  async start(handOver: HandOver): Promise<HandedOver> {
    return await new Promise((resolve) => {
      this.#open.set(handOver.start.runId, {
        since: Date.now(),
        hasBegun: false,
        began: resolve,
        next: Promise.withResolvers(),
      })
      this.#lines.send(handOver)
    })
  }

  #receive(answer: ExecutorAnswer): void {
    const { runId } = answer
    const open = this.#open.get(runId)
    if (!open) return
    const next = open.next.promise
    if (answer.kind === 'started') {
      open.hasBegun = true
      return open.began({ status: answer.status, refusal: null, next })
    }
    this.#open.delete(runId)
    if (answer.kind === 'queue') return open.began({ refusal: 'no-worker' })
    if (answer.kind === 'refused') return open.began({ refusal: answer.refusal })
    if (answer.kind === 'left') return open.next.resolve(undefined)
    const { status, read } = answer
    open.began({ status, refusal: null, next })
    open.next.resolve({ status, ...(read ? { read } : {}) })
  }

  /** The runs may be written or not; another worker finds those that are. */
  #lose(): void {
    for (const { began, next } of this.#open.values()) {
      began({ refusal: 'lost' })
      next.resolve(undefined)
    }
    this.#open.clear()
  }

  close(): void {
    this.#socket.destroy()
  }
}

/** The workers of this machine that share this process's database. */
class Executors {
  readonly #directory: string
  readonly #prefix: string
  readonly #connections = new Map<string, ExecutorConnection>()
  readonly #timer: NodeJS.Timeout

  constructor(dataDir: string, databaseUrl: string) {
    this.#directory = socketDirectory(dataDir)
    this.#prefix = socketPrefix(databaseUrl)
    this.#timer = setInterval(() => this.#look(), lookEveryMs)
    this.#timer.unref()
    this.#look()
  }

  /** Hands the run over to the worker that has the fewest runs of this process. */
  async start(handOver: HandOver): Promise<HandedOver> {
    let least: ExecutorConnection | undefined
    for (const connection of this.#connections.values())
      if (connection.isReady && (!least || connection.load < least.load)) least = connection
    return least ? await least.start(handOver) : { refusal: 'no-worker' }
  }

  /** Whether there is a worker that takes runs. */
  isReady(): boolean {
    return [...this.#connections.values()].some((connection) => connection.isReady)
  }

  stop(): void {
    clearInterval(this.#timer)
    for (const connection of this.#connections.values()) connection.close()
  }

  #look(): void {
    for (const connection of this.#connections.values()) connection.closeIfFrozen()
    for (const file of this.#files()) if (!this.#connections.has(file)) this.#connect(file)
  }

  #files(): string[] {
    try {
      return readdirSync(this.#directory).filter(
        (file) => file.startsWith(this.#prefix) && file.endsWith(socketSuffix),
      )
    } catch (error) {
      log.debug({ error }, 'cannot look for workers that take runs')
      return []
    }
  }

  #connect(file: string): void {
    const address = path.join(this.#directory, file)
    const socket = connect(address)
    socket.unref()
    this.#connections.set(file, new ExecutorConnection(socket))
    socket.on('close', () => this.#connections.delete(file))
    socket.on('error', (error: NodeJS.ErrnoException) => {
      // Its worker was killed, so no process listens.
      if (error.code === 'ECONNREFUSED') rmSync(address, { force: true })
      log.debug({ error }, 'the connection to a worker failed')
    })
  }
}

/** One per process, also when a bundler loads this file twice. */
const key = Symbol.for('rounds.executors')
const holder = globalThis as unknown as Record<symbol, Executors | undefined>

/** Starts to find the workers of this machine, for `handOver`. */
export function connectExecutors(
  dataDir: string,
  databaseUrl: string,
): { isReady(): boolean; stop(): void } {
  const executors = new Executors(dataDir, databaseUrl)
  holder[key] = executors
  return {
    isReady: () => executors.isReady(),
    stop() {
      executors.stop()
      if (holder[key] === executors) holder[key] = undefined
    },
  }
}

/**
 * Hands a run over to a worker of this machine, which writes and executes it at once, without the
 * queue. The caller must have checked its organization, version and actor, because the worker does
 * not.
 */
export async function handOver(handed: HandOver): Promise<HandedOver> {
  return (await holder[key]?.start(handed)) ?? { refusal: 'no-worker' }
}
