import { readCookie } from '#lib/auth/read-cookie'
import { cookieOptions } from '#lib/auth/session-token'
import { randomToken } from '#lib/ids'
import { stateLifeMs } from './states.ts'

const secure = () => cookieOptions().secure

/** `__Host-` as for the session's cookie. */
const name = () => (secure() ? '__Host-rounds.sso' : 'rounds.sso')

/** A line of `Set-Cookie` for this host, out of reach of scripts and of other sites' requests. */
export const cookieLine = (cookie: string, value: string, maxAgeSeconds: number): string =>
  `${cookie}=${value}; Path=/; Max-Age=${maxAgeSeconds}; HttpOnly; SameSite=Lax` +
  (secure() ? '; Secure' : '')

/** The value that ties a sign-in to its browser; undefined without a well-formed cookie. */
export function browserOf(request: Request): string | undefined {
  const value = readCookie(request.headers.get('cookie'), name())
  return value !== undefined && /^[\w-]{43}$/.test(value) ? value : undefined
}

/**
 * The value for a sign-in that begins, and its cookie. A browser keeps its value while a sign-in is
 * on its way, so that two tabs do not disturb each other.
 */
export function browserForStart(request: Request): { browser: string; setCookie: string } {
  const browser = browserOf(request) ?? randomToken()
  return { browser, setCookie: browserCookie(browser) }
}

/** The line of `Set-Cookie` that ties a sign-in to the browser that gets it. */
export const browserCookie = (browser: string): string =>
  cookieLine(name(), browser, stateLifeMs / 1000)
