'use client'

import { Link } from '#components/shared/navigation/link'
import { useState, type FormEvent } from 'react'
import { TextField } from '#components/shared/fields/text-field'
import { Button } from '#components/ui/input/button'
import { resetPasswordContract } from '#lib/contracts/organization/sign-in'
import { call } from '#lib/http/client'
import { PublicFrame } from './public-frame.tsx'
import { Refusal } from './refusal.tsx'
import { useAttempt } from './use-attempt.ts'

type Props = { token: string; email: string; removesFactors: boolean }

/** Chooses a new password with a link; then the person signs in as usual. */
export function ResetPassword({ token, email, removesFactors }: Props) {
  const { refusal, busy, attempt } = useAttempt()
  const [isDone, setDone] = useState(false)
  if (isDone)
    return (
      <PublicFrame
        title="Your password is changed"
        description="Everywhere you were signed in, you are signed out now."
      >
        <Button asChild className="w-full">
          <Link href="/sign-in">Sign in</Link>
        </Button>
      </PublicFrame>
    )
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const newPassword = String(new FormData(event.currentTarget).get('password'))
    void attempt(async () => {
      await call(resetPasswordContract, { params: { token }, body: { newPassword } })
      setDone(true)
    })
  }
  return (
    <PublicFrame title="Choose a new password" description={`For ${email}.`}>
      {removesFactors ? (
        <p className="text-sm">
          This also removes your authenticator app, passkeys and recovery codes. Set up new ones
          afterwards.
        </p>
      ) : null}
      <Refusal text={refusal} />
      <form className="space-y-4" method="post" onSubmit={submit}>
        <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
        <TextField
          label="New password"
          name="password"
          type="password"
          autoComplete="new-password"
          help="At least 15 characters; 12 with a second factor. A few words in a row are good."
          required
          autoFocus
        />
        <Button type="submit" className="w-full" disabled={busy}>
          {busy ? 'Saving…' : 'Save the password'}
        </Button>
      </form>
    </PublicFrame>
  )
}
