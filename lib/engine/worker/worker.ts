import { setTimeout as delay } from 'node:timers/promises'
import { z } from 'zod'
import { engineConnectionString, enginePool } from '#db/client'
import { newId } from '#lib/ids'
import { log } from '#lib/log'
import type { AttemptServices } from '../execute/attempt.ts'
import { admitMissed } from '../commands/admission.ts'
import { startDueAsyncResults } from './due-async-results.ts'
import { queueDueRuns } from './long-timers.ts'
import { deleteEndedSuspects, Isolation, type SpawnIsolated } from '../execute/isolation.ts'
import { startJobs } from './jobs.ts'
import { startLiveness } from './liveness.ts'
import { createNotifier } from '../watch/notifier.ts'
import { releaseOrphanedRuns, requeueLostRuns } from './orphaned-runs.ts'
import { Turns } from '../execute/turns.ts'

export type WorkerOptions = AttemptServices & {
  /**
   * Other kinds of jobs that this process does, by their names in the queue (`mail`). One that
   * throws is tried again later.
   */
  handlers?: Record<string, (payload: unknown) => Promise<void>>
  /**
   * Other work that goes on as long as the worker lives; each is given the worker's id, whose row
   * in `workers` says that it lives.
   */
  background?: ((workerId: string) => { stop(): Promise<void> })[]
  /**
   * Starts a process for runs that may have killed a worker; without it they are played as all
   * others (isolation.ts).
   */
  spawnIsolated?: SpawnIsolated
  /** How many runs at once; most of their time they wait for others. */
  concurrency?: number
}

export type Worker = { id: string; stop(): Promise<void> }

/** Landing what is in flight may take this long; then the turns are handed back. */
const landWithinMs = 7000
const stopWithinMs = 9500
/** Rounds of liveness (a second each) between two looks for lost runs. */
const roundsBetweenSearches = 2
/** The same between two moves of far timers into the queue, each of which looks a minute ahead. */
const roundsBetweenMoves = 10

const turnPayload = z.object({ runId: z.uuid() })

/**
 * Makes this process a worker: it takes runs from the queue, plays their turns, does the other
 * jobs, and watches over its fellow workers. `stop` finishes or hands back everything within 10
 * seconds. The database must be configured (`#db/client`).
 */
export async function startWorker({
  handlers = {},
  background = [],
  concurrency = 20,
  spawnIsolated,
  ...attempts
}: WorkerOptions): Promise<Worker> {
  const id = newId()
  const pool = enginePool()
  const notifier = createNotifier(pool)
  const isolation = spawnIsolated && new Isolation(pool, id, spawnIsolated)
  const turns = new Turns({ ...attempts, pool, workerId: id, notifier }, isolation)
  let rounds = 0

  const liveness = await startLiveness({
    connectionString: engineConnectionString(),
    workerId: id,
    async onRound() {
      if (rounds % roundsBetweenMoves === 0) {
        await queueDueRuns(pool)
        await deleteEndedSuspects(pool)
      }
      await releaseOrphanedRuns(
        pool,
        id,
        (runId) => turns.isRunning(runId),
        (runId) => turns.pauseMs(runId),
      )
      if (rounds++ % roundsBetweenSearches !== 0) return
      await admitMissed(pool)
      const lost = await requeueLostRuns(pool)
      if (lost > 0) log.warn({ lost }, 'runs that nobody held and that were not in the queue go on')
    },
  })
  const turn = async (payload: unknown) => void (await turns.run(turnPayload.parse(payload).runId))
  const dueResults = startDueAsyncResults(notifier)
  const loops = background.map((start) => start(id))
  const jobs = await startJobs({
    connectionString: engineConnectionString(),
    handlers: { ...handlers, turn },
    concurrency,
    stopWithinMs: landWithinMs,
    onPool: (poolId) => liveness.setQueueWorker(poolId),
  })
  log.info({ worker: id, concurrency }, 'worker started')

  async function stop(): Promise<void> {
    turns.stop()
    const handBack = setTimeout(() => turns.abandon(), landWithinMs)
    await Promise.race([
      Promise.all([jobs.stop(), dueResults.stop(), ...loops.map((loop) => loop.stop())]),
      delay(stopWithinMs, undefined, { ref: false }),
    ])
    clearTimeout(handBack)
    turns.end()
    await notifier.stop()
    await liveness.stop()
    log.info({ worker: id }, 'worker stopped')
  }

  let stopping: Promise<void> | undefined
  return { id, stop: () => (stopping ??= stop()) }
}
