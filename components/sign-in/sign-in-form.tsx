'use client'

import { Link } from '#components/shared/navigation/link'
import type { FormEvent } from 'react'
import { useCanUsePasskeys } from '#components/security/use-passkeys'
import { TextField } from '#components/shared/fields/text-field'
import { Button } from '#components/ui/input/button'
import type { ProgressView } from '#lib/contracts/organization/sign-in'
import { SignInWay } from '#components/single-sign-on/sign-in-way'
import { useWay } from '#components/single-sign-on/use-way'
import { Refusal } from './refusal.tsx'
import { leaveForSingleSignOn, refusalOf, signInWithPassword } from './request-sign-in.ts'
import { signInWithPasskey } from './steps/second-factor-step.tsx'
import { useAttempt } from './use-attempt.ts'

type Props = {
  /** The address after signing in; one of our own paths. */
  next: string
  /** The error with which single sign-on returned. */
  error: string | undefined
  /** Name of the single sign-on provider, when there is one. */
  singleSignOn: string | undefined
  passkeyHost: string | null
  onProgress(progress: ProgressView): Promise<void>
}

type OtherProps = Pick<Props, 'next' | 'singleSignOn' | 'onProgress'> &
  Pick<ReturnType<typeof useAttempt>, 'busy' | 'attempt'> & { canUsePasskeys: boolean }

/** The ways without a password: a passkey, single sign-on. */
function OtherWays({ next, singleSignOn, canUsePasskeys, busy, attempt, onProgress }: OtherProps) {
  if (!singleSignOn && !canUsePasskeys) return null
  return (
    <>
      <p className="flex items-center gap-3 text-xs text-muted-foreground before:h-px before:flex-1 before:bg-border after:h-px after:flex-1 after:bg-border">
        or
      </p>
      {canUsePasskeys ? (
        <Button
          variant="outline"
          className="w-full"
          disabled={busy}
          onClick={() => void attempt(async () => await onProgress(await signInWithPasskey()))}
        >
          Sign in with a passkey
        </Button>
      ) : null}
      {singleSignOn ? (
        <Button
          variant="outline"
          className="w-full"
          disabled={busy}
          onClick={() => void attempt(() => leaveForSingleSignOn(next))}
        >
          Continue with {singleSignOn}
        </Button>
      ) : null}
    </>
  )
}

/** E-mail address and password, and the way to single sign-on. A refusal leaves what was typed. */
export function SignInForm({ next, error, singleSignOn, passkeyHost, onProgress }: Props) {
  const canUsePasskeys = useCanUsePasskeys(passkeyHost)
  const { refusal, busy, attempt } = useAttempt(error ? refusalOf(error) : undefined)
  const { way, email, look } = useWay()
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    // The browser has the values, including those of a password manager that sends no event.
    const fields = new FormData(event.currentTarget)
    void attempt(async () => {
      const typed = String(fields.get('email'))
      const outcome = await signInWithPassword(typed, String(fields.get('password')))
      if (outcome === 'next-step') return await onProgress({ step: 'second-factor' })
      if (outcome !== 'signed-in') {
        await look(typed)
        return outcome.refused
      }
      return await onProgress({ step: null })
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
          onBlur={({ target }) => void look(target.value)}
        />
        <SignInWay way={way} next={next} email={email} disabled={busy} />
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
      <p className="text-center text-sm">
        <Link href="/forgot-password" className="text-muted-foreground underline">
          Forgot your password?
        </Link>
      </p>
      <OtherWays
        next={next}
        singleSignOn={singleSignOn}
        canUsePasskeys={canUsePasskeys}
        busy={busy}
        attempt={attempt}
        onProgress={onProgress}
      />
    </div>
  )
}
