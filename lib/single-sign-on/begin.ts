import { isOidc, isSaml, type ConnectionRow } from './connection-row.ts'
import { beginOidc } from './oidc/sign-in.ts'
import { SsoRefusal } from './provider-identity.ts'
import { rememberState, type Remembered } from './states.ts'

type Beginning = {
  browser: string
  returnTo: string
  /** The owner who tests the connection; null for a sign-in. */
  testedBy: string | null
  invitation?: string | undefined
  /** The session that the answer confirms: the provider must ask its person again. */
  confirms?: string | undefined
  /** The e-mail address that the person typed. */
  loginHint?: string | undefined
}

/**
 * Begins a sign-in, a test or a confirmation: remembers it, and returns the address at the provider.
 * Throws SsoRefusal.
 */
export async function beginSignIn(
  connection: ConnectionRow,
  { loginHint, invitation, confirms, ...rest }: Beginning,
): Promise<string> {
  const askAgain = confirms !== undefined
  const kept: Remembered = {
    ...(invitation === undefined ? {} : { invitation }),
    ...(askAgain ? { confirms: { sessionId: confirms, askedAt: Date.now() } } : {}),
  }
  const state = { ...rest, connectionId: connection.id }
  if (isOidc(connection)) {
    const { url, name, verifier, nonce } = await beginOidc(connection, { loginHint, askAgain })
    await rememberState({ ...state, name, remembered: { ...kept, verifier, nonce } })
    return url
  }
  if (!isSaml(connection)) throw new SsoRefusal('sso_failed', 'This connection has no protocol.')
  const { beginSaml } = await import('./saml/sign-in.ts')
  const { url, name } = await beginSaml(connection, { askAgain })
  await rememberState({ ...state, name, remembered: kept })
  return url
}
