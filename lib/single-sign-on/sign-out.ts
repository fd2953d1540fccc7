import { eq } from 'drizzle-orm'
import { authDb } from '#db/client'
import { sessions, ssoConnections, ssoSessions } from '#db/schema/index'
import { readCookie } from '#lib/auth/read-cookie'
import { requireOwnOrigin } from '#lib/auth/request-origin'
import { openSession, sessionCookieName } from '#lib/auth/session-token'
import { ApiError } from '#lib/domain/api-error'
import { log } from '#lib/log'
import { isOidc, isSaml, type ConnectionRow } from './connection-row.ts'
import { json } from './http.ts'
import { providerLogoutUrl } from './oidc/log-out.ts'

/** Where this session ends at the provider, too. Signing out here never fails because of it. */
async function addressToLeave(
  connection: ConnectionRow,
  session: typeof ssoSessions.$inferSelect,
): Promise<string | undefined> {
  try {
    if (isOidc(connection)) return await providerLogoutUrl(connection, session)
    if (!isSaml(connection)) return undefined
    const { samlLogoutUrl } = await import('./saml/log-out.ts')
    return await samlLogoutUrl(connection, session)
  } catch (error) {
    log.warn({ connectionId: connection.id, error }, 'the provider is not asked to sign out')
    return undefined
  }
}

/**
 * `POST /api/auth/sso/sign-out`: ends the session of this browser, and answers where the browser
 * must go to sign out at the provider too (`url`, null when nowhere). Signing out deletes the
 * cookie through next-auth as for every session.
 */
export async function signOutHere(request: Request): Promise<Response> {
  try {
    requireOwnOrigin(request)
  } catch (error) {
    if (error instanceof ApiError) return json(403, { error: 'forbidden' })
    throw error
  }
  const cookie = readCookie(request.headers.get('cookie'), sessionCookieName())
  const sessionId = cookie && (await openSession(cookie))
  if (!sessionId) return json(200, { url: null })
  const [found] = await authDb()
    .select({ session: ssoSessions, connection: ssoConnections })
    .from(ssoSessions)
    .innerJoin(ssoConnections, eq(ssoConnections.id, ssoSessions.connectionId))
    .where(eq(ssoSessions.sessionId, sessionId))
  if (!found) return json(200, { url: null })
  await authDb().delete(sessions).where(eq(sessions.id, sessionId))
  const { connection, session } = found
  return json(200, { url: (await addressToLeave(connection, session)) ?? null })
}
