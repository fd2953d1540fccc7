import type { Progress } from '#lib/auth/sign-in/continue-sign-in'
import { findPendingSignIn, type PendingSignIn } from '#lib/auth/sign-in/pending-sign-ins'
import type { SignInStep } from '#db/schema/factors'
import { ApiError } from '#lib/domain/api-error'

/** The browser that signs in: its cookies, and what it calls itself. */
export type Visitor = {
  /** The cookie of the sign-in that is not complete. */
  pending: string | undefined
  /** The cookie of known-device.ts. */
  device: string | undefined
  userAgent: string | null
  /** Of the cookie of browser-cookie.ts. */
  browserId: string
}

/** How far a sign-in has come, for the cookies of the answer. */
export type SignedIn = Progress & { email: string }

/** 401: the sign-in of this browser is over, or never was. */
export const signInIsOver = (): ApiError =>
  new ApiError('unauthorized', 'This sign-in has expired. Give your password again.', {
    reason: 'sign_in_over',
  })

/** Finds the sign-in of this browser at this step. Throws 401 when there is none. */
export async function requirePending(visitor: Visitor, step: SignInStep): Promise<PendingSignIn> {
  const pending = await findPendingSignIn(visitor.pending)
  if (pending?.step === step) return pending
  throw signInIsOver()
}
