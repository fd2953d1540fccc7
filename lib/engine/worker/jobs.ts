import { EventEmitter } from 'node:events'
import { Logger, run, type Runner, type WorkerEvents } from 'graphile-worker'
import type pg from 'pg'
import { log } from '#lib/log'
import { makePool } from '#lib/postgres'

type JobsOptions = {
  connectionString: string
  /**
   * What to do for each kind of job. One that throws is tried again later, 25 times, with growing
   * delays.
   */
  handlers: Record<string, (payload: unknown) => Promise<void>>
  concurrency: number
  /** When the queue stops, running handlers may take this long. */
  stopWithinMs: number
  /**
   * Told the queue's name for this process, which it writes on the jobs that it holds; again when
   * the queue had to be started anew.
   */
  onPool(poolId: string): Promise<void>
}

type Jobs = {
  /** Takes no more jobs, gives back those not begun, and waits for the others. */
  stop(): Promise<void>
}

type Queue = { runner: Runner; pool: pg.Pool }

const restartMs = 100
/** The old queue may still be giving jobs back; after this long its connections are closed. */
const lingerMs = 10_000

/**
 * The only place that knows the queue. A lost connection while finished jobs are being deleted
 * makes graphile-worker 0.18 end itself, and then it hangs (its `batch` breaks off at the first
 * failure, against its retry options, and its release waits for the back pressure that nobody takes
 * away). So whenever a queue begins to end unasked, a new one takes its place; the jobs of the old
 * are freed with its name, and turns in play go on.
 */
export async function startJobs(options: JobsOptions): Promise<Jobs> {
  let queue: Queue | undefined
  let stopping = false
  let restart: NodeJS.Timeout | undefined

  async function begin(): Promise<void> {
    try {
      queue = await startQueue(options, endedUnasked)
    } catch (error) {
      log.error({ error }, 'the queue could not be started; trying again')
      again()
    }
  }
  function endedUnasked(): void {
    if (stopping) return
    log.warn('the queue ended by itself; a new one takes its place')
    const { pool } = queue ?? {}
    setTimeout(() => void pool?.end(), lingerMs).unref()
    again()
  }
  function again(): void {
    clearTimeout(restart)
    if (!stopping) restart = setTimeout(() => void begin(), restartMs)
  }

  queue = await startQueue(options, endedUnasked)
  return {
    async stop() {
      stopping = true
      clearTimeout(restart)
      await queue?.runner
        .stop()
        .catch((error: unknown) => log.warn({ error }, 'the queue did not stop cleanly'))
      await queue?.pool.end()
    },
  }
}

async function startQueue(
  { connectionString, handlers, concurrency, stopWithinMs, onPool }: JobsOptions,
  onEnd: () => void,
): Promise<Queue> {
  const events: WorkerEvents = new EventEmitter()
  const poolId = new Promise<string>((resolve) =>
    events.once('pool:create', ({ workerPool }) => resolve(workerPool.id)),
  )
  events.once('pool:gracefulShutdown', onEnd)
  // Jobs are fetched in the order of an index. A bitmap of it would hold every job that was done
  // since the last vacuum, thousands at each fetch: a bitmap never marks them as dead, an index
  // scan does.
  const options = '-c plan_cache_mode=force_generic_plan -c enable_bitmapscan=off'
  const noted = (error: unknown): void => log.debug({ error }, 'a connection of the queue was lost')
  const config = { connectionString, max: 4, application_name: 'rounds queue', options }
  const pool = makePool(config, noted)
  events.on('localQueue:init', ({ localQueue }) => {
    // A local queue that has ended still gives back the jobs that a fetch then brings, in a promise
    // that it leaves to nobody (0.18): when the connection is gone as well, that would end the
    // process. The jobs are freed with the queue's name.
    const queue = localQueue as unknown as { background(work: Promise<unknown>): void }
    const background = queue.background.bind(queue)
    queue.background = (work) => {
      work.catch(noted)
      background(work)
    }
  })
  const runner = await run({
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
    preset: {
      worker: {
        schema: 'graphile_worker',
        concurrentJobs: concurrency,
        pollInterval: 1000,
        preparedStatements: true,
        // Jobs are fetched and completed in batches; small ones, since whatever is more urgent
        // waits behind the jobs that a worker has fetched already: with 3 of 20 a start waits 1.5
        // times as long beside another organization's backlog as in an idle worker, with 7 it was
        // 2.5 times, and a backlog was worked off a tenth faster. What waits longer than half a
        // second behind long turns goes back, so that other workers can have it.
        localQueue: { size: Math.ceil(concurrency / 7), ttl: 500 },
        // Nobody waits for a finished job to be cleared away.
        completeJobBatchDelay: 25,
        failJobBatchDelay: 0,
        gracefulShutdownAbortTimeout: stopWithinMs,
      },
    },
  })
  runner.promise.catch((error: unknown) => log.debug({ error }, 'the queue ended with an error'))
  await onPool(await poolId)
  return { runner, pool }
}

const levels = { error: 'warn', warning: 'warn', info: 'debug', debug: 'trace' } as const

/**
 * What it warns of and is meant: the pool may be smaller than the number of jobs at once, since
 * they hold no connection while they run; and the batches are (above).
 */
const expected =
  /maxPoolSize .* smaller than concurrency|batch size .* smaller than your concurrency/

/** The queue's own messages. Its errors carry the job, whose payload holds ids only. */
const queueLog = new Logger(
  () => (level, message) =>
    log[expected.test(message) ? 'trace' : levels[level]]({ part: 'queue' }, message),
)
