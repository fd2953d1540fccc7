import { ApiError } from '#lib/domain/api-error'

const longestSeconds = 60

/**
 * Reads the seconds of `Prefer: wait=N` (RFC 7240 §4.3); 0 without it. Throws 400 when N is not a
 * whole number from 1 to 60. Ignores other preferences.
 */
export function waitSeconds(request: Request): number {
  const wait = (request.headers.get('prefer') ?? '')
    .split(/[,;]/)
    .map((part) => part.trim())
    .find((part) => /^wait\s*=/i.test(part))
  if (!wait) return 0
  const seconds = Number(wait.split('=')[1]?.trim().replaceAll('"', ''))
  if (Number.isInteger(seconds) && seconds >= 1 && seconds <= longestSeconds) return seconds
  throw ApiError.invalid([
    { path: 'Prefer', message: `wait is a whole number of seconds from 1 to ${longestSeconds}.` },
  ])
}
