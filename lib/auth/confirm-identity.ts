import { eq } from 'drizzle-orm'
import { authDb } from '#db/client'
import { users } from '#db/schema/people'
import { ApiError } from '#lib/domain/api-error'
import type { Actor } from './actor.ts'
import { acceptCode } from './factors/accept-code.ts'
import { loadFactors } from './factors/factors-of-person.ts'
import { acceptPasskey, type PasskeyAnswer } from './factors/passkeys.ts'
import { relyingParty } from './factors/relying-party.ts'
import { passwordFits } from './password.ts'
import { clearUses, requireUses } from './rate-limit.ts'

/** What a person gives to show that it is still them. Recovery codes are for signing in only. */
export type Proof = { password: string } | { code: string } | { passkey: PasskeyAnswer }

/** How a person can confirm who they are. None: they sign in another way (single sign-on). */
export type WaysToConfirm = { password: boolean; code: boolean; passkey: boolean }

const wrong = (path: string, message: string): ApiError => ApiError.invalid([{ path, message }])

/** Finds how this person can confirm who they are. */
export async function findWaysToConfirm(actor: Actor): Promise<WaysToConfirm> {
  if (actor.kind !== 'user') return { password: false, code: false, passkey: false }
  const [user] = await authDb()
    .select({ hash: users.passwordHash })
    .from(users)
    .where(eq(users.id, actor.id))
  const factors = await loadFactors(authDb(), actor.id)
  return {
    password: Boolean(user?.hash),
    code: factors.totp !== null,
    passkey: factors.passkeys > 0 && relyingParty() !== undefined,
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

async function checkCode(actor: Actor, code: string, device: string | undefined): Promise<void> {
  if (!/^[\d\s]{6,9}$/.test(code)) throw wrong('code', 'Give the six digits of your app.')
  const attempt = { userId: actor.id, email: actor.email ?? '', device }
  if ((await acceptCode(attempt, code)) !== 'totp')
    throw wrong('code', 'This code is wrong, or was used before. Wait for the next one.')
}

/**
 * Checks that the signed-in person is still the one in front of the browser, by their password or a
 * second factor. Resolves when it is; throws 400 at the field that is wrong, 401 for a passkey, 429
 * while they have to wait. `device` is the cookie of known-device.ts. Writes nothing about the
 * session: that is for the caller.
 */
export async function confirmIdentity(
  actor: Actor,
  proof: Proof,
  { device }: { device?: string | undefined } = {},
): Promise<void> {
  if (actor.kind !== 'user')
    throw new ApiError('forbidden', 'Only a person who is signed in can confirm who they are.')
  if ('password' in proof) return await checkPassword(actor, proof.password)
  if ('code' in proof) return await checkCode(actor, proof.code, device)
  await acceptPasskey({ purpose: 'confirm', userId: actor.id }, proof.passkey)
}
