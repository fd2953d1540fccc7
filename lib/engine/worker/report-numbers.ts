import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { engineDb } from '#db/client'
import { goesOnHere } from '#db/goes-on-here'
import { log } from '#lib/log'
import { metrics } from '#lib/metrics'
import { countLabels, type LabelNumbers } from './label-numbers.ts'
import { countOperatingNumbers, type OperatingNumbers } from './operating-numbers.ts'
import { loadRunTotals, type RunTotals } from '../store/reads/run-totals.ts'

/**
 * Numbers of the whole service at one moment. `dueSeconds` is how long the oldest due job has
 * waited.
 */
export type ServiceNumbers = {
  books: RunTotals
  /** Without what is bound to workers with a label. */
  queue: { due: number; dueSeconds: number; later: number }
  /** Counted by no worker of an older version. */
  labels?: LabelNumbers[]
  /** Mails that are not read yet; a worker of an older version does not count them. */
  receivedMails?: { waiting: number; oldestSeconds: number }
  /** A worker of an older version does not count these either. */
  operation?: OperatingNumbers
}

const everyMs = 5000
/** After this long, the next worker to report counts the whole service. */
const countEverySeconds = 10

/**
 * Writes this worker's metrics into its row, and the numbers of the whole service, for the metrics
 * endpoint, which the web process answers.
 */
export function startReporting(workerId: string): { stop(): Promise<void> } {
  const stopped = new AbortController()
  const done = (async () => {
    while (!stopped.signal.aborted) {
      try {
        await reportOnce(workerId)
      } catch (error) {
        log.debug({ error }, 'this worker could not report its numbers; it tries again')
      }
      await delay(everyMs, undefined, { signal: stopped.signal }).catch(() => undefined)
    }
  })()
  return {
    async stop() {
      stopped.abort()
      await done
    },
  }
}

export async function reportOnce(workerId: string): Promise<void> {
  const own = await metrics.registry.getMetricsAsJSON()
  await engineDb().execute(
    sql`update workers set metrics = ${JSON.stringify(own)}::json where id = ${workerId}`,
  )
  const claimed = await engineDb().execute(sql`
    insert into service_numbers (at, numbers) values (now(), 'null')
    on conflict ("only") do update set at = now()
    where service_numbers.at < now() - make_interval(secs => ${countEverySeconds})
    returning 1`)
  if (claimed.rows.length === 0) return
  const numbers: ServiceNumbers = {
    books: await loadRunTotals(engineDb()),
    queue: await queueNumbers(),
    labels: await countLabels(),
    receivedMails: await receivedMailNumbers(),
    operation: await countOperatingNumbers(),
  }
  if (!numbers.books.balanced)
    log.error(
      { books: numbers.books },
      'the run totals do not balance: accepted runs are missing, ' +
        'or there are more runs than were accepted',
    )
  await engineDb().execute(
    sql`update service_numbers set numbers = ${JSON.stringify(numbers)}::json`,
  )
}

/** Mails of a paused workflow wait for people, not for a worker. */
async function receivedMailNumbers(): Promise<NonNullable<ServiceNumbers['receivedMails']>> {
  const { rows } = await engineDb().execute<{ waiting: number; oldestSeconds: number }>(sql`
    select count(*)::int as waiting,
      coalesce(extract(epoch from now() - min(created_at)), 0)::float8 as "oldestSeconds"
    from received_mails where next_look_at is not null and ${goesOnHere}
      and not exists (select from workflows
        where workflows.id = received_mails.workflow_id and workflows.paused_at is not null)`)
  return rows[0] ?? { waiting: 0, oldestSeconds: 0 }
}

async function queueNumbers(): Promise<ServiceNumbers['queue']> {
  const { rows } = await engineDb().execute<ServiceNumbers['queue']>(sql`
    select (count(*) filter (where run_at <= now() and locked_at is null))::int as due,
      coalesce(extract(epoch
        from now() - min(run_at) filter (where run_at <= now() and locked_at is null)),
          0)::float8 as "dueSeconds",
      (count(*) filter (where run_at > now()))::int as later
    from graphile_worker.jobs where position(':' in task_identifier) = 0`)
  return rows[0] ?? { due: 0, dueSeconds: 0, later: 0 }
}
