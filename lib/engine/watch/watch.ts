import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { appConnectionString, readInOrganization } from '#db/client'
import { coalesced } from '#lib/coalesce'
import { log } from '#lib/log'
import { makeClient } from '#lib/postgres'
import { isTerminalRun, type RunStatus } from '#lib/domain/statuses'
import { endedMark, runsChannel } from './notifier.ts'

/** Told `ended` when it is known that the run has come to its end. */
type Listener = (ended?: boolean) => void

type WaitOptions = { timeoutMs: number; signal?: AbortSignal | undefined }

type RunWatch = {
  /**
   * Calls `listener` soon after each change of the run (several changes within 100 ms are one
   * call). Returns the way to stop.
   */
  subscribe(runId: string, listener: Listener): () => void
  /**
   * Waits until the run has ended: true when it has, false when `timeoutMs` passed or `signal`
   * fired first. A lost notification costs at most a second, since all look by themselves every
   * second. An id that is not in the organization never ends.
   */
  waitForRun(runId: string, options: WaitOptions & { organizationId: string }): Promise<boolean>
  /**
   * The same for a run that is about to begin: listens from now on, so that nothing is asked of
   * Postgres before the second is over. The id must be new and the caller's own. Who expects a run
   * calls `wait` or `forget`.
   */
  expectRun(
    runId: string,
    organizationId: string,
  ): { wait(options: WaitOptions): Promise<boolean>; forget(): void }
  /**
   * The same for anything that is told of on this channel: waits until `isSo`, which is asked at
   * each change of `id` and every second.
   */
  waitUntil(id: string, isSo: () => Promise<boolean>, options: WaitOptions): Promise<boolean>
  stop(): Promise<void>
}

const pollEveryMs = 1000
const reconnectAfterMs = 500
const untilNextPoll = (): number => pollEveryMs - (Date.now() % pollEveryMs)

function createRunWatch(): RunWatch {
  const listeners = new Map<string, Set<Listener>>()
  let client: pg.Client | undefined
  let running: Promise<void> | undefined
  const stopping = new AbortController()

  /** Holds one connection that listens, and makes a new one whenever it is lost. */
  async function listen(): Promise<void> {
    while (!stopping.signal.aborted) {
      const connection = makeClient({
        connectionString: appConnectionString(),
        application_name: 'rounds watch',
        keepAlive: true,
      })
      client = connection
      try {
        const lost = new Promise<void>((resolve) =>
          connection.on('error', () => resolve()).on('end', () => resolve()),
        )
        connection.on('notification', ({ payload }) => {
          for (const notified of payload?.split(',') ?? []) {
            const ended = notified.endsWith(endedMark)
            for (const listener of listeners.get(
              ended ? notified.slice(0, -endedMark.length) : notified,
            ) ?? [])
              listener(ended)
          }
        })
        await connection.connect()
        await connection.query(`listen ${runsChannel}`)
        // What changed while nobody listened is unknown: let everyone look.
        for (const group of listeners.values()) for (const listener of group) listener()
        await lost
      } catch (error) {
        log.warn({ error }, 'cannot listen for changes of runs; trying again')
      }
      await connection.end().catch(() => undefined)
      await delay(reconnectAfterMs, undefined, { signal: stopping.signal }).catch(() => undefined)
    }
  }

  const subscribe = (runId: string, listener: Listener) => {
    running ??= listen()
    const group = listeners.get(runId) ?? new Set()
    listeners.set(runId, group.add(listener))
    return () => {
      group.delete(listener)
      if (group.size === 0) listeners.delete(runId)
    }
  }

  /** Those who look at the same moment look together. */
  const statusOf = coalesced<string, RunStatus | undefined>(async (runIds, organizationId) => {
    const ids = [...new Set(runIds)].map((id) => pg.escapeLiteral(id)).join(',')
    const found = await readInOrganization<{ id: string; status: RunStatus }>(
      organizationId,
      `select id, status from runs where id in (${ids})`,
    )
    const byId = new Map(found.map(({ id, status }) => [id, status]))
    return runIds.map((id) => byId.get(id.toLowerCase()))
  })

  async function waitUntil(
    id: string,
    isSo: () => Promise<boolean>,
    { timeoutMs, signal }: WaitOptions,
    isRelevant: (ended?: boolean) => boolean = () => true,
  ): Promise<boolean> {
    const until = Date.now() + timeoutMs
    let changed = (): void => undefined
    const unsubscribe = subscribe(id, (ended) => {
      if (isRelevant(ended)) changed()
    })
    const stop = (): void => changed()
    signal?.addEventListener('abort', stop)
    try {
      for (;;) {
        const change = new Promise<void>((resolve) => (changed = resolve))
        if (await isSo()) return true
        const left = until - Date.now()
        if (left <= 0 || signal?.aborted) return false
        // All waiters look at the same instants, in one statement (`statusOf`).
        const timer = setTimeout(stop, Math.min(left, untilNextPoll()))
        await change
        clearTimeout(timer)
      }
    } finally {
      unsubscribe()
      signal?.removeEventListener('abort', stop)
    }
  }

  /** `known`: it is the organization's own, and has not ended yet. */
  function expected(
    runId: string,
    organizationId: string,
    known: boolean,
  ): ReturnType<RunWatch['expectRun']> {
    let notified = false
    let fresh = known
    const forget = subscribe(runId, (ended = false) => (notified ||= ended))
    const hasEnded = async (): Promise<boolean> => {
      // Once it is known to be the organization's, the word of the worker is enough.
      if (known && notified) return true
      if (fresh) return (fresh = false)
      const status = await statusOf(runId, organizationId)
      known = status !== undefined
      return known && (notified || isTerminalRun(status ?? 'running'))
    }
    return {
      forget,
      async wait(options) {
        try {
          // Of a run that is known, no change counts but its end; who was not connected hears of
          // neither.
          return await waitUntil(runId, hasEnded, options, (ended) => !known || ended !== false)
        } finally {
          forget()
        }
      },
    }
  }

  return {
    subscribe,
    waitUntil: async (id, isSo, options) => await waitUntil(id, isSo, options),
    async waitForRun(runId, { organizationId, ...options }) {
      return await expected(runId, organizationId, false).wait(options)
    },
    expectRun: (runId, organizationId) => expected(runId, organizationId, true),
    async stop() {
      stopping.abort()
      await client?.end().catch(() => undefined)
      await running
    },
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
  return (holder[key] ??= createRunWatch())
}

/** Ends this process's watch; the next `watchRuns` makes a new one. */
export async function stopWatchingRuns(): Promise<void> {
  const watch = holder[key]
  holder[key] = undefined
  await watch?.stop()
}
