import { setTimeout as delay } from 'node:timers/promises'
import type pg from 'pg'
import { appConnectionString } from '#db/client'
import { findRunStatuses } from '../store/reads/find-run-status.ts'
import { coalesced } from '#lib/coalesce'
import { log } from '#lib/log'
import { connectWithinMs, endWithin, makeClient, noticesLoss } from '#lib/postgres'
import { isTerminalRun, type RunStatus } from '#lib/domain/statuses'
import { endedMark, runsChannel } from '../store/notify-runs.ts'

/** Called with `ended` when it is known that the run has ended. */
type Listener = (ended?: boolean) => void

type WaitOptions = { timeoutMs: number; signal?: AbortSignal | undefined }

type RunWatch = {
  /**
   * Calls `listener` soon after each change of the run (several changes within 100 ms are one
   * call). Returns the function that stops it.
   */
  subscribe(runId: string, listener: Listener): () => void
  /**
   * Waits until the run has ended: true when it has, false when `timeoutMs` passed or `signal`
   * fired first. A lost notification costs at most a second, since all waiters also check every
   * second. An id that is not in the organization never ends.
   */
  waitForRun(runId: string, options: WaitOptions & { organizationId: string }): Promise<boolean>
  /**
   * The same for a run that is about to start. It listens from now on and asks Postgres nothing in
   * the first second. The id must be new and the caller's own. The caller must call `wait` or
   * `forget`.
   */
  expectRun(
    runId: string,
    organizationId: string,
  ): { wait(options: WaitOptions): Promise<boolean>; forget(): void }
  /**
   * The same for anything that this channel notifies: waits until `isSo` is true, which is called
   * at each change of `id` and every second.
   */
  waitUntil(id: string, isSo: () => Promise<boolean>, options: WaitOptions): Promise<boolean>
  stop(): Promise<void>
}

const pollEveryMs = 1000
const reconnectAfterMs = 500
/** For how long the end of the connection waits for a server that may be away. */
const endMs = 1000
const untilNextPoll = (): number => pollEveryMs - (Date.now() % pollEveryMs)

/** One listening connection for any number of listeners; it is replaced whenever it is lost. */
class ChangeListener {
  readonly #listeners = new Map<string, Set<Listener>>()
  readonly #stopping = new AbortController()
  #client: pg.Client | undefined
  #running: Promise<void> | undefined

  subscribe(id: string, listener: Listener): () => void {
    this.#running ??= this.#listen()
    const group = this.#listeners.get(id) ?? new Set()
    this.#listeners.set(id, group.add(listener))
    return () => {
      group.delete(listener)
      if (group.size === 0) this.#listeners.delete(id)
    }
  }

  async stop(): Promise<void> {
    this.#stopping.abort()
    if (this.#client) await endWithin(this.#client, endMs)
    await this.#running
  }

  async #listen(): Promise<void> {
    const { signal } = this.#stopping
    while (!signal.aborted) {
      const connection = makeClient({
        connectionString: appConnectionString(),
        application_name: 'rounds watch',
        connectionTimeoutMillis: connectWithinMs,
        ...noticesLoss,
      })
      this.#client = connection
      try {
        const lost = new Promise<void>((resolve) =>
          connection.on('error', () => resolve()).on('end', () => resolve()),
        )
        connection.on('notification', ({ payload }) => this.#receive(payload))
        // One that is ended while it connects never says so by `connect`.
        await Promise.race([connection.connect(), lost])
        if (signal.aborted) break
        await connection.query(`listen ${runsChannel}`)
        // Changes from before the connection are unknown, so all listeners check.
        for (const group of this.#listeners.values()) for (const listener of group) listener()
        await lost
      } catch (error) {
        log.warn({ error }, 'cannot listen for changes of runs; trying again')
      }
      await endWithin(connection, endMs)
      await delay(reconnectAfterMs, undefined, { signal }).catch(() => undefined)
    }
  }

  #receive(payload: string | undefined): void {
    for (const notified of payload?.split(',') ?? []) {
      const ended = notified.endsWith(endedMark)
      const id = ended ? notified.slice(0, -endedMark.length) : notified
      for (const listener of this.#listeners.get(id) ?? []) listener(ended)
    }
  }
}

class Watch implements RunWatch {
  readonly #changes = new ChangeListener()

  /** Checks of the same moment share one statement. */
  readonly #statusOf = coalesced<string, RunStatus | undefined>(async (runIds, organizationId) => {
    const byId = await findRunStatuses(organizationId, [...new Set(runIds)])
    return runIds.map((id) => byId.get(id.toLowerCase()))
  })

  subscribe(runId: string, listener: Listener): () => void {
    return this.#changes.subscribe(runId, listener)
  }

  async waitForRun(
    runId: string,
    { organizationId, ...options }: WaitOptions & { organizationId: string },
  ): Promise<boolean> {
    return await this.#expect(runId, organizationId, false).wait(options)
  }

  expectRun(runId: string, organizationId: string): ReturnType<RunWatch['expectRun']> {
    return this.#expect(runId, organizationId, true)
  }

  async waitUntil(
    id: string,
    isSo: () => Promise<boolean>,
    options: WaitOptions,
  ): Promise<boolean> {
    return await this.#waitUntil(id, isSo, options, () => true)
  }

  async stop(): Promise<void> {
    await this.#changes.stop()
  }

  async #waitUntil(
    id: string,
    isSo: () => Promise<boolean>,
    { timeoutMs, signal }: WaitOptions,
    isRelevant: (ended?: boolean) => boolean,
  ): Promise<boolean> {
    const until = Date.now() + timeoutMs
    let changed = (): void => undefined
    const unsubscribe = this.subscribe(id, (ended) => {
      if (isRelevant(ended)) changed()
    })
    const wake = (): void => changed()
    signal?.addEventListener('abort', wake)
    try {
      for (;;) {
        const change = new Promise<void>((resolve) => {
          changed = resolve
        })
        if (await isSo()) return true
        const left = until - Date.now()
        if (left <= 0 || signal?.aborted) return false
        // All waiters check at the same instants, in one statement (`#statusOf`).
        const timer = setTimeout(wake, Math.min(left, untilNextPoll()))
        await change
        clearTimeout(timer)
      }
    } finally {
      unsubscribe()
      signal?.removeEventListener('abort', wake)
    }
  }

  /** `isOwn`: the run is known to be the organization's, and has not ended yet. */
  #expect(
    runId: string,
    organizationId: string,
    isOwn: boolean,
  ): ReturnType<RunWatch['expectRun']> {
    let known = isOwn
    let notified = false
    let isFirstCheck = true
    const forget = this.subscribe(runId, (ended = false) => {
      notified ||= ended
    })
    const hasEnded = async (): Promise<boolean> => {
      // Once the run is known to be the organization's, the notification is enough.
      if (known && notified) return true
      const isNew = isOwn && isFirstCheck
      isFirstCheck = false
      if (isNew) return false
      const status = await this.#statusOf(runId, organizationId)
      known = status !== undefined
      return known && (notified || isTerminalRun(status ?? 'running'))
    }
    // Of a known run only the end counts. `undefined` says that notifications may have been lost.
    const isRelevant = (ended?: boolean): boolean => !known || ended !== false
    return {
      forget,
      wait: async (options) => {
        try {
          return await this.#waitUntil(runId, hasEnded, options, isRelevant)
        } finally {
          forget()
        }
      },
    }
  }
}

// One per process, also when a bundler loads this file twice.
const key = Symbol.for('rounds.run-watch')
const holder = globalThis as unknown as Record<symbol, RunWatch | undefined>

/**
 * This process's watch over runs: one listening connection, opened with the first subscription, for
 * any number of viewers.
 */
export function watchRuns(): RunWatch {
  holder[key] ??= new Watch()
  return holder[key]
}

/** Ends this process's watch; the next `watchRuns` makes a new one. */
export async function stopWatchingRuns(): Promise<void> {
  const watch = holder[key]
  holder[key] = undefined
  await watch?.stop()
}
