import type { JWTPayload } from 'jose'
import { buildEndSessionUrl } from 'openid-client'
import { authDb } from '#db/client'
import { openText, sealText } from '#lib/sealed-text'
import { addressesOf } from '../addresses.ts'
import type { OidcConnection } from '../connection-row.ts'
import { endProviderSessions } from '../end-provider-sessions.ts'
import { SsoRefusal } from '../provider-identity.ts'
import { useOnce } from '../states.ts'
import { oidcProviderOf } from './provider.ts'
import { maxTokenAgeSeconds, verifyToken } from './verify-token.ts'

const event = 'http://schemas.openid.net/event/backchannel-logout'

/** Where the ID token of a session belongs. */
export const ssoSessionPlace = (sessionId: string) => ({
  purpose: 'single sign-on ID tokens',
  boundTo: `sso-session:${sessionId}`,
})

/** Encrypts the ID token of a session. */
export const sealIdToken = (sessionId: string, token: string): string =>
  sealText(ssoSessionPlace(sessionId), token)

/** The rules of OpenID Connect Back-Channel Logout 1.0 §2.6 beyond signature, issuer and times. */
function requireLogoutToken(claims: JWTPayload): { sub?: string; sid?: string } {
  const refuse = (message: string) => new SsoRefusal('sso_failed', message)
  const { sub, sid, events, nonce, jti } = claims
  if (nonce !== undefined) throw refuse('A log-out token has no nonce.')
  if (typeof jti !== 'string' || jti === '') throw refuse('The log-out token has no id.')
  const meant = typeof events === 'object' && events !== null ? events : {}
  const body = (meant as Record<string, unknown>)[event]
  if (typeof body !== 'object' || body === null) throw refuse('This is no log-out token.')
  if (sub !== undefined && typeof sub !== 'string') throw refuse('The subject is no text.')
  if (sid !== undefined && typeof sid !== 'string') throw refuse('The session is no text.')
  if (sub === undefined && sid === undefined) throw refuse('It names no session and no subject.')
  return { ...(sub === undefined ? {} : { sub }), ...(sid === undefined ? {} : { sid }) }
}

/**
 * Ends the sessions that a provider names in a log-out token (OpenID Connect Back-Channel Logout
 * 1.0). Throws SsoRefusal for a token that is forged, old, of another kind, or was used before.
 */
export async function backChannelLogout(connection: OidcConnection, token: string): Promise<void> {
  const provider = await oidcProviderOf(connection)
  const claims = await verifyToken(provider, token, {
    required: ['iat', 'jti', 'events'],
  }).catch((error: Error) => {
    throw new SsoRefusal('sso_failed', `The log-out token was refused: ${error.message}.`, error)
  })
  const meant = requireLogoutToken(claims)
  await authDb().transaction(async (tx) => {
    // It is believed for some minutes only, so its id need not be kept longer.
    const until = new Date(Date.now() + 2 * maxTokenAgeSeconds * 1000)
    if (!(await useOnce(tx, connection.id, `logout:${String(claims.jti)}`, until)))
      throw new SsoRefusal('sso_failed', 'The log-out token was used before.')
    const { sub: subject, sid } = meant
    const named = sid === undefined ? [] : [sid]
    const { issuer } = provider
    await endProviderSessions(tx, connection, { issuer, subject, sessions: named })
  })
}

/**
 * The address at the provider where this session ends too (OpenID Connect RP-Initiated Logout 1.0);
 * undefined when the provider has none or cannot be reached: signing out here never waits for it.
 */
export async function providerLogoutUrl(
  connection: OidcConnection,
  session: { sessionId: string; idToken: string | null },
): Promise<string | undefined> {
  try {
    const { client } = await oidcProviderOf(connection)
    if (!client.serverMetadata().end_session_endpoint) return undefined
    const hint = session.idToken && openText(ssoSessionPlace(session.sessionId), session.idToken)
    return buildEndSessionUrl(client, {
      post_logout_redirect_uri: addressesOf(connection.id).signedOut,
      ...(hint ? { id_token_hint: hint } : {}),
    }).href
  } catch (error) {
    if (error instanceof SsoRefusal) return undefined
    throw error
  }
}
