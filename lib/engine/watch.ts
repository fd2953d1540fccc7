import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { appConnectionString, readInOrganization } from '#db/client'
import { log } from '#lib/log'
import { isTerminalRun, type RunStatus } from '#lib/domain/statuses'
import { endedMark, runsChannel } from './notifier.ts'

/** Told `ended` when it is known that the run has come to its end. */
type Listener = (ended?: boolean) => void

type RunWatch = {
  /** Calls `listener` soon after each change of the run (several changes within 100 ms are one call). Returns the way to stop. */
  subscribe(runId: string, listener: Listener): () => void
  /**
   * Waits until the run has ended: true when it has, false when `timeoutMs` passed or `signal` fired first. A lost notification costs at most a second,
   * since it looks by itself every second. An id that is not in the organization never ends.
   */
  waitForRun(runId: string, options: { organizationId: string; timeoutMs: number; signal?: AbortSignal | undefined }): Promise<boolean>
  /** The same for anything that is told of on this channel: waits until `isSo`, which is asked at each change of `id` and every second. */
  waitUntil(id: string, isSo: () => Promise<boolean>, options: { timeoutMs: number; signal?: AbortSignal | undefined }): Promise<boolean>
  stop(): Promise<void>
}

const lookEveryMs = 1000
const reconnectAfterMs = 500

function createRunWatch(): RunWatch {
  const listeners = new Map<string, Set<Listener>>()
  let client: pg.Client | undefined
  let running: Promise<void> | undefined
  const stopping = new AbortController()

  /** Holds one connection that listens, and makes a new one whenever it is lost. */
  async function listen(): Promise<void> {
    while (!stopping.signal.aborted) {
      const connection = new pg.Client({ connectionString: appConnectionString(), application_name: 'rounds watch', keepAlive: true })
      client = connection
      try {
        const lost = new Promise<void>((resolve) => connection.on('error', () => resolve()).on('end', () => resolve()))
        connection.on('notification', ({ payload }) => {
          for (const told of payload?.split(',') ?? []) {
            const ended = told.endsWith(endedMark)
            for (const listener of listeners.get(ended ? told.slice(0, -endedMark.length) : told) ?? []) listener(ended)
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

  const statusOf = async (organizationId: string, runId: string): Promise<RunStatus | undefined> => {
    const [run] = await readInOrganization<{ status: RunStatus }>(organizationId, `select status from runs where id = ${pg.escapeLiteral(runId)}::uuid`)
    return run?.status
  }

  const waitUntil: RunWatch['waitUntil'] = async (id, isSo, { timeoutMs, signal }) => {
    const until = Date.now() + timeoutMs
    let changed = (): void => undefined
    const unsubscribe = subscribe(id, () => changed())
    const stop = (): void => changed()
    signal?.addEventListener('abort', stop)
    try {
      for (;;) {
        const change = new Promise<void>((resolve) => (changed = resolve))
        if (await isSo()) return true
        const left = until - Date.now()
        if (left <= 0 || signal?.aborted) return false
        const timer = setTimeout(stop, Math.min(left, lookEveryMs))
        await change
        clearTimeout(timer)
      }
    } finally {
      unsubscribe()
      signal?.removeEventListener('abort', stop)
    }
  }

  return {
    subscribe,
    waitUntil,
    async waitForRun(runId, { organizationId, ...options }) {
      let [known, told] = [false, false]
      const unsubscribe = subscribe(runId, (ended = false) => (told ||= ended))
      const hasEnded = async (): Promise<boolean> => {
        // Once it is known to be the organization's, the word of the worker is enough.
        if (known && told) return true
        const status = await statusOf(organizationId, runId)
        known = status !== undefined
        return known && (told || isTerminalRun(status ?? 'running'))
      }
      try {
        return await waitUntil(runId, hasEnded, options)
      } finally {
        unsubscribe()
      }
    },
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

/** This process's watch over runs: one listening connection, opened with the first subscription, for any number of viewers. */
export function watchRuns(): RunWatch {
  return (holder[key] ??= createRunWatch())
}

/** Ends this process's watch; the next `watchRuns` makes a new one. */
export async function stopWatchingRuns(): Promise<void> {
  const watch = holder[key]
  holder[key] = undefined
  await watch?.stop()
}
