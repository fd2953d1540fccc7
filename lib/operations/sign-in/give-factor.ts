import { eq } from 'drizzle-orm'
import { authDb } from '#db/client'
import { users } from '#db/schema/people'
import type { Actor } from '#lib/auth/actor'
import { acceptCode } from '#lib/auth/factors/accept-code'
import {
  acceptPasskey,
  startPasskey,
  type PasskeyAnswer,
  type Question,
} from '#lib/auth/factors/passkeys'
import { requireUses } from '#lib/auth/rate-limit'
import { continueSignIn } from '#lib/auth/sign-in/continue-sign-in'
import { findPendingSignIn } from '#lib/auth/sign-in/pending-sign-ins'
import { startOwnSession } from '#lib/auth/start-own-session'
import { clientAddress, networkOf } from '#lib/client-address'
import { ApiError } from '#lib/domain/api-error'
import type { CallInfo } from '../define-operation.ts'
import { notifyPerson } from '../mails/notify-person.ts'
import { auditPerson } from './audit-person.ts'
import { bringChallenge } from './bring-challenge.ts'
import { requirePending, signInIsOver, type SignedIn, type Visitor } from './visitor.ts'

type From = { visitor: Visitor }
const step = 'second-factor'

/**
 * Goes on with the code of an authenticator app, or a recovery code. Throws 400 for a wrong code,
 * 401 when the sign-in is over, 429 after too many.
 */
export async function giveSignInCode(
  _nobody: Actor,
  { visitor, code }: From & { code: string },
  info: CallInfo = {},
): Promise<SignedIn> {
  const { userId, email } = await requirePending(visitor, step)
  const used = await acceptCode({ userId, email, device: visitor.device }, code)
  if (used === 'wrong') {
    const message =
      'This code is wrong, or was used before. Wait for the next one, or use a recovery code.'
    throw ApiError.invalid([{ path: 'code', message }])
  }
  const recovered = used === 'recovery'
  if (recovered)
    await authDb().transaction(async (tx) => {
      await notifyPerson(tx, userId, 'recovery-code-used')
      await auditPerson(tx, userId, 'recovery_code.used', { info })
    })
  const progress = await continueSignIn(visitor.pending, step, { factor: true, recovered }, visitor)
  if (!progress) throw signInIsOver()
  return { ...progress, email }
}

/** Each asks for a row in the database. */
const askLimit = { most: 60, seconds: 15 * 60 }

/** Asks for a passkey: one of who has given the password in this browser, else any one. */
export async function askSignInPasskey(_nobody: Actor, { visitor }: From): Promise<Question> {
  const of = ['sign-in passkey', networkOf(clientAddress())]
  await requireUses([{ of, ...askLimit }], 'Too many tries with passkeys.')
  const pending = await findPendingSignIn(visitor.pending)
  const userId = pending?.step === step ? pending.userId : null
  return await startPasskey({ purpose: 'sign-in', userId })
}

/** A passkey verifies its person by itself, so that it stands for both factors. */
async function signInByPasskey(visitor: Visitor, answer: PasskeyAnswer): Promise<SignedIn> {
  const { userAgent, browserId } = visitor
  await bringChallenge(answer.challengeId)
  const { userId } = await acceptPasskey({ purpose: 'sign-in', userId: null }, answer)
  const [user] = await authDb().select().from(users).where(eq(users.id, userId))
  const sessionId =
    user && user.disabledAt === null
      ? await startOwnSession(user, { userAgent, browserId, method: 'passkey' })
      : undefined
  if (!user || !sessionId)
    throw new ApiError('unauthorized', 'This passkey was not accepted. Sign in another way.')
  return { userId, sessionId, email: user.email }
}

/** Signs in with a passkey, or goes on with it after the password. Throws 401 when refused. */
export async function giveSignInPasskey(
  _nobody: Actor,
  { visitor, ...answer }: From & PasskeyAnswer,
): Promise<SignedIn> {
  const pending = await findPendingSignIn(visitor.pending)
  if (pending?.step !== step) return await signInByPasskey(visitor, answer)
  const { userId, email } = pending
  await acceptPasskey({ purpose: 'sign-in', userId }, answer)
  const progress = await continueSignIn(visitor.pending, step, { factor: true }, visitor)
  if (!progress) throw signInIsOver()
  return { ...progress, email }
}
