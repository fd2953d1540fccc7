'use client'

import { useState } from 'react'
import {
  endSignInContract,
  getSignInContract,
  type PendingSignInView,
  type ProgressView,
} from '#lib/contracts/organization/sign-in'
import { call } from '#lib/http/client'
import { PublicFrame } from './public-frame.tsx'
import { SignInForm } from './sign-in-form.tsx'
import { NewPasswordStep } from './steps/new-password-step.tsx'
import { SecondFactorStep } from './steps/second-factor-step.tsx'
import { SetUpFactorStep } from './steps/set-up-factor-step.tsx'

type Props = {
  /** The address after signing in; one of our own paths. */
  next: string
  error: string | undefined
  /** Name of the single sign-on provider, when there is one. */
  singleSignOn: string | undefined
  passkeyHost: string | null
  /** What is missing since a right password, also after the page was opened again. */
  pending: PendingSignInView | null
}

/** Signing in: the password or a passkey, then the steps that are missing, one at a time. */
export function SignIn({ next, error, singleSignOn, passkeyHost, pending: first }: Props) {
  const [pending, setPending] = useState(first)
  const onProgress = async ({ step }: ProgressView) => {
    if (step !== null) return setPending((await call(getSignInContract)).pending)
    // A whole new page, so that no data of an earlier session stays in memory.
    window.location.assign(next)
    await new Promise<never>(() => undefined)
  }
  const onGiveUp = async () => {
    await call(endSignInContract)
    setPending(null)
  }
  switch (pending?.step) {
    case 'second-factor':
      return (
        <SecondFactorStep
          pending={pending}
          passkeyHost={passkeyHost}
          onProgress={onProgress}
          onGiveUp={onGiveUp}
        />
      )
    case 'set-up-factor':
      return <SetUpFactorStep pending={pending} passkeyHost={passkeyHost} onProgress={onProgress} />
    case 'new-password':
      return <NewPasswordStep pending={pending} onProgress={onProgress} />
    case undefined:
      return (
        <PublicFrame
          title="Sign in"
          description="Workflows, screens and forms of your organization."
        >
          <SignInForm
            error={error}
            next={next}
            singleSignOn={singleSignOn}
            passkeyHost={passkeyHost}
            onProgress={onProgress}
          />
        </PublicFrame>
      )
  }
}
