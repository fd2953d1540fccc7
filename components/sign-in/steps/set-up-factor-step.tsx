'use client'

import { useEffect, useState } from 'react'
import { RecoveryCodesList } from '#components/security/recovery-codes-list'
import { TotpForm } from '#components/security/totp-form'
import { Button } from '#components/ui/input/button'
import { Skeleton } from '#components/ui/feedback/skeleton'
import {
  confirmAtSignInContract,
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
  onProgress(progress: ProgressView): Promise<void>
}

type Done = ProgressView & { recoveryCodes: string[] }

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

/** Sets up an authenticator app: the organization asks for it, or a recovery code was used. */
export function SetUpFactorStep({ pending, onProgress }: Props) {
  const { refusal, busy, attempt } = useAttempt()
  const [view, setView] = useState<TotpSetUpView>()
  const [done, setDone] = useState<Done>()
  const begin = () => attempt(async () => setView(await call(setUpAtSignInContract)))
  useEffect(() => {
    void begin()
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once, when the step is shown
  }, [])
  if (done) return <SaveCodes done={done} onProgress={onProgress} />
  const confirm = (code: string) =>
    void attempt(async () => {
      if (!view) return
      setDone(await call(confirmAtSignInContract, { body: { setUp: view.setUp, code } }))
    })
  const skip = async () =>
    await onProgress(await call(skipStepContract, { body: { step: 'set-up-factor' } }))
  return (
    <PublicFrame
      title="Set up your second factor"
      description={
        pending.maySkip
          ? 'You used a recovery code. Scan this with an authenticator app, so that you need no more of them.'
          : 'Your organization asks for one. Scan this with an authenticator app on your phone.'
      }
    >
      <Refusal text={refusal} />
      {view ? (
        <TotpForm
          view={view}
          submit={busy ? 'Checking…' : 'Confirm'}
          busy={busy}
          onCode={confirm}
        />
      ) : (
        <Skeleton className="mx-auto size-44" />
      )}
      {pending.maySkip ? (
        <Button
          variant="ghost"
          className="w-full"
          disabled={busy}
          onClick={() => void attempt(skip)}
        >
          Not now
        </Button>
      ) : null}
    </PublicFrame>
  )
}
