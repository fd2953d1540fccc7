import { EventEmitter } from 'node:events'
import { Logger, run, type Runner, type WorkerEvents } from 'graphile-worker'
import { log } from '#lib/log'

type Handler = (payload: unknown) => Promise<void>

export type Jobs = {
  /** The queue's name for this process: what it wrote on the jobs that it holds. */
  poolId: string
  /** Takes no more jobs and waits for those that it has, at most `abortAfterMs`. */
  stop(): Promise<void>
}

/** The only place that knows the queue. Every handler is one kind of job; one that throws is tried again later, 25 times, with growing delays. */
export async function startJobs(connectionString: string, handlers: Record<string, Handler>, concurrency: number, stopWithinMs: number): Promise<Jobs> {
  const events: WorkerEvents = new EventEmitter()
  const poolId = new Promise<string>((resolve) => events.once('pool:create', ({ workerPool }) => resolve(workerPool.id)))
  const runner: Runner = await run({
    connectionString,
    maxPoolSize: 4,
    events,
    logger: queueLog,
    noHandleSignals: true,
    parsedCronItems: [],
    taskList: Object.fromEntries(Object.entries(handlers).map(([name, handle]) => [name, async (payload: unknown) => await handle(payload)])),
    preset: {
      worker: {
        schema: 'graphile_worker',
        concurrentJobs: concurrency,
        pollInterval: 1000,
        preparedStatements: true,
        // Jobs are fetched and completed in batches. What waits here longer than half a second behind long turns goes back, so that other workers can have it.
        localQueue: { size: concurrency, ttl: 500 },
        completeJobBatchDelay: 0,
        failJobBatchDelay: 0,
        gracefulShutdownAbortTimeout: stopWithinMs,
      },
    },
  })
  // A queue that stops by itself is an error that the process cannot mend.
  runner.promise.catch((error: unknown) => log.error({ error }, 'the queue stopped'))
  return { poolId: await poolId, stop: async () => await runner.stop() }
}

const levels = { error: 'warn', warning: 'warn', info: 'debug', debug: 'trace' } as const

/** The queue's own messages; its errors may hold a job's payload, which holds ids only. */
const queueLog = new Logger(() => (level, message) => log[levels[level as keyof typeof levels] ?? 'debug']({ part: 'queue' }, message))
