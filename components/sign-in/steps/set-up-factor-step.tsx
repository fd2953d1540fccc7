'use client'

import { KeyRoundIcon, SmartphoneIcon } from 'lucide-react'
import { useEffect, useState } from 'react'
import { makePasskey } from '#components/security/ask-passkey'
import { RecoveryCodesList } from '#components/security/recovery-codes-list'
import { TotpForm } from '#components/security/totp-form'
import { useCanUsePasskeys } from '#components/security/use-passkeys'
import { browserName } from '#components/settings/browser-name'
import { Button } from '#components/ui/input/button'
import { Skeleton } from '#components/ui/feedback/skeleton'
import {
  addPasskeyAtSignInContract,
  confirmAtSignInContract,
  makePasskeyAtSignInContract,
  setUpAtSignInContract,
  skipStepContract,
  type PendingSignInView,
  type ProgressView,
  type TotpSetUpView,
} from '#lib/contracts/organization/sign-in'
import { call } from '#lib/http/client'
import { PublicFrame } from '../public-frame.tsx'
import { Refusal } from '../refusal.tsx'
import { useAttempt } from '../use-attempt.ts'

type Props = {
  pending: PendingSignInView
  passkeyHost: string | null
  onProgress(progress: ProgressView): Promise<void>
}

type Done = ProgressView & { recoveryCodes: string[] }
type Attempt = Omit<ReturnType<typeof useAttempt>, 'refusal'>

function SaveCodes({ done, onProgress }: { done: Done } & Pick<Props, 'onProgress'>) {
  return (
    <PublicFrame
      title="Save your recovery codes"
      description="Each works once, when your second factor is lost. They are shown only now."
    >
      <RecoveryCodesList codes={done.recoveryCodes} />
      <Button className="w-full" onClick={() => void onProgress(done)}>
        I have saved them
      </Button>
    </PublicFrame>
  )
}

/** Makes a passkey in this browser, under its name. */
async function addPasskey(): Promise<Done> {
  const { challengeId, options } = await call(makePasskeyAtSignInContract)
  const response = await makePasskey(options)
  const name = browserName(window.navigator.userAgent)
  return await call(addPasskeyAtSignInContract, { body: { challengeId, name, response } })
}

type WayProps = Attempt & { onDone(done: Done): void }

/** The picture for an authenticator app, and its first code. */
function SetUpApp({ busy, attempt, onDone }: WayProps) {
  const [view, setView] = useState<TotpSetUpView>()
  useEffect(() => {
    void attempt(async () => setView(await call(setUpAtSignInContract)))
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once, when it is shown
  }, [])
  if (!view) return <Skeleton className="mx-auto size-44" />
  const confirm = async (code: string) =>
    onDone(await call(confirmAtSignInContract, { body: { setUp: view.setUp, code } }))
  return (
    <>
      <p className="text-sm">Scan this with an authenticator app on your phone.</p>
      <TotpForm
        view={view}
        submit={busy ? 'Checking…' : 'Confirm'}
        busy={busy}
        onCode={(code) => void attempt(() => confirm(code))}
      />
    </>
  )
}

/** A passkey, or an app instead. */
function ChooseFactor({ busy, attempt, onDone, onApp }: WayProps & { onApp(): void }) {
  return (
    <ul className="space-y-4 text-sm text-muted-foreground">
      <li className="space-y-1.5">
        <Button
          className="w-full"
          autoFocus
          disabled={busy}
          onClick={() => void attempt(async () => onDone(await addPasskey()))}
        >
          <KeyRoundIcon aria-hidden /> Make a passkey
        </Button>
        <p>Your fingerprint, face or security key. It also signs you in without a password.</p>
      </li>
      <li className="space-y-1.5">
        <Button variant="outline" className="w-full" disabled={busy} onClick={onApp}>
          <SmartphoneIcon aria-hidden /> Use an authenticator app
        </Button>
        <p>A code of six digits from an app on your phone.</p>
      </li>
    </ul>
  )
}

/** Sets up a second factor: the organization asks for it, or a recovery code was used. */
export function SetUpFactorStep({ pending, passkeyHost, onProgress }: Props) {
  const { refusal, busy, attempt } = useAttempt()
  const canUsePasskeys = useCanUsePasskeys(passkeyHost)
  const [wantsApp, setWantsApp] = useState(false)
  const [done, setDone] = useState<Done>()
  if (done) return <SaveCodes done={done} onProgress={onProgress} />
  const skip = async () =>
    await onProgress(await call(skipStepContract, { body: { step: 'set-up-factor' } }))
  const later = (text: string, act: () => void) => (
    <Button variant="ghost" size="sm" disabled={busy} onClick={act}>
      {text}
    </Button>
  )
  return (
    <PublicFrame
      title="Set up your second factor"
      description={
        pending.maySkip
          ? 'You used a recovery code. Set up a factor again, so that you need no more of them.'
          : 'Your organization asks for one beside your password.'
      }
    >
      <Refusal text={refusal} />
      {canUsePasskeys && !wantsApp ? (
        <ChooseFactor
          busy={busy}
          attempt={attempt}
          onDone={setDone}
          onApp={() => setWantsApp(true)}
        />
      ) : (
        <SetUpApp busy={busy} attempt={attempt} onDone={setDone} />
      )}
      <div className="flex flex-wrap justify-between gap-2 empty:hidden">
        {wantsApp && canUsePasskeys
          ? later('Make a passkey instead', () => setWantsApp(false))
          : null}
        {pending.maySkip ? later('Not now', () => void attempt(skip)) : null}
      </div>
    </PublicFrame>
  )
}
