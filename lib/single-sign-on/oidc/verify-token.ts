import { errors, jwtVerify, type JWTPayload, type JWTVerifyOptions } from 'jose'
import type { OidcProvider } from './provider.ts'

/** Asymmetric algorithms only: a public key must never serve as a shared secret. */
const algorithms = 'RS256 RS384 RS512 PS256 PS384 PS512 ES256 ES384 ES512 EdDSA Ed25519'.split(' ')
/** Difference of the clocks, in seconds. */
const clockTolerance = 60

/** How long after its making a token is believed, in seconds. */
export const maxTokenAgeSeconds = 10 * 60

/**
 * Verifies signature, issuer, audience and times of a token with the provider's published keys,
 * never with keys that the token names. With `fresh`, keys are fetched again when none fits: for
 * tokens that came from the provider itself and not from a stranger.
 */
export async function verifyToken(
  { issuer, clientId, keys }: OidcProvider,
  token: string,
  { required, fresh = false }: { required: string[]; fresh?: boolean },
): Promise<JWTPayload> {
  const options: JWTVerifyOptions = {
    issuer,
    audience: clientId,
    algorithms,
    clockTolerance,
    maxTokenAge: maxTokenAgeSeconds,
    requiredClaims: required,
  }
  try {
    return (await jwtVerify(token, keys, options)).payload
  } catch (error) {
    if (!fresh || !(error instanceof errors.JWKSNoMatchingKey)) throw error
    await keys.reload()
    return (await jwtVerify(token, keys, options)).payload
  }
}
