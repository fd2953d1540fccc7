import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { authDb } from '#db/client'
import { ApiError } from '#lib/domain/api-error'

/** A database that does not answer for so long does not answer requests either. */
const withinMs = 2000
/** As in lib/engine/liveness.ts: a worker writes a sign of life each second. */
const silentSeconds = 20

/** Whether this process can serve: the database answers. `workers` are those alive; without one, runs wait. Throws 503 when it cannot serve. */
export async function readReadiness(): Promise<{ status: 'ready'; workers: number }> {
  try {
    const counted = authDb().execute<{ workers: number }>(sql`select count(*)::int as workers from workers where seen_at > now() - make_interval(secs => ${silentSeconds})`)
    const { rows } = await Promise.race([counted, tooLate()])
    return { status: 'ready', workers: rows[0]?.workers ?? 0 }
  } catch (error) {
    throw new ApiError('unavailable', 'The database does not answer.', {}, { headers: { 'retry-after': '1' }, cause: error })
  }
}

async function tooLate(): Promise<never> {
  await delay(withinMs, undefined, { ref: false })
  throw new Error(`no answer within ${withinMs} ms`)
}
