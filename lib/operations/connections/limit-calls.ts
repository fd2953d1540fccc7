import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { inOrganization } from '#db/client'
import { ApiError } from '#lib/domain/api-error'
import { faultPoint } from '#lib/engine/store/fault-points'
import { newId } from '#lib/ids'
import { log } from '#lib/log'
import type { ConnectionRow } from './connection-view.ts'

/**
 * A call whose process died stops counting after this time; live processes renew their calls.
 */
const leaseSeconds = 30
const renewMs = 10_000
/**
 * How long a step waits before its second call. It does not fail at once, because a new attempt
 * would repeat the first call.
 */
const patienceMs = 60_000

type Limited = Pick<
  ConnectionRow,
  'id' | 'organizationId' | 'slug' | 'maxConcurrent' | 'maxPerMinute'
>

/** Takes the right to make one call. Answers 0, or the milliseconds after which to try again. */
async function take(
  { id, organizationId, maxConcurrent, maxPerMinute }: Limited,
  callId: string,
): Promise<number> {
  return await inOrganization(organizationId, async (tx) => {
    const { rows } = await tx.execute<{ wait: number }>(sql`
      select take_connection_call(${id}::uuid, ${callId}::uuid, ${maxConcurrent}::integer,
      ${maxPerMinute}::integer, ${leaseSeconds}::integer) as wait`)
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
    log.warn(
      { error },
      'the end of a limited call could not be written; the call stops ' +
        'counting when its lease ends',
    ),
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
    `The connection "${slug}" allows ${limits}, and this limit is reached. ` +
      `Try again in ${seconds} s.`,
    { connection: slug, retryAfterSeconds: seconds },
    {
      headers: { 'retry-after': String(seconds) },
    },
  )
}

/**
 * Wraps a port so that its calls keep the connection's limits over all processes and machines. When
 * the limit is reached, the first call of a port is refused (`connection_limited`, 429) before
 * anything was called: an endpoint answers that, and a step is deferred. Later calls of the same
 * port wait by `hold`, so that the wait does not count for the step's time limit. `test` is not
 * counted. Connections without limits cost nothing.
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
