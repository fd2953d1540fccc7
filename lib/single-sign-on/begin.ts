import { isOidc, isSaml, type ConnectionRow } from './connection-row.ts'
import { beginOidc } from './oidc/sign-in.ts'
import { SsoRefusal } from './provider-identity.ts'
import { beginSaml } from './saml/sign-in.ts'
import { rememberState } from './states.ts'

type Beginning = {
  browser: string
  returnTo: string
  /** The owner who tests the connection; null for a sign-in. */
  testedBy: string | null
  invitation?: string | undefined
  /** The e-mail address that the person typed. */
  loginHint?: string | undefined
}

/** Begins a sign-in: remembers it, and returns the address at the provider. Throws SsoRefusal. */
export async function beginSignIn(
  connection: ConnectionRow,
  { loginHint, invitation, ...rest }: Beginning,
): Promise<string> {
  const kept = invitation === undefined ? {} : { invitation }
  const state = { ...rest, connectionId: connection.id }
  if (isOidc(connection)) {
    const { url, name, verifier, nonce } = await beginOidc(connection, loginHint)
    await rememberState({ ...state, name, remembered: { ...kept, verifier, nonce } })
    return url
  }
  if (!isSaml(connection)) throw new SsoRefusal('sso_failed', 'This connection has no protocol.')
  const { url, name } = await beginSaml(connection)
  await rememberState({ ...state, name, remembered: kept })
  return url
}
