import { authDb } from '#db/client'
import type { Actor } from '#lib/auth/actor'
import { loadFactors } from '#lib/auth/factors/factors-of-person'
import { relyingParty } from '#lib/auth/factors/relying-party'
import { maySkip } from '#lib/auth/sign-in/next-step'
import { deletePendingSignIn, findPendingSignIn } from '#lib/auth/sign-in/pending-sign-ins'
import type { PendingSignInView } from '#lib/contracts/organization/sign-in'
import type { Visitor } from './visitor.ts'

type From = { visitor: Visitor }

/** What is missing in the sign-in of this browser, by its cookie; null when it has none. */
export async function pendingSignInView(
  token: string | undefined,
): Promise<PendingSignInView | null> {
  const pending = await findPendingSignIn(token)
  if (!pending) return null
  const { step, email, userId, passwordFault } = pending
  const { totp, passkeys, recoveryCodes } = await loadFactors(authDb(), userId)
  return {
    step,
    email,
    code: totp !== null,
    passkey: passkeys > 0 && relyingParty() !== undefined,
    recoveryCode: recoveryCodes > 0,
    passwordFault,
    maySkip: await maySkip(step, userId),
  }
}

/** The same for the endpoint. */
export const getSignIn = async (
  _nobody: Actor,
  { visitor }: From,
): Promise<{ pending: PendingSignInView | null }> => ({
  pending: await pendingSignInView(visitor.pending),
})

/** Gives up the sign-in of this browser. */
export async function endSignIn(_nobody: Actor, { visitor }: From): Promise<void> {
  await authDb().transaction(async (tx) => {
    const pending = await findPendingSignIn(visitor.pending, { lock: tx })
    if (pending) await deletePendingSignIn(tx, pending.id)
  })
}
