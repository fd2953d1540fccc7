import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { deriveKey } from './env.ts'

/**
 * `v1.<iv>.<tag>.<ciphertext>` in base64url. The version names the key and the algorithm, so that
 * both can be replaced later.
 */
const version = 'v1'
const ivBytes = 12

/**
 * Where a sealed text belongs: `purpose` chooses the key, and `boundTo` names its row, so that the
 * text cannot be opened in another row, organization or table.
 */
export type Place = { purpose: string; boundTo: string }

/** Encrypts a text for storage with AES-256-GCM. */
export const sealText = ({ purpose, boundTo }: Place, text: string): string =>
  sealWith(deriveKey(purpose), boundTo, text)

/**
 * Decrypts the answer of `sealText` for the same place. Throws when it was changed, moved, or made
 * with another SECRET_KEY.
 */
export const openText = ({ purpose, boundTo }: Place, sealed: string): string =>
  openWith(deriveKey(purpose), boundTo, sealed)

/** The same with a key of its own, of 32 bytes. */
export function sealWith(key: Buffer, boundTo: string, text: string): string {
  const iv = randomBytes(ivBytes)
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(boundTo))
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return [
    version,
    ...[iv, cipher.getAuthTag(), sealed].map((part) => part.toString('base64url')),
  ].join('.')
}

/** Decrypts the answer of `sealWith` for the same key and place. Throws when it does not fit. */
export function openWith(key: Buffer, boundTo: string, sealed: string): string {
  const [used, iv, tag, ciphertext] = sealed.split('.')
  if (used !== version || !iv || !tag || ciphertext === undefined)
    throw new Error('a sealed text of an unknown version')
  const decipher = createDecipheriv('aes-256-gcm', key, Buffer.from(iv, 'base64url'), {
    authTagLength: 16,
  })
    .setAAD(Buffer.from(boundTo))
    .setAuthTag(Buffer.from(tag, 'base64url'))
  return Buffer.concat([
    decipher.update(Buffer.from(ciphertext, 'base64url')),
    decipher.final(),
  ]).toString('utf8')
}
