import { createHmac } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { LRUCache } from 'lru-cache'
import { limitsDb } from '#db/client'
import { ApiError } from '#lib/domain/api-error'
import { countOf } from '#lib/domain/count-of'
import { deriveKey } from '#lib/env'
import { log } from '#lib/log'

/** `most` uses of what `of` names in any `seconds`; an expensive use may `cost` more than 1. */
export type Limit = { of: readonly string[]; most: number; seconds: number; cost?: number }

/** Seconds until the next try is allowed; 0 when this one was allowed and counted. */
type Wait = number

/** The key of a count in the store. */
export const keyOf = (of: readonly string[]): string =>
  createHmac('sha256', deriveKey('rate limits')).update(JSON.stringify(of)).digest('base64url')

/** The time that one use occupies, in seconds. */
export const stepOf = ({ most, seconds, cost = 1 }: Limit): number => (cost * seconds) / most

const waitOf = (ahead: number, { seconds }: Limit): Wait => Math.max(1, Math.ceil(ahead - seconds))

/** The same count within this process, for when the store does not answer. */
class OwnCount {
  /**
   * When there are too many keys, the one that was unused for the longest time is removed first.
   */
  readonly #usedUntil = new LRUCache<string, number>({ max: 50_000 })

  take(key: string, limit: Limit): Wait {
    const now = Date.now() / 1000
    const until = Math.max(this.#usedUntil.peek(key) ?? 0, now) + stepOf(limit)
    if (until - now > limit.seconds) return waitOf(until - now, limit)
    this.#usedUntil.set(key, until)
    return 0
  }

  giveBack(key: string, step: number): void {
    const until = this.#usedUntil.peek(key)
    if (until !== undefined) this.#usedUntil.set(key, until - step)
  }

  forget(key: string): void {
    this.#usedUntil.delete(key)
  }
}

/** Created on first use, because it allocates a megabyte at once. */
let own: OwnCount | undefined
const sweepEveryMs = 60_000
const state = { sweptAt: 0, warnedAt: 0 }

function storeIsAway(error: unknown): void {
  if (Date.now() - state.warnedAt < sweepEveryMs) return
  state.warnedAt = Date.now()
  log.warn({ error }, 'rate limits are counted by this process alone: their store is away')
}

/** Deletes expired counts, once a minute and a batch at a time. */
async function sweep(): Promise<void> {
  if (Date.now() - state.sweptAt < sweepEveryMs) return
  state.sweptAt = Date.now()
  await limitsDb().execute(sql`
    delete from rate_limits where key in (
      select key from rate_limits where used_until < clock_timestamp() limit 10000)`)
}

/**
 * Counts one use across all processes, unless there were too many: GCRA, in one statement, by the
 * clock of Postgres. While the store does not answer, this process counts by itself.
 */
export async function consumeUse(limit: Limit): Promise<Wait> {
  const key = keyOf(limit.of)
  const step = stepOf(limit)
  try {
    await sweep()
    const { rows } = await limitsDb().execute<{ taken: boolean; ahead: number | null }>(sql`
      with taken as (
        insert into rate_limits as known (key, used_until)
        values (${key}, clock_timestamp() + ${step}::float8 * interval '1 s')
        on conflict (key) do update
          set used_until = greatest(known.used_until, clock_timestamp())
            + ${step}::float8 * interval '1 s'
          where greatest(known.used_until, clock_timestamp()) + ${step}::float8 * interval '1 s'
            <= clock_timestamp() + ${limit.seconds}::float8 * interval '1 s'
        returning key)
      select exists (select from taken) as taken, (
        select extract(epoch from used_until - clock_timestamp())::float8
        from rate_limits where key = ${key}) as ahead`)
    const [row] = rows
    return row?.taken ? 0 : waitOf((row?.ahead ?? limit.seconds) + step, limit)
  } catch (error) {
    storeIsAway(error)
    own ??= new OwnCount()
    return own.take(key, limit)
  }
}

/** Uses that this process has let through: the count and the time that they occupy, in seconds. */
export type Spent = { key: string; spent: number }

/**
 * Adds uses that were let through before (lib/auth/request-counts.ts), all of them in one statement
 * and also over the limit. Answers for each count the seconds until all of it is given back;
 * undefined while the store does not answer.
 */
export async function reportUses(uses: readonly Spent[]): Promise<Map<string, number> | undefined> {
  try {
    await sweep()
    // By the order of the keys, so that two processes never wait for each other's rows.
    const { rows } = await limitsDb().execute<{ key: string; ahead: number }>(sql`
      insert into rate_limits as known (key, used_until)
      select key, statement_timestamp() + spent * interval '1 s'
      from jsonb_to_recordset(${JSON.stringify(uses)}::jsonb) as used(key text, spent float8)
      order by key
      on conflict (key) do update
        set used_until = greatest(known.used_until, statement_timestamp())
          + (excluded.used_until - statement_timestamp())
      returning key, extract(epoch from used_until - clock_timestamp())::float8 as ahead`)
    return new Map(rows.map(({ key, ahead }) => [key, ahead]))
  } catch (error) {
    storeIsAway(error)
    return undefined
  }
}

/** Takes one use back when it did no harm. */
export async function refundUse(limit: Limit): Promise<void> {
  const key = keyOf(limit.of)
  const step = stepOf(limit)
  own?.giveBack(key, step)
  await limitsDb()
    .execute(sql`
      update rate_limits set used_until = used_until - ${step}::float8 * interval '1 s'
      where key = ${key}`)
    .catch(storeIsAway)
}

/** Deletes all counts. */
export async function clearUses({ of }: Pick<Limit, 'of'>): Promise<void> {
  const key = keyOf(of)
  own?.forget(key)
  await limitsDb()
    .execute(sql`delete from rate_limits where key = ${key}`)
    .catch(storeIsAway)
}

/** Remembers a fact for so many seconds; `isRemembered` reads it. A crash may lose it. */
export async function remember(of: readonly string[], seconds: number): Promise<void> {
  await limitsDb()
    .execute(sql`
      insert into rate_limits (key, used_until)
      values (${keyOf(of)}, clock_timestamp() + ${seconds}::float8 * interval '1 s')
      on conflict (key) do update set used_until = excluded.used_until`)
    .catch(storeIsAway)
}

export async function isRemembered(of: readonly string[]): Promise<boolean> {
  try {
    const { rowCount } = await limitsDb().execute(sql`
      select from rate_limits where key = ${keyOf(of)} and used_until > clock_timestamp()`)
    return (rowCount ?? 0) > 0
  } catch (error) {
    storeIsAway(error)
    return false
  }
}

/**
 * Counts one use of each limit, the narrowest first. Throws 429 with `Retry-After` at the first
 * that is exhausted; the wider ones are then not counted, so that one caller cannot exhaust them
 * for others.
 */
export async function requireUses(limits: readonly Limit[], refusal: string): Promise<void> {
  for (const limit of limits) {
    const wait = await consumeUse(limit)
    if (wait === 0) continue
    throw new ApiError(
      'rate_limited',
      `${refusal} Try again in ${countOf(wait, 'second')}.`,
      { retryAfterSeconds: wait },
      { headers: { 'retry-after': String(wait) } },
    )
  }
}
