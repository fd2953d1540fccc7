import { setTimeout as delay } from 'node:timers/promises'
import type pg from 'pg'
import { z } from 'zod'
import { appConnectionString, engineConnectionString, enginePool } from '#db/client'
import { newId } from '#lib/ids'
import { log } from '#lib/log'
import { ownServing } from '#lib/worker-labels'
import type { AttemptServices } from '../execute/attempt.ts'
import { admitMissed } from '../store/sweeps/missed-admissions.ts'
import { startDueAsyncResults } from './due-async-results.ts'
import { queueDueRuns } from '../store/sweeps/long-timers.ts'
import { deleteEndedSuspects } from '../store/suspects.ts'
import { Isolation, type SpawnIsolated } from '../execute/isolation.ts'
import { startJobs } from './jobs.ts'
import { listenForStarts, type StartListener } from './executor.ts'
import { startLiveness } from './liveness.ts'
import { createNotifier } from '../watch/notifier.ts'
import {
  releaseOrphanedRuns,
  requeueLostBoundRuns,
  requeueLostRuns,
} from '../store/sweeps/orphaned-runs.ts'
import { Turns } from '../execute/turns.ts'

export type WorkerOptions = AttemptServices & {
  /**
   * Handlers of other kinds of jobs, by their names in the queue (`mail`). A job whose handler
   * throws is tried again later. Each gets the worker's id, whose row in `workers` says that it
   * lives.
   */
  handlers?: Record<string, (payload: unknown, workerId: string) => Promise<void>>
  /**
   * Handlers of jobs for the workers with a label: `connection-test` takes `connection-test:emr-zone`
   * in a worker with the label `emr-zone`.
   */
  labelHandlers?: Handlers
  /**
   * Other work that goes on as long as the worker lives; each function gets the worker's id, whose
   * row in `workers` says that it lives.
   */
  background?: ((workerId: string) => { stop(): Promise<void> })[]
  /**
   * Starts a process for suspects (isolation.ts); without it they are executed as all other runs.
   */
  spawnIsolated?: SpawnIsolated
  /**
   * The data folder of this machine's processes; with it the worker listens there for runs that
   * they hand over (executor.ts).
   */
  dataDir?: string
  /** How many runs at once. They wait for other systems most of the time. */
  concurrency?: number
}

export type Worker = { id: string; stop(): Promise<void> }

/** Work in flight may take this long to finish; then the turns are handed back. */
const finishWithinMs = 7000
const stopWithinMs = 9500
/** How many rounds of liveness (a second each) there are between two searches for lost runs. */
const roundsBetweenSearches = 2
/** The same for moves of long timers into the queue, each of which looks a minute ahead. */
const roundsBetweenMoves = 10

const turnPayload = z.object({ runId: z.uuid() })

/** The work of each round of liveness: queues due runs and finds those that no worker has. */
function createRound(pool: pg.Pool, workerId: string, turns: Turns): () => Promise<void> {
  let rounds = 0
  return async () => {
    if (rounds % roundsBetweenMoves === 0) {
      await queueDueRuns(pool)
      await deleteEndedSuspects(pool)
    }
    await releaseOrphanedRuns(
      pool,
      workerId,
      (runId) => turns.isRunning(runId),
      (runId) => turns.pauseMs(runId),
    )
    const isSearchRound = rounds % roundsBetweenSearches === 0
    rounds += 1
    if (!isSearchRound) return
    await admitMissed(pool)
    const lost =
      (await requeueLostRuns(pool)) + (await requeueLostBoundRuns(pool, ownServing().labels))
    if (lost > 0) log.warn({ lost }, 'runs without a worker and without a job were queued again')
  }
}

const listenHere = async (
  dataDir: string,
  workerId: string,
  turns: Turns,
): Promise<StartListener> =>
  await listenForStarts(
    { dataDir, databaseUrl: appConnectionString(), workerId },
    async (start, starter) => await turns.start(start, starter),
  )

type Handlers = Record<string, (payload: unknown) => Promise<void>>

/** The handlers of the jobs that this process serves: those without a label, and those of its own. */
function ownHandlers(
  { handlers = {}, labelHandlers }: Pick<WorkerOptions, 'handlers' | 'labelHandlers'>,
  id: string,
  turns: Turns,
): Handlers {
  const { labels, unbound } = ownServing()
  const turn = async (payload: unknown) => void (await turns.run(turnPayload.parse(payload).runId))
  const withLabel = { ...labelHandlers, turn }
  const bound = labels.flatMap((label) =>
    Object.entries(withLabel).map(([name, handle]) => [`${name}:${label}`, handle] as const),
  )
  return { ...(unbound ? { ...withId(handlers, id), turn } : {}), ...Object.fromEntries(bound) }
}

/** Handlers of jobs that know whose they are. */
const withId = (handlers: NonNullable<WorkerOptions['handlers']>, id: string) =>
  Object.fromEntries(
    Object.entries(handlers).map(([name, handle]) => [
      name,
      async (payload: unknown) => await handle(payload, id),
    ]),
  )

/**
 * Makes this process a worker: it takes runs from the queue, takes turns with them, does the other
 * jobs, and checks the other workers. `stop` finishes or hands back everything within 10 seconds.
 * The database must be configured (`#db/client`).
 */
export async function startWorker({
  handlers = {},
  labelHandlers = {},
  background = [],
  concurrency = 20,
  spawnIsolated,
  dataDir,
  ...attempts
}: WorkerOptions): Promise<Worker> {
  const id = newId()
  const pool = enginePool()
  const notifier = createNotifier(pool)
  const isolation = spawnIsolated && new Isolation(pool, id, spawnIsolated)
  const turns = new Turns({ ...attempts, pool, workerId: id, notifier }, isolation)

  const liveness = await startLiveness({
    connectionString: engineConnectionString(),
    workerId: id,
    onRound: createRound(pool, id, turns),
  })
  const dueResults = startDueAsyncResults(notifier)
  const loops = background.map((start) => start(id))
  const jobs = await startJobs({
    connectionString: engineConnectionString(),
    handlers: ownHandlers({ handlers, labelHandlers }, id, turns),
    concurrency,
    stopWithinMs: finishWithinMs,
    onPool: (poolId) => liveness.setQueueWorker(poolId),
  })
  // Last, because a run may need everything else.
  const takesStarts = dataDir !== undefined && ownServing().unbound
  const starts = takesStarts ? await listenHere(dataDir, id, turns) : undefined
  log.info({ worker: id, concurrency, serves: ownServing() }, 'worker started')

  async function stop(): Promise<void> {
    const startsOver = starts?.refuse()
    turns.stop()
    const handBack = setTimeout(() => turns.abandon(), finishWithinMs)
    await Promise.race([
      Promise.all([
        startsOver,
        jobs.stop(),
        dueResults.stop(),
        ...loops.map((loop) => loop.stop()),
      ]),
      delay(stopWithinMs, undefined, { ref: false }),
    ])
    clearTimeout(handBack)
    await starts?.stop()
    turns.end()
    await notifier.stop()
    await liveness.stop()
    log.info({ worker: id }, 'worker stopped')
  }

  let stopping: Promise<void> | undefined
  return {
    id,
    stop: async () => {
      stopping ??= stop()
      await stopping
    },
  }
}
