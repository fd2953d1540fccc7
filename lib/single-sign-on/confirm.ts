import { and, eq } from 'drizzle-orm'
import { authDb } from '#db/client'
import { ssoSessions } from '#db/schema/index'
import { readCookie } from '#lib/auth/read-cookie'
import { liveSession } from '#lib/auth/session-actor'
import { openSession, sessionCookieName } from '#lib/auth/session-token'
import { confirmByProvider } from '#lib/auth/sessions/confirm-by-provider'
import { findOwnProvider } from '#lib/auth/single-sign-on/own-provider'
import { ownPath } from '#lib/domain/own-path'
import { beginSignIn } from './begin.ts'
import { browserForStart } from './browser-cookie.ts'
import { findConnection, type ConnectionRow } from './connection-row.ts'
import { confirmedPath, goTo, refused } from './http.ts'
import { sealIdToken } from './oidc/log-out.ts'
import { SsoRefusal, type ProviderIdentity } from './provider-identity.ts'
import type { Remembered } from './states.ts'

/** Difference of the clocks, in milliseconds. */
const clockSkewMs = 60_000

async function sessionIdOf(request: Request): Promise<string | undefined> {
  const cookie = readCookie(request.headers.get('cookie'), sessionCookieName())
  return cookie === undefined ? undefined : await openSession(cookie)
}

/**
 * `GET /api/auth/sso/confirm`: has the provider that started the session of this browser ask its
 * person again, which confirms or unlocks the session. `?next=` is where it ends; without it at a
 * page for a tab of its own. Another site cannot begin it.
 */
export async function beginConfirmation(request: Request): Promise<Response> {
  const site = request.headers.get('sec-fetch-site') ?? 'none'
  if (site !== 'none' && site !== 'same-origin') return goTo('/')
  const sessionId = await sessionIdOf(request)
  const session = sessionId && (await liveSession(sessionId))
  const provider = sessionId && (await findOwnProvider(sessionId))
  const connection = provider && (await findConnection(provider.id))
  if (!session || !connection)
    return refused(
      new SsoRefusal('session_ended', 'The browser has no session of a provider.'),
      confirmedPath,
    )
  const { browser, setCookie } = browserForStart(request)
  try {
    const url = await beginSignIn(connection, {
      browser,
      returnTo: ownPath(new URL(request.url).searchParams.get('next') ?? confirmedPath),
      testedBy: null,
      confirms: sessionId,
      loginHint: session.actor.email ?? undefined,
    })
    return goTo(url, [setCookie])
  } catch (error) {
    return refused(error, confirmedPath)
  }
}

/** Throws SsoRefusal unless the provider asked the person since we asked for it. */
function requireAsked({ authenticatedAt }: ProviderIdentity, askedAt: number): void {
  if (authenticatedAt === null)
    throw new SsoRefusal('sso_not_asked', 'The provider does not say when it asked (`auth_time`).')
  if (authenticatedAt < askedAt - clockSkewMs || authenticatedAt > Date.now() + clockSkewMs)
    throw new SsoRefusal('sso_not_asked', 'The provider did not ask the person again.')
}

/**
 * Ends a confirmation, in the browser that still has the session which it confirms. It must be the
 * same person: same connection, issuer and subject as when the session started. Throws SsoRefusal.
 */
export async function endConfirmation(
  request: Request,
  connection: ConnectionRow,
  { sessionId, askedAt }: NonNullable<Remembered['confirms']>,
  answer: () => Promise<ProviderIdentity>,
): Promise<void> {
  const ended = (why: string) => new SsoRefusal('session_ended', why)
  if (connection.status !== 'active')
    throw new SsoRefusal('sso_unavailable', 'The connection is not active any more.')
  if ((await sessionIdOf(request)) !== sessionId || !(await liveSession(sessionId)))
    throw ended('It has ended, or another session is in this browser now.')
  const identity = await answer()
  requireAsked(identity, askedAt)
  const { issuer, subject } = identity
  if (!(await followProvider(sessionId, connection.id, identity)))
    throw new SsoRefusal('sso_other_person', 'The provider named another person.')
  if (!(await confirmByProvider(sessionId, { connectionId: connection.id, issuer, subject })))
    throw ended('The session has ended meanwhile.')
}

/**
 * Notes the new session at the provider, so that a log-out there still ends ours. False when the
 * session is not of this person.
 */
async function followProvider(
  sessionId: string,
  connectionId: string,
  { issuer, subject, providerSession, idToken, nameId }: ProviderIdentity,
): Promise<boolean> {
  const kept = idToken === null ? {} : { idToken: sealIdToken(sessionId, idToken) }
  const found = await authDb()
    .update(ssoSessions)
    .set({ providerSession, nameId: nameId ?? null, ...kept })
    .where(
      and(
        eq(ssoSessions.sessionId, sessionId),
        eq(ssoSessions.connectionId, connectionId),
        eq(ssoSessions.issuer, issuer),
        eq(ssoSessions.subject, subject),
      ),
    )
    .returning({ sessionId: ssoSessions.sessionId })
  return found.length > 0
}
