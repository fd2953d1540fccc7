'use client'

import type { FormEvent } from 'react'
import { TextField } from '#components/shared/fields/text-field'
import { Button } from '#components/ui/input/button'
import { Refusal } from './refusal.tsx'
import { leaveForSingleSignOn, refusalOf, signInWithPassword } from './request-sign-in.ts'
import { useAttempt } from './use-attempt.ts'

type Props = {
  /** The address after signing in; one of our own paths. */
  next: string
  /** The error with which single sign-on returned. */
  error: string | undefined
  /** Name of the single sign-on provider, when there is one. */
  singleSignOn: string | undefined
}

/** E-mail address and password, and the way to single sign-on. A refusal leaves what was typed. */
export function SignInForm({ next, error, singleSignOn }: Props) {
  const { refusal, busy, attempt } = useAttempt(error ? refusalOf(error) : undefined)
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    // The browser has the values, including those of a password manager that sends no event.
    const fields = new FormData(event.currentTarget)
    void attempt(async () => {
      const refused = await signInWithPassword(
        String(fields.get('email')),
        String(fields.get('password')),
      )
      if (refused) return refused
      // A whole new page, so that no data of an earlier session stays in memory.
      window.location.assign(next)
      return await new Promise<never>(() => undefined)
    })
  }
  return (
    <div className="space-y-4">
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
        <TextField
          label="Password"
          name="password"
          type="password"
          autoComplete="current-password"
          required
        />
        <Button type="submit" className="w-full" disabled={busy}>
          {busy ? 'Signing in…' : 'Sign in'}
        </Button>
      </form>
      {singleSignOn ? (
        <>
          <p className="flex items-center gap-3 text-xs text-muted-foreground before:h-px before:flex-1 before:bg-border after:h-px after:flex-1 after:bg-border">
            or
          </p>
          <Button
            variant="outline"
            className="w-full"
            disabled={busy}
            onClick={() => void attempt(() => leaveForSingleSignOn(next))}
          >
            Continue with {singleSignOn}
          </Button>
        </>
      ) : null}
    </div>
  )
}
