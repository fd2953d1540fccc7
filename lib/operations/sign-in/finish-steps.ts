import { eq } from 'drizzle-orm'
import { authDb, type Tx } from '#db/client'
import { users } from '#db/schema/people'
import type { SignInStep } from '#db/schema/factors'
import type { Actor } from '#lib/auth/actor'
import {
  startRegistration,
  storePasskey,
  type NewPasskey,
  type Question,
} from '#lib/auth/factors/passkeys'
import { replaceRecoveryCodes } from '#lib/auth/factors/recovery-codes'
import { hashPassword } from '#lib/auth/password'
import { requireGoodPassword } from '#lib/auth/passwords/fault-of-password'
import { continueSignIn } from '#lib/auth/sign-in/continue-sign-in'
import { maySkip } from '#lib/auth/sign-in/next-step'
import type { TotpSetUpView } from '#lib/contracts/organization/sign-in'
import { ApiError } from '#lib/domain/api-error'
import type { CallInfo } from '../define-operation.ts'
import { notifyPerson } from '../mails/notify-person.ts'
import { endAccessByPassword } from '../security/end-access-by-password.ts'
import { confirmTotp } from '../security/confirm-totp.ts'
import { totpSetUpOf } from '../security/totp-set-up.ts'
import { auditPerson } from './audit-person.ts'
import { requirePending, signInIsOver, type SignedIn, type Visitor } from './visitor.ts'

type From = { visitor: Visitor }

/** Sets up an authenticator app at the step that asks for it. Throws 401 at any other. */
export async function setUpSignInTotp(_nobody: Actor, { visitor }: From): Promise<TotpSetUpView> {
  const { userId, email } = await requirePending(visitor, 'set-up-factor')
  return await totpSetUpOf(userId, email)
}

type Enrolled = SignedIn & { recoveryCodes: string[] }

/** Adds a factor by `store`, and goes on, in one transaction. Answers the recovery codes, once. */
async function enrol(
  visitor: Visitor,
  info: CallInfo,
  store: (tx: Tx, userId: string) => Promise<Record<string, string>>,
): Promise<Enrolled> {
  const step = 'set-up-factor'
  const { userId, email } = await requirePending(visitor, step)
  let recoveryCodes: string[] = []
  const progress = await continueSignIn(
    visitor.pending,
    step,
    { factor: true },
    visitor,
    async (tx) => {
      const details = await store(tx, userId)
      await auditPerson(tx, userId, 'second_factor.added', { details, info })
      recoveryCodes = await replaceRecoveryCodes(tx, userId)
    },
  )
  if (!progress) throw signInIsOver()
  return { ...progress, email, recoveryCodes }
}

/** Confirms the app with its first code, and goes on. */
export async function confirmSignInTotp(
  _nobody: Actor,
  { visitor, setUp, code }: From & { setUp: string; code: string },
  info: CallInfo = {},
): Promise<Enrolled> {
  return await enrol(visitor, info, async (tx, userId) => {
    await confirmTotp(tx, userId, { setUp, code })
    return { kind: 'totp' }
  })
}

/** What the browser needs to make a passkey at the step that asks for a factor. Throws 401 else. */
export async function makeSignInPasskey(_nobody: Actor, { visitor }: From): Promise<Question> {
  const { userId, email, name } = await requirePending(visitor, 'set-up-factor')
  return await startRegistration({ id: userId, email, name })
}

/** Adds the passkey, and goes on. Throws 401 for one that does not fit. */
export async function addSignInPasskey(
  _nobody: Actor,
  { visitor, ...given }: From & NewPasskey,
  info: CallInfo = {},
): Promise<Enrolled> {
  return await enrol(visitor, info, async (tx, userId) => {
    const passkey = await storePasskey(tx, userId, given)
    await notifyPerson(tx, userId, 'passkey-added')
    return { kind: 'passkey', passkey }
  })
}

/** Replaces the password at the step that asks for it, and goes on. Other sessions end. */
export async function replaceSignInPassword(
  _nobody: Actor,
  { visitor, newPassword }: From & { newPassword: string },
  info: CallInfo = {},
): Promise<SignedIn> {
  const step = 'new-password'
  const { userId, email } = await requirePending(visitor, step)
  await requireGoodPassword(authDb(), newPassword, { userId }, 'newPassword')
  const passwordHash = await hashPassword(newPassword)
  const taken = { passwordFault: null }
  const progress = await continueSignIn(visitor.pending, step, taken, visitor, async (tx) => {
    await tx.update(users).set({ passwordHash }).where(eq(users.id, userId))
    await endAccessByPassword(tx, userId)
    await notifyPerson(tx, userId, 'password-changed')
    await auditPerson(tx, userId, 'password.changed', { info })
  })
  if (!progress) throw signInIsOver()
  return { ...progress, email }
}

/** Puts the present step off. Throws 409 when it has to be taken now. */
export async function skipSignInStep(
  _nobody: Actor,
  { visitor, step }: From & { step: SignInStep },
): Promise<SignedIn> {
  const { userId, email } = await requirePending(visitor, step)
  if (!(await maySkip(step, userId)))
    throw new ApiError('conflict', 'This step is required now; it cannot be put off any more.')
  const progress = await continueSignIn(visitor.pending, step, {}, visitor)
  if (!progress) throw signInIsOver()
  return { ...progress, email }
}
