import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { deriveKey } from '#lib/env'

/**
 * `v1.<iv>.<tag>.<ciphertext>` in base64url. The version names the key and the algorithm, so that
 * both can be replaced later.
 */
const version = 'v1'
const ivBytes = 12

type Row = { organizationId: string; id: string }

/** Binds the ciphertext to its row: it cannot be opened in another row or organization. */
const boundTo = ({ organizationId, id }: Row): Buffer =>
  Buffer.from(`connection:${organizationId}:${id}`)
const key = () => deriveKey('connection secrets')

/** Encrypts a connection's secrets with AES-256-GCM. */
export function sealSecrets(row: Row, secrets: Record<string, string>): string {
  const iv = randomBytes(ivBytes)
  const cipher = createCipheriv('aes-256-gcm', key(), iv).setAAD(boundTo(row))
  const sealed = Buffer.concat([cipher.update(JSON.stringify(secrets), 'utf8'), cipher.final()])
  return [
    version,
    ...[iv, cipher.getAuthTag(), sealed].map((part) => part.toString('base64url')),
  ].join('.')
}

/**
 * Decrypts the answer of `sealSecrets` for the same row. Throws when it was changed, moved, or made
 * with another SECRET_KEY.
 */
export function openSecrets(row: Row, sealed: string | null): Record<string, string> {
  if (sealed === null) return {}
  const [used, iv, tag, ciphertext] = sealed.split('.')
  if (used !== version || !iv || !tag || ciphertext === undefined)
    throw new Error('secrets of an unknown version')
  const decipher = createDecipheriv('aes-256-gcm', key(), Buffer.from(iv, 'base64url'), {
    authTagLength: 16,
  })
    .setAAD(boundTo(row))
    .setAuthTag(Buffer.from(tag, 'base64url'))
  return JSON.parse(
    Buffer.concat([
      decipher.update(Buffer.from(ciphertext, 'base64url')),
      decipher.final(),
    ]).toString('utf8'),
  ) as Record<string, string>
}
