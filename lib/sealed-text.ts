import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { derive, deriveKey } from './env.ts'
import { knownKey, writingKey } from './keyring.ts'

/**
 * `v1.<iv>.<tag>.<ciphertext>` in base64url, of the installation's first key, and
 * `v2.<key's id>.<iv>.<tag>.<ciphertext>` of a later one.
 */
const version = 'v1'
const ivBytes = 12

/**
 * Where a sealed text belongs: `purpose` chooses the key, and `boundTo` names its row, so that the
 * text cannot be opened in another row, organization or table.
 */
export type Place = { purpose: string; boundTo: string }

/** Encrypts a text for storage with AES-256-GCM, and with the key that writes now. */
export function sealText({ purpose, boundTo }: Place, text: string): string {
  const key = writingKey()
  if (!key || key.isFirst) return sealWith(deriveKey(purpose), boundTo, text)
  const [, ...parts] = sealWith(derive(key.content, purpose), boundTo, text).split('.')
  return ['v2', key.id, ...parts].join('.')
}

/** How every text begins that `sealText` makes now. */
export function prefixOfWriting(): string {
  const key = writingKey()
  return !key || key.isFirst ? `${version}.` : `v2.${key.id}.`
}

/**
 * Decrypts the answer of `sealText` for the same place. Throws when it was changed, moved, or made
 * with a key that this process does not know.
 */
export function openText({ purpose, boundTo }: Place, sealed: string): string {
  const [used, id = '', ...parts] = sealed.split('.')
  if (used !== 'v2') return openWith(deriveKey(purpose), boundTo, sealed)
  const key = knownKey(id)
  if (!key) throw new Error(`a sealed text of the key ${id}, which this process does not know`)
  return openWith(derive(key.content, purpose), boundTo, [version, ...parts].join('.'))
}

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
