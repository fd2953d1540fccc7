import { and, eq, lt } from 'drizzle-orm'
import { EncryptJWT } from 'jose'
import { Secret, TOTP } from 'otpauth'
import type { Database, Tx } from '#db/client'
import { secondFactors } from '#db/schema/factors'
import { deriveKeys } from '#lib/env'
import { openText, sealText } from '#lib/sealed-text'
import { decryptWithAny } from '../decrypt-with-any.ts'

const issuer = 'Rounds'
/** 160 bits, as RFC 4226 §4 recommends. */
const secretBytes = 20
/** One step of 30 s before and after is accepted, for clocks that differ (RFC 6238 §5.2). */
const window = 1
const setUpSeconds = 15 * 60

/** Where the secret of a person's authenticator app belongs. */
export const totpPlace = (userId: string) => ({
  purpose: 'second factors',
  boundTo: `totp:${userId}`,
})
const generatorOf = (secret: string, label = '') =>
  new TOTP({ issuer, label, secret: Secret.fromBase32(secret) })

/** The time step that this code belongs to; null when it belongs to none of the present ones. */
function stepOf(secret: string, code: string, now: Date): number | null {
  const generator = generatorOf(secret)
  const timestamp = now.getTime()
  const difference = generator.validate({ token: code, window, timestamp })
  return difference === null ? null : generator.counter({ timestamp }) + difference
}

/** An authenticator app that is being set up: `setUp` proves later that we made this secret. */
export type TotpSetUp = { secret: string; uri: string; setUp: string }

/** Makes the secret of an authenticator app. Nothing is stored before a code has come from it. */
export async function startTotp(userId: string, email: string): Promise<TotpSetUp> {
  const secret = new Secret({ size: secretBytes }).base32
  const setUp = await new EncryptJWT({ secret })
    .setProtectedHeader({ alg: 'dir', enc: 'A256GCM' })
    .setSubject(userId)
    .setAudience('totp')
    .setExpirationTime(Math.floor(Date.now() / 1000) + setUpSeconds)
    .encrypt(deriveKeys('totp set-up')[0])
  return { secret, uri: generatorOf(secret, email).toString(), setUp }
}

async function secretOf(setUp: string, userId: string): Promise<string | undefined> {
  try {
    const { payload } = await decryptWithAny(setUp, deriveKeys('totp set-up'), {
      audience: 'totp',
      subject: userId,
      keyManagementAlgorithms: ['dir'],
      contentEncryptionAlgorithms: ['A256GCM'],
    })
    return typeof payload['secret'] === 'string' ? payload['secret'] : undefined
  } catch {
    return undefined
  }
}

/**
 * Stores the authenticator app when the code comes from it; it replaces an earlier one. Answers
 * what is wrong otherwise: the set-up has expired, or the code.
 */
export async function storeTotp(
  tx: Tx,
  userId: string,
  { setUp, code }: { setUp: string; code: string },
  now = new Date(),
): Promise<'stored' | 'expired' | 'wrong'> {
  const secret = await secretOf(setUp, userId)
  if (!secret) return 'expired'
  const lastStep = stepOf(secret, code, now)
  if (lastStep === null) return 'wrong'
  const row = { secret: sealText(totpPlace(userId), secret), lastStep, createdAt: now }
  await tx
    .insert(secondFactors)
    .values({ userId, ...row })
    .onConflictDoUpdate({ target: secondFactors.userId, set: row })
  return 'stored'
}

/**
 * Whether the code is right, for the first time: its step must be later than the last accepted one
 * (RFC 6238 §5.2). Of parallel uses of one code, one is right.
 */
export async function acceptTotp(
  db: Database | Tx,
  userId: string,
  code: string,
  now = new Date(),
): Promise<boolean> {
  const [factor] = await db
    .select({ secret: secondFactors.secret })
    .from(secondFactors)
    .where(eq(secondFactors.userId, userId))
  if (!factor) return false
  const step = stepOf(openText(totpPlace(userId), factor.secret), code, now)
  if (step === null) return false
  const accepted = await db
    .update(secondFactors)
    .set({ lastStep: step })
    .where(and(eq(secondFactors.userId, userId), lt(secondFactors.lastStep, step)))
    .returning({ userId: secondFactors.userId })
  return accepted.length > 0
}
