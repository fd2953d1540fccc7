'use client'

import { useState, type FormEvent } from 'react'
import { Alert, AlertDescription } from '#components/ui/alert'
import { Button } from '#components/ui/button'
import { Input } from '#components/ui/input'
import { Label } from '#components/ui/label'
import { leaveForSingleSignOn, refusalOf, signInWithPassword } from './request-sign-in.ts'

type Props = {
  /** Where to go afterwards; one of our own paths. */
  next: string
  /** The error that single sign-on came back with. */
  error: string | undefined
  /** Name of the single sign-on provider, when there is one. */
  singleSignOn: string | undefined
}

/** E-mail address and password, and the way to single sign-on. A refusal keeps what was typed. */
export function SignInForm({ next, error, singleSignOn }: Props) {
  const [refusal, setRefusal] = useState(error ? refusalOf(error) : undefined)
  const [busy, setBusy] = useState(false)

  const attempt = async (work: () => Promise<string | void>) => {
    setBusy(true)
    setRefusal(undefined)
    const refused = await work().catch(
      () => 'The server cannot be reached. Check the connection and try again.',
    )
    setRefusal(refused || undefined)
    setBusy(false)
  }
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const fields = new FormData(event.currentTarget)
    void attempt(async () => {
      const refused = await signInWithPassword(
        String(fields.get('email')),
        String(fields.get('password')),
      )
      if (refused) return refused
      // A whole new page: nothing of an earlier session stays in memory.
      window.location.assign(next)
      return await new Promise<never>(() => undefined)
    })
  }

  return (
    <div className="space-y-4">
      {refusal ? (
        <Alert variant="destructive">
          <AlertDescription>{refusal}</AlertDescription>
        </Alert>
      ) : null}
      <form className="space-y-4" method="post" onSubmit={submit}>
        <div className="space-y-1.5">
          <Label htmlFor="email">E-mail</Label>
          <Input id="email" name="email" type="email" autoComplete="username" required autoFocus />
        </div>
        <div className="space-y-1.5">
          <Label htmlFor="password">Password</Label>
          <Input
            id="password"
            name="password"
            type="password"
            autoComplete="current-password"
            required
          />
        </div>
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
