'use client'

import { useState, type FormEvent } from 'react'
import { askPasskey } from '#components/security/ask-passkey'
import { useCanUsePasskeys } from '#components/security/use-passkeys'
import { TextField } from '#components/shared/fields/text-field'
import { Button } from '#components/ui/input/button'
import {
  askPasskeyContract,
  giveCodeContract,
  givePasskeyContract,
  type PendingSignInView,
  type ProgressView,
} from '#lib/contracts/organization/sign-in'
import { call } from '#lib/http/client'
import { PublicFrame } from '../public-frame.tsx'
import { Refusal } from '../refusal.tsx'
import { useAttempt } from '../use-attempt.ts'

type Props = {
  pending: PendingSignInView
  passkeyHost: string | null
  onProgress(progress: ProgressView): Promise<void>
  onGiveUp(): Promise<void>
}

/** Asks the browser for a passkey and gives it to the sign-in. */
export async function signInWithPasskey(): Promise<ProgressView> {
  const { challengeId, options } = await call(askPasskeyContract)
  const response = await askPasskey(options)
  return await call(givePasskeyContract, { body: { challengeId, response } })
}

type CodeProps = { isRecovery: boolean; busy: boolean; onCode(code: string): void }

function CodeForm({ isRecovery, busy, onCode }: CodeProps) {
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    onCode(String(new FormData(event.currentTarget).get('code')))
  }
  return (
    <form className="space-y-4" method="post" onSubmit={submit}>
      {isRecovery ? (
        <TextField
          key="recovery"
          label="Recovery code"
          name="code"
          help="One of the ten that you saved. It works once."
          autoComplete="off"
          maxLength={30}
          required
          autoFocus
        />
      ) : (
        <TextField
          key="code"
          label="Code of your authenticator app"
          name="code"
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={9}
          required
          autoFocus
        />
      )}
      <Button type="submit" className="w-full" disabled={busy}>
        {busy ? 'Signing in…' : 'Continue'}
      </Button>
    </form>
  )
}

/** The second factor, after the right password. */
export function SecondFactorStep({ pending, passkeyHost, onProgress, onGiveUp }: Props) {
  const { refusal, busy, attempt } = useAttempt()
  const [isRecovery, setRecovery] = useState(false)
  const canUsePasskeys = useCanUsePasskeys(passkeyHost) && pending.passkey
  const asksCode = pending.code || isRecovery
  const give = (code: string) =>
    void attempt(async () => await onProgress(await call(giveCodeContract, { body: { code } })))
  return (
    <PublicFrame
      title="Your second factor"
      description={`The password of ${pending.email} is right.`}
    >
      <div className="space-y-4">
        <Refusal text={refusal} />
        {asksCode ? <CodeForm isRecovery={isRecovery} busy={busy} onCode={give} /> : null}
        {canUsePasskeys ? (
          <Button
            variant={asksCode ? 'outline' : 'default'}
            className="w-full"
            autoFocus={!asksCode}
            disabled={busy}
            onClick={() => void attempt(async () => await onProgress(await signInWithPasskey()))}
          >
            Use a passkey
          </Button>
        ) : null}
        {!asksCode && !canUsePasskeys ? (
          <p className="text-sm">
            Your second factor is a passkey, and this browser cannot use it here. Use a recovery
            code, or another browser.
          </p>
        ) : null}
        <div className="flex flex-wrap justify-between gap-2">
          {pending.recoveryCode ? (
            <Button variant="ghost" size="sm" onClick={() => setRecovery(!isRecovery)}>
              {isRecovery ? 'Use the usual way' : 'Use a recovery code'}
            </Button>
          ) : null}
          <Button variant="ghost" size="sm" disabled={busy} onClick={() => void attempt(onGiveUp)}>
            Start over
          </Button>
        </div>
      </div>
    </PublicFrame>
  )
}
