import { eq } from 'drizzle-orm'
import { authDb } from '#db/client'
import { users } from '#db/schema/people'
import { ApiError } from '#lib/domain/api-error'
import type { Actor } from './actor.ts'
import { acceptCode } from './factors/accept-code.ts'
import { hasFactor, loadFactors } from './factors/factors-of-person.ts'
import { acceptPasskey, type PasskeyAnswer } from './factors/passkeys.ts'
import { isRecoveryCode } from './factors/recovery-codes.ts'
import { relyingParty } from './factors/relying-party.ts'
import { passwordFits } from './password.ts'
import { clearUses, requireUses } from './rate-limit.ts'
import { findOwnProvider } from './single-sign-on/own-provider.ts'

/** What a person gives to show that it is still them. A code is of their app, or a recovery code. */
export type Proof = { password: string } | { code: string } | { passkey: PasskeyAnswer }

/** What it was, for the audit log. */
type ProvenBy = 'password' | 'code' | 'recovery-code' | 'passkey'

/** How a person can confirm who they are. None: they sign in again. */
export type WaysToConfirm = {
  password: boolean
  code: boolean
  recoveryCode: boolean
  passkey: boolean
  passkeyHost: string | null
  /** The name of the provider that started their session and can ask them again. */
  singleSignOn: string | null
}

const noWay: WaysToConfirm = {
  password: false,
  code: false,
  recoveryCode: false,
  passkey: false,
  passkeyHost: null,
  singleSignOn: null,
}

const wrong = (path: string, message: string): ApiError => ApiError.invalid([{ path, message }])

/** Finds how this person can confirm who they are. */
export async function findWaysToConfirm(actor: Actor): Promise<WaysToConfirm> {
  if (actor.kind !== 'user') return noWay
  const passkeyHost = relyingParty()?.id ?? null
  const [user] = await authDb()
    .select({ hash: users.passwordHash })
    .from(users)
    .where(eq(users.id, actor.id))
  const factors = await loadFactors(authDb(), actor.id)
  return {
    password: Boolean(user?.hash),
    code: factors.totp !== null,
    recoveryCode: hasFactor(factors) && factors.recoveryCodes > 0,
    passkey: factors.passkeys > 0 && passkeyHost !== null,
    passkeyHost,
    singleSignOn: (await findOwnProvider(actor.sessionId ?? ''))?.name ?? null,
  }
}

async function checkPassword(actor: Actor, password: string): Promise<void> {
  // The same count as when the password is changed: a stolen session guesses no more here.
  const tries = { of: ['password change', actor.id], most: 10, seconds: 15 * 60 }
  await requireUses([tries], 'Too many wrong tries.')
  const [user] = await authDb()
    .select({ hash: users.passwordHash })
    .from(users)
    .where(eq(users.id, actor.id))
  if (!(await passwordFits(user?.hash, password)))
    throw wrong('password', 'This is not your password.')
  await clearUses(tries)
}

async function checkCode(
  actor: Actor,
  code: string,
  device: string | undefined,
): Promise<ProvenBy> {
  if (!/^[\d\s]{6,9}$/.test(code) && !isRecoveryCode(code))
    throw wrong('code', 'Give the six digits of your app, or a recovery code.')
  const attempt = { userId: actor.id, email: actor.email ?? '', device }
  const used = await acceptCode(attempt, code)
  if (used === 'wrong')
    throw wrong('code', 'This code is wrong, or was used before. Wait for the next one.')
  return used === 'totp' ? 'code' : 'recovery-code'
}

/** A refusal is 400, because 401 would say that the session is over. */
async function checkPasskey(actor: Actor, passkey: PasskeyAnswer): Promise<void> {
  try {
    await acceptPasskey({ purpose: 'confirm', userId: actor.id }, passkey)
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'unauthorized') throw error
    throw wrong('passkey', 'This passkey was not accepted. Try again, or use another way.')
  }
}

/**
 * Checks that the signed-in person is still the one in front of the browser, by their password or a
 * second factor. Answers by what; throws 400 at the field that is wrong, 429 while they have to
 * wait. `device` is the cookie of known-device.ts. Writes nothing about the session: that is for
 * the caller.
 */
export async function confirmIdentity(
  actor: Actor,
  proof: Proof,
  { device }: { device?: string | undefined } = {},
): Promise<ProvenBy> {
  if (actor.kind !== 'user')
    throw new ApiError('forbidden', 'Only a person who is signed in can confirm who they are.')
  if ('code' in proof) return await checkCode(actor, proof.code, device)
  if ('password' in proof) {
    await checkPassword(actor, proof.password)
    return 'password'
  }
  await checkPasskey(actor, proof.passkey)
  return 'passkey'
}
