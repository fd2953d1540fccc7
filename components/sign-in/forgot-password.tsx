'use client'

import { useState, type FormEvent } from 'react'
import { TextField } from '#components/shared/fields/text-field'
import { Button } from '#components/ui/input/button'
import { requestResetContract } from '#lib/contracts/organization/sign-in'
import { call } from '#lib/http/client'
import { BackToSignIn } from './back-to-sign-in.tsx'
import { PublicFrame } from './public-frame.tsx'
import { Refusal } from './refusal.tsx'
import { useAttempt } from './use-attempt.ts'

/** Asks for a link by mail. Says the same for every address, whether it has an account or not. */
export function ForgotPassword({ canMail }: { canMail: boolean }) {
  const { refusal, busy, attempt } = useAttempt()
  const [sentTo, setSentTo] = useState<string>()
  if (!canMail)
    return (
      <PublicFrame
        title="Forgot your password?"
        description="This installation sends no mail, so it cannot send you a link."
      >
        <p className="text-sm">
          Ask who runs it: <code>npm run unlock -- you@example.com</code> prints a link with which
          you choose a new password.
        </p>
        <BackToSignIn />
      </PublicFrame>
    )
  if (sentTo !== undefined)
    return (
      <PublicFrame
        title="Check your mail"
        description={`If ${sentTo} has an account with a password, a link is on its way to it.`}
      >
        <p className="text-sm">
          It works once, for 30 minutes. Nothing there? Look into the spam folder.
        </p>
        <BackToSignIn />
      </PublicFrame>
    )
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const email = String(new FormData(event.currentTarget).get('email'))
    void attempt(async () => {
      await call(requestResetContract, { body: { email } })
      setSentTo(email)
    })
  }
  return (
    <PublicFrame
      title="Forgot your password?"
      description="Give your address, and we send you a link to choose a new one."
    >
      <Refusal text={refusal} />
      <form className="space-y-4" method="post" onSubmit={submit}>
        <TextField
          label="E-mail"
          name="email"
          type="email"
          autoComplete="username"
          required
          autoFocus
        />
        <Button type="submit" className="w-full" disabled={busy}>
          {busy ? 'Sending…' : 'Send the link'}
        </Button>
      </form>
      <BackToSignIn />
    </PublicFrame>
  )
}
