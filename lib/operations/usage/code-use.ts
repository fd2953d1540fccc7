import { sql } from 'drizzle-orm'
import { LRUCache } from 'lru-cache'
import { beforeClosing, inOrganization } from '#db/client'
import { ApiError } from '#lib/domain/api-error'
import { countOf } from '#lib/domain/count-of'
import { log } from '#lib/log'

/** How old a process's knowledge of what an organization's code used may be. */
const freshMs = 2000
const maxOrganizations = 10_000
/** A step over the limit asks again after at most so long: the limit may have been raised. */
const longestWaitSeconds = 300
const warnEveryMs = 60_000

type Known = {
  at: number
  usedMs: number
  mostSeconds: number | null
  /** When the hour of `usedMs` ends, in milliseconds of this process's clock. */
  hourEndsAt: number
}
type Use = { known?: Known; unreportedMs: number; reporting?: Promise<void> | undefined }

async function report(organizationId: string, ms: number): Promise<Known> {
  const { rows } = await inOrganization(
    organizationId,
    async (tx) =>
      await tx.execute<{ used: number; most: number | null; secondsLeft: number }>(sql`
    with added as (
      insert into code_use (organization_id, hour, ms)
      values (${organizationId}::uuid, date_trunc('hour', now(), 'UTC'), ${Math.round(ms)})
      on conflict (organization_id, hour) do update set ms = code_use.ms + excluded.ms
      returning hour, ms)
    select added.ms::float8 as used, code_seconds_per_hour as most,
      extract(epoch from hour + interval '1 hour' - now())::float8 as "secondsLeft"
    from added, organizations where id = ${organizationId}::uuid`),
  )
  const [row] = rows
  if (!row) throw new Error('the organization of the code is not there')
  const at = Date.now()
  const hourEndsAt = at + row.secondsLeft * 1000
  return { at, usedMs: row.used, mostSeconds: row.most, hourEndsAt }
}

function quotaReached(mostSeconds: number, waitMs: number): ApiError {
  const seconds = Math.min(longestWaitSeconds, Math.max(1, Math.ceil(waitMs / 1000)))
  return new ApiError(
    'code_quota',
    `The code of your organization may compute ${countOf(mostSeconds, 'second')} an ` +
      'hour, and all of it is used up. Steps wait for the next hour; an operator can raise the limit.',
    { mostSeconds, retryAfterSeconds: seconds },
    { headers: { 'retry-after': String(seconds) } },
  )
}

/**
 * Counts for how long the code of organizations occupies processes, and keeps it within their
 * limits. Each process reports what it used when what it knows is two seconds old, and learns what
 * all of them used. So `p` processes may exceed a limit by what they compute in two seconds and by
 * the calls that run then. While the database is away nothing is refused.
 */
class CodeUse {
  readonly #uses = new LRUCache<string, Use>({ max: maxOrganizations })
  #warnedAt = 0

  /** Does the work, which tells each time in milliseconds that it spent. Throws `code_quota`. */
  async within<T>(organizationId: string, work: (spent: (ms: number) => void) => Promise<T>) {
    const use = this.#useOf(organizationId)
    if (Date.now() - (use.known?.at ?? 0) > freshMs) await this.#report(organizationId, use)
    requireRoom(use)
    return await work((ms) => {
      use.unreportedMs += ms
    })
  }

  /** Reports everything; resolves when the database has answered. */
  async flush(): Promise<void> {
    for (const [organizationId, use] of this.#uses.entries()) {
      await use.reporting
      if (use.unreportedMs > 0) await this.#report(organizationId, use)
    }
  }

  #useOf(organizationId: string): Use {
    const known = this.#uses.get(organizationId)
    if (known) return known
    const use: Use = { unreportedMs: 0 }
    this.#uses.set(organizationId, use)
    return use
  }

  async #report(organizationId: string, use: Use): Promise<void> {
    use.reporting ??= this.#reportNow(organizationId, use).finally(() => {
      use.reporting = undefined
    })
    await use.reporting
  }

  async #reportNow(organizationId: string, use: Use): Promise<void> {
    const ms = use.unreportedMs
    use.unreportedMs = 0
    try {
      use.known = await report(organizationId, ms)
    } catch (error) {
      use.unreportedMs += ms
      if (Date.now() - this.#warnedAt < warnEveryMs) return
      this.#warnedAt = Date.now()
      log.warn({ error }, 'the time of code could not be counted; it is counted later')
    }
  }
}

function requireRoom({ known, unreportedMs }: Use): void {
  if (!known || known.mostSeconds === null) return
  const waitMs = known.hourEndsAt - Date.now()
  if (waitMs <= 0 || known.usedMs + unreportedMs < known.mostSeconds * 1000) return
  throw quotaReached(known.mostSeconds, waitMs)
}

// One per process, also when a bundler loads this file twice.
const key = Symbol.for('rounds.code-use')
const holder = globalThis as unknown as Record<symbol, CodeUse | undefined>

/** The count of this process. */
export function codeUse(): CodeUse {
  const known = holder[key]
  if (known) return known
  const use = new CodeUse()
  holder[key] = use
  beforeClosing('code-use', async () => await use.flush())
  return use
}
