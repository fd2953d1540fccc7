import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { inOrganization } from '#db/client'
import { ApiError } from '#lib/domain/api-error'
import { faultPoint } from '#lib/engine/store/fault-points'
import { newId } from '#lib/ids'
import { log } from '#lib/log'
import type { ConnectionRow } from './connection-view.ts'

/**
 * A call whose process died stops counting after this long; living ones say again that they last.
 */
const leaseSeconds = 30
const renewMs = 10_000
/**
 * A step between two of its calls waits this long for the second, since beginning anew would repeat
 * the first.
 */
const patienceMs = 60_000

type Limited = Pick<
  ConnectionRow,
  'id' | 'organizationId' | 'slug' | 'maxConcurrent' | 'maxPerMinute'
>

/** Takes the right to one call: 0, or after how many milliseconds to ask again. */
async function take(
  { id, organizationId, maxConcurrent, maxPerMinute }: Limited,
  callId: string,
): Promise<number> {
  return await inOrganization(organizationId, async (tx) => {
    const { rows } = await tx.execute<{ wait: number }>(sql`
      select take_connection_call(${id}::uuid, ${callId}::uuid, ${maxConcurrent}::integer, ${maxPerMinute}::integer, ${leaseSeconds}::integer) as wait`)
    return rows[0]?.wait ?? 0
  })
}

async function mark(
  organizationId: string,
  callId: string,
  change: 'renew' | 'end',
): Promise<void> {
  const set =
    change === 'end'
      ? sql`ended_at = clock_timestamp()`
      : sql`expires_at = clock_timestamp() + make_interval(secs => ${leaseSeconds})`
  await inOrganization(
    organizationId,
    async (tx) =>
      await tx.execute(sql`update connection_calls set ${set} where id = ${callId}::uuid`),
  ).catch((error: unknown) =>
    log.warn({ error }, 'a limited call could not be noted; it stops counting by itself'),
  )
}

function refused({ slug, maxConcurrent, maxPerMinute }: Limited, waitMs: number): ApiError {
  const seconds = Math.max(1, Math.ceil(waitMs / 1000))
  const limits = [
    maxConcurrent === null ? '' : `${maxConcurrent} at once`,
    maxPerMinute === null ? '' : `${maxPerMinute} a minute`,
  ]
    .filter(Boolean)
    .join(' and ')
  return new ApiError(
    'connection_limited',
    `The connection "${slug}" allows ${limits}, and that many calls are made. Ask again in ${seconds} s.`,
    { connection: slug, retryAfterSeconds: seconds },
    {
      headers: { 'retry-after': String(seconds) },
    },
  )
}

/**
 * The same port, whose calls keep to the connection's limits across all processes and machines. The
 * first call of a port is refused when there is no room (`connection_limited`, 429), before
 * anything was called: an endpoint answers that, and a step goes back to wait. Later calls of the
 * same port wait for room themselves, by `hold`, so that it does not count for the step's time.
 * `test` is a person's question and is not counted. Connections without limits cost nothing.
 */
export function limitCalls<Port extends object>(
  port: Port,
  row: Limited,
  hold: (waiting: Promise<unknown>) => Promise<void> = async (waiting) => void (await waiting),
): Port {
  if (row.maxConcurrent === null && row.maxPerMinute === null) return port
  let called = false

  async function enter(callId: string): Promise<void> {
    const until = Date.now() + patienceMs
    for (;;) {
      faultPoint('before-limit')
      const waitMs = await take(row, callId)
      faultPoint('after-limit')
      if (waitMs === 0) return
      if (!called) throw refused(row, waitMs)
      if (Date.now() + waitMs > until)
        throw new ApiError('rate_limited', refused(row, waitMs).message, { connection: row.slug })
      await hold(delay(waitMs))
    }
  }
  async function limited<T>(work: () => Promise<T>): Promise<T> {
    const callId = newId()
    await enter(callId)
    called = true
    const renewal = setInterval(() => void mark(row.organizationId, callId, 'renew'), renewMs)
    try {
      return await work()
    } finally {
      clearInterval(renewal)
      await mark(row.organizationId, callId, 'end')
    }
  }

  return new Proxy(port, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name)
      if (typeof member !== 'function' || name === 'test') return member
      return async (...given: unknown[]): Promise<unknown> =>
        await limited(async () => (await Reflect.apply(member, target, given)) as unknown)
    },
  })
}
