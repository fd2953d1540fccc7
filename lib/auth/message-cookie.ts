import { readCookie } from './read-cookie.ts'
import { cookieOptions } from './session-token.ts'

/**
 * The cookie of one link: its token and, once a code was right, the token of this browser. Each
 * link has its own, so that two messages can be open in two tabs. `__Host-` binds it to this host
 * and HTTPS; `Strict` because only our own page uses it. It ends with the browser.
 */
const nameOf = (id: string): string =>
  cookieOptions().secure ? `__Host-rounds.message-${id}` : `rounds.message-${id}`

/** What a browser has shown for a link. */
export type Shown = { token: string; reading?: string | undefined }

const isToken = (text: string | undefined): text is string =>
  text !== undefined && /^[\w-]{43}$/.test(text)

/** Reads the cookie of a link; undefined when there is none or it is damaged. */
export function shownIn(request: Request, id: string): Shown | undefined {
  const cookie = readCookie(request.headers.get('cookie'), nameOf(id))
  const [token, reading] = cookie?.split('.') ?? []
  return isToken(token) ? { token, reading: isToken(reading) ? reading : undefined } : undefined
}

/** The header that sets the cookie of a link; without `shown` it is deleted. */
export function messageCookie(id: string, shown: Shown | undefined): string {
  const secure = cookieOptions().secure ? '; Secure' : ''
  const value = [shown?.token, shown?.reading].filter(isToken).join('.')
  const age = shown ? '' : '; Max-Age=0'
  return `${nameOf(id)}=${value}; Path=/; HttpOnly; SameSite=Strict${age}${secure}`
}

/** For answers about a message: no page of another site, and no index, learns of it. */
export const recipientHeaders = {
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex, nofollow',
}
