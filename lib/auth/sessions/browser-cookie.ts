import { randomUUID } from 'node:crypto'
import { sessionHours } from '#lib/domain/session-limits'
import { cookieOptions } from '../session-token.ts'

/**
 * As long as a session can last. Not longer: the profile of a browser may be copied to many
 * machines (images of virtual desktops), which would then end one another's sessions for good.
 */
const keptSeconds = sessionHours.most * 3600

/** The cookie that recognises a browser, so that a new sign-in ends its old session. */
export const browserCookieName = (): string =>
  cookieOptions().secure ? '__Host-rounds.browser' : 'rounds.browser'

/** The id in the cookie of a request; a new one when there is none or it is damaged. */
export const browserIdOf = (cookie: string | undefined): string =>
  cookie !== undefined && /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(cookie)
    ? cookie
    : randomUUID()

/** Adds the cookie to the answer of a sign-in that started a session. */
export function withBrowserCookie(
  response: Response,
  { browserId, isSignedIn = false }: { browserId: string; isSignedIn?: boolean },
): Response {
  if (!isSignedIn) return response
  const answer = new Response(response.body, response)
  const secure = cookieOptions().secure ? '; Secure' : ''
  const rules = `Path=/; Max-Age=${keptSeconds}; HttpOnly; SameSite=Lax${secure}`
  answer.headers.append('set-cookie', `${browserCookieName()}=${browserId}; ${rules}`)
  return answer
}
