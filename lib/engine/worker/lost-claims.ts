import { sql } from 'drizzle-orm'
import type { Job, WorkerEvents } from 'graphile-worker'
import { engineDb } from '#db/client'
import { log } from '#lib/log'

const lookEveryMs = 5000
/** A claim that is younger may still be answered. */
const claimedSeconds = 5

type Queue = {
  events: WorkerEvents
  /** What the queue writes on jobs that it claims. */
  poolId: Promise<string>
}

/**
 * Gives back jobs that a queue claimed by a statement whose answer was lost with its connection:
 * Postgres says that the queue has them, and the queue does not know them. Its library leaves them
 * alone for four hours (graphile-worker 0.18), and a mail would not be sent for so long. A job that is
 * unknown at two looks is lost, since the answer to a claim may come late.
 */
export function giveBackLostClaims({ events, poolId }: Queue): { stop(): void } {
  const known = new Set<string>()
  let unknownBefore = new Set<string>()
  let looking: Promise<void> | undefined
  const forget = ({ id }: Job): void => void known.delete(id)
  events.on('localQueue:getJobs:complete', ({ jobs }) => {
    for (const { id } of jobs) known.add(id)
  })
  events.on('localQueue:returnJobs', ({ jobs }) => jobs.forEach(forget))
  events.on('job:complete', ({ job }) => forget(job))

  async function look(): Promise<void> {
    const name = await poolId
    const { rows } = await engineDb().execute<{ id: string }>(sql`
      select id::text from graphile_worker._private_jobs
      where locked_by = ${name} and locked_at < now() - make_interval(secs => ${claimedSeconds})`)
    const unknown = rows.map(({ id }) => id).filter((id) => !known.has(id))
    const lost = unknown.filter((id) => unknownBefore.has(id))
    unknownBefore = new Set(unknown)
    if (lost.length === 0) return
    await engineDb().execute(sql`
      update graphile_worker._private_jobs
      set attempts = greatest(0, attempts - 1), locked_by = null, locked_at = null
      where id in ${lost} and locked_by = ${name}`)
    log.warn({ lost: lost.length }, 'claims of jobs were not answered; the jobs were given back')
  }
  const timer = setInterval(() => {
    looking ??= look()
      .catch((error: unknown) => log.debug({ error }, 'could not look for lost claims'))
      .finally(() => {
        looking = undefined
      })
  }, lookEveryMs)
  timer.unref()
  return { stop: () => clearInterval(timer) }
}
