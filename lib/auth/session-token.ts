import { EncryptJWT } from 'jose'
import { deriveKeys, env } from '#lib/env'
import { decryptWithAny } from './decrypt-with-any.ts'
import { sessionHours } from '../domain/session-limits.ts'

/**
 * Life of the cookie, in seconds: as long as any organization lets a session last. Its row says
 * when the session is really over.
 */
export const sessionSeconds = sessionHours.most * 3600

const secure = () => env().BASE_URL.startsWith('https://')

/**
 * `__Host-` binds the cookie to this host, HTTPS and the path `/` (RFC 6265bis §4.1.3); browsers
 * refuse the prefix without HTTPS.
 */
export const sessionCookieName = (): string =>
  secure() ? '__Host-rounds.session' : 'rounds.session'

export const cookieOptions = () => ({
  httpOnly: true,
  sameSite: 'lax' as const,
  path: '/',
  secure: secure(),
})

/**
 * The cookie's content: an encrypted, authenticated token (JWE, A256GCM) that names a row of
 * `sessions`, and nothing else. With several cells its header names the one that has the row.
 */
export async function sealSession(
  sessionId: string,
  maxAgeSeconds = sessionSeconds,
): Promise<string> {
  const { CELL } = env()
  return await new EncryptJWT({ sid: sessionId })
    .setProtectedHeader({
      alg: 'dir',
      enc: 'A256GCM',
      ...(CELL === undefined ? {} : { kid: CELL }),
    })
    .setIssuedAt()
    .setExpirationTime(Math.floor(Date.now() / 1000) + maxAgeSeconds)
    .setAudience('session')
    .encrypt(deriveKeys('session cookie')[0])
}

/**
 * Reads the session id of a cookie; undefined when it is forged, damaged, expired or a token of
 * another kind.
 */
export async function openSession(token: string): Promise<string | undefined> {
  try {
    const { payload } = await decryptWithAny(token, deriveKeys('session cookie'), {
      audience: 'session',
      keyManagementAlgorithms: ['dir'],
      contentEncryptionAlgorithms: ['A256GCM'],
    })
    return typeof payload['sid'] === 'string' ? payload['sid'] : undefined
  } catch {
    return undefined
  }
}

/**
 * The cell that a session cookie names, without opening it; undefined when it names none. Only
 * where a request goes depends on it.
 */
export function cellOfSession(token: string): string | undefined {
  try {
    const [header = ''] = token.split('.', 1)
    const { kid } = JSON.parse(Buffer.from(header, 'base64url').toString()) as { kid?: unknown }
    return typeof kid === 'string' ? kid : undefined
  } catch {
    return undefined
  }
}
