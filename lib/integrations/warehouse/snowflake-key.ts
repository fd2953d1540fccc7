import { createHash, createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto'
import { SignJWT } from 'jose'
import { ApiError } from '#lib/domain/api-error'

/**
 * The account name in tokens: upper case, without region and cloud (docs.snowflake.com, "SQL API:
 * authenticating").
 */
export function accountName(account: string): string {
  const end = account.includes('.global') ? account.indexOf('-') : account.indexOf('.')
  return (end > 0 ? account.slice(0, end) : account).toUpperCase()
}

function privateKeyOf(pem: string, passphrase: string | undefined): KeyObject {
  try {
    const key = createPrivateKey({ key: pem, ...(passphrase ? { passphrase } : {}) })
    if (key.asymmetricKeyType !== 'rsa') throw new Error('not RSA')
    return key
  } catch (cause) {
    throw new ApiError(
      'provider_error',
      'This connection is not complete: the private key is no RSA key in PEM, ' +
        'or its passphrase is another. An owner can correct it under Connections.',
      { provider: 'snowflake', code: 'private_key' },
      { cause },
    )
  }
}

/**
 * "SHA256:" and the Base64 hash of the public key (SubjectPublicKeyInfo, DER), as `DESC USER` shows
 * it.
 */
function keyFingerprint(key: KeyObject): string {
  return `SHA256:${createHash('sha256')
    .update(key.export({ type: 'spki', format: 'der' }))
    .digest('base64')}`
}

/**
 * Signs a token for one user with the user's key; valid for as long as Snowflake accepts one (an
 * hour), less a margin. Throws `provider_error` for a bad key.
 */
export async function keyPairToken({
  account,
  user,
  privateKey,
  passphrase,
}: {
  account: string
  user: string
  privateKey: string
  passphrase: string | undefined
}): Promise<string> {
  const key = privateKeyOf(privateKey, passphrase)
  const subject = `${accountName(account)}.${user.toUpperCase()}`
  return await new SignJWT({})
    .setProtectedHeader({ alg: 'RS256', typ: 'JWT' })
    .setIssuer(`${subject}.${keyFingerprint(createPublicKey(key))}`)
    .setSubject(subject)
    .setIssuedAt()
    .setExpirationTime('59 minutes')
    .sign(key)
}
