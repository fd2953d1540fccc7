import { createHmac, randomBytes } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import type { Database, Tx } from '#db/client'
import { recoveryCodes } from '#db/schema/factors'
import { deriveKey } from '#lib/env'

const codes = 10
/** Crockford's Base32: no letters that look like digits. */
const alphabet = '0123456789abcdefghjkmnpqrstvwxyz'
/** 5 bits each: 80 bits. */
const length = 16

/** A code as people write it, in the one form in which it is compared. */
const normal = (code: string): string =>
  code
    .toLowerCase()
    .replace(/[\s-]+/g, '')
    .replace(/[il]/g, '1')
    .replace(/o/g, '0')

/** Whether a text may be a recovery code, and not the code of an authenticator app. */
export const isRecoveryCode = (text: string): boolean => normal(text).length === length

/** Keyed, and salted by the person: equal codes of two people have different hashes. */
const hashOf = (userId: string, code: string): string =>
  createHmac('sha256', deriveKey('recovery codes'))
    .update(JSON.stringify([userId, normal(code)]))
    .digest('base64url')

function newCode(): string {
  const text = Array.from(randomBytes(length), (byte) => alphabet[byte % alphabet.length]).join('')
  return text.replace(/(.{4})(?!$)/g, '$1-')
}

/** Replaces the recovery codes of a person by ten new ones, which are shown once. */
export async function replaceRecoveryCodes(tx: Tx, userId: string): Promise<string[]> {
  const fresh = Array.from({ length: codes }, newCode)
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId))
  await tx
    .insert(recoveryCodes)
    .values(fresh.map((code) => ({ userId, hash: hashOf(userId, code) })))
  return fresh
}

/** Whether the code is one of the person's; it is used up. Of parallel uses, one is right. */
export async function acceptRecoveryCode(
  db: Database | Tx,
  userId: string,
  code: string,
): Promise<boolean> {
  const used = await db
    .delete(recoveryCodes)
    .where(and(eq(recoveryCodes.userId, userId), eq(recoveryCodes.hash, hashOf(userId, code))))
    .returning({ userId: recoveryCodes.userId })
  return used.length > 0
}
