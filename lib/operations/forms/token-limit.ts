import { createHash } from 'node:crypto'
import { ApiError } from '#lib/domain/api-error'

/** A shared form serves this many requests in a minute from one process; a form that many people fill in needs far fewer. */
const perMinute = 120
const windowMs = 60_000
const keepAtMost = 10_000

const windows = new Map<string, { since: number; count: number }>()

/** Counts one request for a shared link; throws 429 with `Retry-After` over the limit. Unknown links are counted in the same way. */
export function countUse(token: string, now = Date.now()): void {
  const key = createHash('sha256').update(token).digest('base64url')
  const window = windows.get(key)
  if (!window || now - window.since >= windowMs) {
    if (windows.size >= keepAtMost) windows.clear()
    windows.set(key, { since: now, count: 1 })
    return
  }
  window.count += 1
  if (window.count <= perMinute) return
  const seconds = Math.ceil((window.since + windowMs - now) / 1000)
  throw new ApiError('rate_limited', `This form is asked for too often. Try again in ${seconds} seconds.`, {}, { headers: { 'retry-after': String(seconds) } })
}
