import { authDb, type Tx } from '#db/client'
import type { SignInStep } from '#db/schema/factors'
import { startOwnSession } from '../start-own-session.ts'
import { joinBySignIn } from './join-by-sign-in.ts'
import { nextStep } from './next-step.ts'
import {
  deletePendingSignIn,
  findPendingSignIn,
  movePendingSignIn,
  storePendingSignIn,
  type PendingSignIn,
} from './pending-sign-ins.ts'

type Method = PendingSignIn['method']
type Browser = { userAgent: string | null; browserId?: string | undefined }

/** A session, or the step that is missing next. */
export type Progress = { userId: string; sessionId: string } | { userId: string; step: SignInStep }

/** The first answer has the token for the browser's cookie. */
type Begun = { userId: string; sessionId: string } | { userId: string; token: string }

/**
 * Goes on after a right password: starts the session, or stores what is still missing. Undefined
 * when the person belongs to no organization.
 */
export async function beginSignIn(
  { id: userId, email }: { id: string; email: string },
  passwordFault: string | null,
  { userAgent, browserId }: Browser,
): Promise<Begun | undefined> {
  const step = await nextStep(authDb(), { userId, factor: false, recovered: false, passwordFault })
  if (!step) {
    const sessionId = await startOwnSession(
      { id: userId, email },
      { userAgent, browserId, method: 'password' },
    )
    return sessionId ? { userId, sessionId } : undefined
  }
  const token = await storePendingSignIn({ userId, method: 'password', step, passwordFault })
  return { userId, token }
}

type Taken = { factor?: boolean; recovered?: boolean; passwordFault?: null }

/**
 * Goes on after a step was taken or put off: to the next one, or to the session. Of parallel
 * answers to one step only the first goes on; undefined for the others, and when the person belongs
 * to no organization any more. `act` is done in the same transaction.
 */
export async function continueSignIn(
  token: string | undefined,
  step: SignInStep,
  taken: Taken,
  { userAgent, browserId }: Browser,
  act?: (tx: Tx) => Promise<void>,
): Promise<Progress | undefined> {
  const next = await authDb().transaction(async (tx) => {
    const after = await afterStep(tx, token, step, taken)
    if (after) await act?.(tx)
    return after
  })
  if (!next) return undefined
  const { userId, email, method, organizationId } = next
  if (next.step) return { userId, step: next.step }
  const sessionId = await startOwnSession(
    { id: userId, email },
    { userAgent, browserId, method, organizationId },
  )
  return sessionId ? { userId, sessionId } : undefined
}

type After = {
  userId: string
  email: string
  method: Method
  step: SignInStep | undefined
  /** The organization that they joined by signing in. */
  organizationId?: string | undefined
}

async function afterStep(
  tx: Tx,
  token: string | undefined,
  step: SignInStep,
  { factor = false, recovered = false, passwordFault }: Taken,
): Promise<After | undefined> {
  const pending = await findPendingSignIn(token, { lock: tx })
  if (!pending || pending.step !== step) return undefined
  const { id, userId } = pending
  const method: Method = factor ? 'password-and-factor' : pending.method
  const shown = {
    userId,
    factor: method !== 'password',
    recovered: pending.recovered || recovered,
    passwordFault: passwordFault === null ? null : pending.passwordFault,
  }
  const next = await nextStep(tx, shown, step)
  const after = { userId, email: pending.email, method, step: next }
  if (next) {
    await movePendingSignIn(tx, id, { step: next, method, recovered: shown.recovered })
    return after
  }
  await deletePendingSignIn(tx, id)
  return { ...after, organizationId: await joinBySignIn(tx, pending) }
}
