import { sealSession, sessionCookieName, sessionSeconds } from '#lib/auth/session-token'
import { readCookie } from '#lib/auth/read-cookie'
import {
  browserCookieName,
  browserIdOf,
  withBrowserCookie,
} from '#lib/auth/sessions/browser-cookie'
import { cookieLine } from './browser-cookie.ts'
import { endConfirmation } from './confirm.ts'
import type { ConnectionRow } from './connection-row.ts'
import { finishSignIn } from './finish-sign-in.ts'
import { goTo } from './http.ts'
import { SsoRefusal, type ProviderIdentity } from './provider-identity.ts'
import { recordTest } from './record-test.ts'
import type { State } from './states.ts'

/** Ends a test sign-in: on the page of the connection, which shows its outcome. */
async function endTest(
  connection: ConnectionRow,
  testedBy: string,
  returnTo: string,
  answer: () => Promise<ProviderIdentity>,
): Promise<Response> {
  try {
    await recordTest(connection, testedBy, { ok: true, identity: await answer() })
  } catch (error) {
    if (!(error instanceof SsoRefusal)) throw error
    await recordTest(connection, testedBy, { ok: false, message: error.message })
  }
  return goTo(returnTo)
}

/**
 * Receives a browser that comes back from its provider: a tester goes back to the settings, a
 * session that waits for it is confirmed, anybody else is signed in. Throws SsoRefusal.
 */
export async function welcome(
  request: Request,
  connection: ConnectionRow,
  { returnTo, testedBy, remembered }: State,
  answer: () => Promise<ProviderIdentity>,
): Promise<Response> {
  if (testedBy !== null) return await endTest(connection, testedBy, returnTo, answer)
  if (remembered.confirms) {
    await endConfirmation(request, connection, remembered.confirms, answer)
    return goTo(returnTo)
  }
  if (connection.status !== 'active')
    throw new SsoRefusal('sso_unavailable', 'The connection is not active any more.')
  const cookie = readCookie(request.headers.get('cookie'), browserCookieName())
  const browserId = browserIdOf(cookie)
  const sessionId = await finishSignIn(connection, await answer(), {
    invitation: remembered.invitation,
    userAgent: request.headers.get('user-agent'),
    browserId,
  })
  const session = await sealSession(sessionId)
  const response = goTo(returnTo, [cookieLine(sessionCookieName(), session, sessionSeconds)])
  return withBrowserCookie(response, { browserId, isSignedIn: true })
}
