import type { Actor } from '#lib/auth/actor'
import { requestCounts } from '#lib/auth/request-counts'
import { ApiError } from '#lib/domain/api-error'
import { countOf } from '#lib/domain/count-of'
import { metrics } from '#lib/metrics'
import { whatIsBehind } from './what-is-behind.ts'

const seconds = 60
const againSeconds = { queue: 30, database: 5 }

const sentences = {
  queue: 'More work waits than the workers can do at the moment.',
  database: 'The database has more to do than it can at the moment.',
}

function refused(reason: keyof typeof sentences): ApiError {
  metrics.startsRefused.inc({ reason })
  const wait = againSeconds[reason]
  return new ApiError(
    'unavailable',
    `${sentences[reason]} Nothing was started. Try again in ${countOf(wait, 'second')}.`,
    { reason: 'overloaded', behind: reason, retryAfterSeconds: wait },
    { headers: { 'retry-after': String(wait) } },
  )
}

/**
 * Counts a start of a run by a system, and refuses it before anything is done: 503 while the
 * installation is behind with its work, 429 when the organization has used up its starts of this
 * minute. Systems have API keys, or the address of a webhook, which has the rate of its organization.
 * What people, forms, schedules and mails start is neither refused nor counted.
 */
export async function takeStart(actor: Actor): Promise<void> {
  const { kind, organizationId, rate } = actor
  if (kind === 'user' || (kind === 'public' && rate === undefined)) return
  const behind = whatIsBehind(organizationId)
  if (behind) throw refused(behind)
  const most = rate?.starts ?? null
  if (most === null) return
  const limit = { name: 'starts', of: ['starts', organizationId], most, seconds }
  const counted = await requestCounts().take([limit])
  if (!counted.refusedBy) return
  metrics.startsRefused.inc({ reason: 'quota' })
  const { wait } = counted
  throw new ApiError(
    'rate_limited',
    `Systems of this organization may start ${countOf(most, 'run')} a minute. ` +
      `Nothing was started. Try again in ${countOf(wait, 'second')}.`,
    { limit: 'starts', most, seconds, retryAfterSeconds: wait },
    { headers: { 'retry-after': String(wait) } },
  )
}
