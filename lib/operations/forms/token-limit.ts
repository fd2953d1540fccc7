import { createHash } from 'node:crypto'
import { ApiError } from '#lib/domain/api-error'

/** What a shared form serves in a minute from one process: 240 readings, 120 submissions or 60 uploads. */
const perMinute = 240
const windowMs = 60_000
const keepAtMost = 10_000

const windows = new Map<string, { since: number; count: number }>()

/** Counts one request of this weight for a shared link; throws 429 with `Retry-After` over the limit. Unknown links are counted in the same way. */
export function countUse(token: string, weight: number, now = Date.now()): void {
  const key = createHash('sha256').update(token).digest('base64url')
  const window = windows.get(key)
  if (!window || now - window.since >= windowMs) {
    // Deleted first, so that the oldest window stands first and goes first when many unknown links are tried.
    windows.delete(key)
    windows.set(key, { since: now, count: weight })
    if (windows.size > keepAtMost) windows.delete(windows.keys().next().value ?? '')
    return
  }
  window.count += weight
  if (window.count <= perMinute) return
  const seconds = Math.ceil((window.since + windowMs - now) / 1000)
  throw new ApiError('rate_limited', `This form is asked for too often. Try again in ${seconds} seconds.`, {}, { headers: { 'retry-after': String(seconds) } })
}
