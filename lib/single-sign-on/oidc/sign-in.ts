import {
  AuthorizationResponseError,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  calculatePKCECodeChallenge,
  fetchUserInfo,
  randomNonce,
  randomPKCECodeVerifier,
  randomState,
  ResponseBodyError,
  type TokenEndpointResponse,
  type TokenEndpointResponseHelpers,
} from 'openid-client'
import { addressesOf } from '../addresses.ts'
import type { OidcConnection } from '../connection-row.ts'
import { SsoRefusal, type ProviderIdentity } from '../provider-identity.ts'
import type { State } from '../states.ts'
import { oidcProviderOf, type OidcProvider } from './provider.ts'
import { verifyToken } from './verify-token.ts'

/** A request to the provider: where the browser goes, and what must be remembered of it. */
export type OidcRequest = { url: string; name: string; verifier: string; nonce: string }

/**
 * Begins a sign-in at the provider: authorization code with PKCE S256, `state` and `nonce` (RFC
 * 9700 §2.1). `loginHint` is the e-mail address that the person typed. `askAgain` has the provider
 * ask the person who they are, although they are signed in there (OIDC Core §3.1.2.1).
 */
export async function beginOidc(
  connection: OidcConnection,
  { loginHint, askAgain = false }: { loginHint?: string | undefined; askAgain?: boolean },
): Promise<OidcRequest> {
  const { client } = await oidcProviderOf(connection)
  const name = randomState()
  const verifier = randomPKCECodeVerifier()
  const nonce = randomNonce()
  const url = buildAuthorizationUrl(client, {
    redirect_uri: addressesOf(connection.id).callback,
    scope: 'openid email profile',
    state: name,
    nonce,
    code_challenge: await calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    ...(loginHint ? { login_hint: loginHint } : {}),
    // With `max_age` the ID token must say when the person was asked (`auth_time`).
    ...(askAgain ? { prompt: 'login', max_age: '0' } : {}),
  })
  return { url: url.href, name, verifier, nonce }
}

type Tokens = TokenEndpointResponse & TokenEndpointResponseHelpers

async function redeem(
  { client }: OidcProvider,
  url: URL,
  state: string,
  { verifier = '', nonce = '' }: State['remembered'],
): Promise<Tokens> {
  try {
    return await authorizationCodeGrant(client, url, {
      pkceCodeVerifier: verifier,
      expectedState: state,
      expectedNonce: nonce,
      idTokenExpected: true,
    })
  } catch (error) {
    if (error instanceof AuthorizationResponseError)
      throw new SsoRefusal('sso_declined', `The provider answered: ${error.error}.`, error)
    const { message } = error as Error
    // Such as `invalid_client`: what the provider did not like about us.
    const code = error instanceof ResponseBodyError ? ` (${error.error})` : ''
    throw new SsoRefusal(
      'sso_failed',
      `The provider's answer was refused: ${message}${code}.`,
      error,
    )
  }
}

const textOf = (value: unknown): string | null =>
  typeof value === 'string' && value.trim() !== '' ? value : null

/**
 * Ends a sign-in: redeems the code and verifies the ID token. `url` is the address with which the
 * browser came back. Throws SsoRefusal.
 */
export async function endOidc(
  connection: OidcConnection,
  url: URL,
  state: string,
  remembered: State['remembered'],
): Promise<ProviderIdentity> {
  const provider = await oidcProviderOf(connection)
  const tokens = await redeem(provider, url, state, remembered)
  const idToken = tokens.id_token ?? ''
  const claims = await verifyToken(provider, idToken, {
    required: ['sub', 'iat', 'exp'],
    fresh: true,
  }).catch((error: Error) => {
    throw new SsoRefusal('sso_failed', `The ID token was refused: ${error.message}.`, error)
  })
  const subject = textOf(claims.sub)
  if (!subject) throw new SsoRefusal('sso_failed', 'The ID token names no subject.')
  const more = await moreOf(provider, tokens.access_token, subject, claims)
  return {
    issuer: provider.issuer,
    subject,
    email: textOf(more['email'])?.trim().toLowerCase() ?? null,
    // Some providers write it as a text.
    emailVerified: verifiedOf(more['email_verified']),
    name: textOf(more['name']),
    providerSession: textOf(claims['sid']),
    idToken,
    authenticatedAt: typeof claims['auth_time'] === 'number' ? claims['auth_time'] * 1000 : null,
  }
}

function verifiedOf(value: unknown): boolean | undefined {
  if (value === undefined || value === null) return undefined
  return value === true || value === 'true'
}

/**
 * The claims of the ID token, with those of the userinfo endpoint where the ID token lacks the
 * address (OIDC Core §5.4). Its subject must be the same (§5.3.2).
 */
async function moreOf(
  { client }: OidcProvider,
  accessToken: string,
  subject: string,
  claims: Record<string, unknown>,
): Promise<Record<string, unknown>> {
  if (claims['email'] !== undefined || !client.serverMetadata().userinfo_endpoint) return claims
  try {
    return { ...(await fetchUserInfo(client, accessToken, subject)), ...claims }
  } catch (error) {
    const { message } = error as Error
    throw new SsoRefusal('sso_failed', `The userinfo endpoint was refused: ${message}.`, error)
  }
}
