import { EventEmitter } from 'node:events'
import { Logger, run, type Runner, type WorkerEvents } from 'graphile-worker'
import type pg from 'pg'
import { log } from '#lib/log'
import { makePool, noticesLoss } from '#lib/postgres'
import { giveBackLostClaims } from './lost-claims.ts'

type JobsOptions = {
  connectionString: string
  /**
   * The handler of each kind of job. A job whose handler throws is tried again later, 25 times,
   * with growing delays.
   */
  handlers: Record<string, (payload: unknown) => Promise<void>>
  concurrency: number
  /** When the queue stops, running handlers may take this long. */
  stopWithinMs: number
  /**
   * Called with the queue's name for this process, which the queue writes on jobs that it takes;
   * called again when the queue was started again.
   */
  onPool(poolId: string): Promise<void>
}

type Jobs = {
  /** Takes no more jobs, gives back those not started, and waits for the others. */
  stop(): Promise<void>
}

type Queue = { runner: Runner; pool: pg.Pool; claims: { stop(): void } }

const restartMs = 100
/** The old queue may still be giving jobs back; after this long its connections are closed. */
const lingerMs = 10_000

/** A queue that ended by itself may be stopped before its pool was closed, and the other way round. */
async function endPool(pool: pg.Pool | undefined): Promise<void> {
  if (pool && !pool.ending) await pool.end()
}

/**
 * The only place that knows the queue's library. When a connection is lost while finished jobs are
 * deleted, graphile-worker 0.18 ends itself and then hangs: its `batch` stops at the first failure,
 * against its retry options, and its release waits for back pressure that nothing removes. So when
 * a queue ends by itself, a new one replaces it; the old one's jobs are freed with its name, and
 * turns go on.
 */
export async function startJobs(options: JobsOptions): Promise<Jobs> {
  let queue: Queue | undefined
  let stopping = false
  let restart: NodeJS.Timeout | undefined

  async function replaceQueue(): Promise<void> {
    try {
      queue = await startQueue(options, onEnd)
    } catch (error) {
      log.error({ error }, 'the queue could not be started; trying again')
      planRestart()
    }
  }
  function onEnd(): void {
    if (stopping) return
    log.warn('the queue ended by itself; a new one replaces it')
    const { pool, claims } = queue ?? {}
    claims?.stop()
    setTimeout(() => void endPool(pool), lingerMs).unref()
    planRestart()
  }
  function planRestart(): void {
    clearTimeout(restart)
    if (!stopping) restart = setTimeout(() => void replaceQueue(), restartMs)
  }

  queue = await startQueue(options, onEnd)
  return {
    async stop() {
      stopping = true
      clearTimeout(restart)
      queue?.claims.stop()
      await queue?.runner
        .stop()
        .catch((error: unknown) => log.warn({ error }, 'the queue did not stop cleanly'))
      await endPool(queue?.pool)
    },
  }
}

/** How a queue works, in the words of its library. */
const settingsOf = (concurrency: number, stopWithinMs: number) => ({
  schema: 'graphile_worker',
  concurrentJobs: concurrency,
  pollInterval: 1000,
  preparedStatements: true,
  // Jobs are fetched and completed in small batches, since an urgent job waits behind those
  // that a worker has fetched. With 3 of 20 a start beside another organization's backlog
  // waits 1.5 times as long as in an idle worker, with 7 it was 2.5 times, and a backlog was
  // worked off a tenth faster. A job that waits longer than half a second behind long turns
  // goes back, so that other workers can take it.
  localQueue: { size: Math.ceil(concurrency / 7), ttl: 500 },
  // Deleting a finished job may wait.
  completeJobBatchDelay: 25,
  failJobBatchDelay: 0,
  gracefulShutdownAbortTimeout: stopWithinMs,
})

async function startQueue(
  { connectionString, handlers, concurrency, stopWithinMs, onPool }: JobsOptions,
  onEnd: () => void,
): Promise<Queue> {
  const events: WorkerEvents = new EventEmitter()
  const poolId = new Promise<string>((resolve) =>
    events.once('pool:create', ({ workerPool }) => resolve(workerPool.id)),
  )
  events.once('pool:gracefulShutdown', onEnd)
  // Jobs are fetched in the order of an index. A bitmap scan would read every job that was finished
  // since the last vacuum, thousands at each fetch: it never marks them as dead, an index scan
  // does.
  const options = '-c plan_cache_mode=force_generic_plan -c enable_bitmapscan=off'
  const logLost = (error: unknown): void =>
    log.debug({ error }, 'a connection of the queue was lost')
  const named = { connectionString, application_name: 'rounds queue', options }
  const config = { ...named, max: 4, ...noticesLoss }
  const pool = makePool(config, logLost)
  events.on('localQueue:init', ({ localQueue }) => {
    // A local queue that has ended still gives back the jobs of a late fetch, in a promise that it
    // does not handle (0.18). When the connection is gone as well, that would end the process. The
    // jobs are freed with the queue's name.
    const queue = localQueue as unknown as { background(work: Promise<unknown>): void }
    const background = queue.background.bind(queue)
    queue.background = (work) => {
      work.catch(logLost)
      background(work)
    }
  })
  const claims = giveBackLostClaims({ events, poolId })
  let runner: Runner | undefined
  try {
    runner = await run({
      pgPool: pool,
      events,
      logger: queueLog,
      noHandleSignals: true,
      parsedCronItems: [],
      taskList: Object.fromEntries(
        Object.entries(handlers).map(([name, handle]) => [
          name,
          async (payload: unknown) => await handle(payload),
        ]),
      ),
      preset: { worker: settingsOf(concurrency, stopWithinMs) },
    })
    runner.promise.catch((error: unknown) => log.debug({ error }, 'the queue ended with an error'))
    await onPool(await poolId)
    return { runner, pool, claims }
  } catch (error) {
    // Another one is started, and this one would work beside it under a name that no worker has.
    claims.stop()
    void runner?.stop().catch(logLost)
    setTimeout(() => void endPool(pool), lingerMs).unref()
    throw error
  }
}

const levels = { error: 'warn', warning: 'warn', info: 'debug', debug: 'trace' } as const

/**
 * Warnings about settings that are intended: the pool may be smaller than the number of jobs at
 * once, since jobs need no connection while they run, and the batches are small (above).
 */
const expected =
  /maxPoolSize .* smaller than concurrency|batch size .* smaller than your concurrency/

/** The queue's own messages. Its errors contain the job, whose payload has ids only. */
const queueLog = new Logger(
  () => (level, message) =>
    log[expected.test(message) ? 'trace' : levels[level]]({ part: 'queue' }, message),
)
