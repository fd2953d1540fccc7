'use client'

import type { FormEvent } from 'react'
import { TextField } from '#components/shared/fields/text-field'
import { Alert, AlertDescription } from '#components/ui/feedback/alert'
import { Button } from '#components/ui/input/button'
import {
  replacePasswordContract,
  skipStepContract,
  type PendingSignInView,
  type ProgressView,
} from '#lib/contracts/organization/sign-in'
import { call } from '#lib/http/client'
import { PublicFrame } from '../public-frame.tsx'
import { Refusal } from '../refusal.tsx'
import { useAttempt } from '../use-attempt.ts'

type Props = {
  pending: PendingSignInView
  onProgress(progress: ProgressView): Promise<void>
}

/** Asks for a better password, and says what is wrong with the present one. */
export function NewPasswordStep({ pending, onProgress }: Props) {
  const { refusal, busy, attempt } = useAttempt()
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const newPassword = String(new FormData(event.currentTarget).get('password'))
    void attempt(
      async () => await onProgress(await call(replacePasswordContract, { body: { newPassword } })),
    )
  }
  const skip = async () =>
    await onProgress(await call(skipStepContract, { body: { step: 'new-password' } }))
  return (
    <PublicFrame
      title="Choose a better password"
      description="Your password still works, and others could guess it."
    >
      <Alert>
        <AlertDescription>{pending.passwordFault}</AlertDescription>
      </Alert>
      <Refusal text={refusal} />
      <form className="space-y-4" method="post" onSubmit={submit}>
        <input
          type="hidden"
          name="username"
          autoComplete="username"
          value={pending.email}
          readOnly
        />
        <TextField
          label="New password"
          name="password"
          type="password"
          autoComplete="new-password"
          help="A few words in a row are good."
          required
          autoFocus
        />
        <Button type="submit" className="w-full" disabled={busy}>
          {busy ? 'Saving…' : 'Save and continue'}
        </Button>
      </form>
      <Button variant="ghost" className="w-full" disabled={busy} onClick={() => void attempt(skip)}>
        Not now
      </Button>
    </PublicFrame>
  )
}
