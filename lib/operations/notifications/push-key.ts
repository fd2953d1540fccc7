import { createECDH } from 'node:crypto'
import { deriveKey } from '#lib/env'

/**
 * The key pair that proves to push services that we send (VAPID, RFC 8292). It follows from the
 * secret of the installation, so that nothing is stored and every process has the same.
 */
export function pushKey(): { publicKey: string; privateKey: string } {
  const pair = createECDH('prime256v1')
  const secret = deriveKey('web-push')
  pair.setPrivateKey(secret)
  return {
    publicKey: pair.getPublicKey('base64url', 'uncompressed'),
    privateKey: secret.toString('base64url'),
  }
}
