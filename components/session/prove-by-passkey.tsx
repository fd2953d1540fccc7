'use client'

import { KeyRoundIcon } from 'lucide-react'
import { askPasskey } from '#components/security/ask-passkey'
import { Refusal } from '#components/sign-in/refusal'
import { useAttempt } from '#components/sign-in/use-attempt'
import { Button } from '#components/ui/input/button'
import {
  askSessionPasskeyContract,
  confirmSessionContract,
} from '#lib/contracts/organization/own-session'
import { call } from '#lib/http/client'
import { leftBecause, ofBrowser } from './own-session.ts'
import type { ProveProps } from './prove-by-text.tsx'

type Props = Pick<ProveProps, 'personId' | 'onProven'> & {
  /** Nothing else is asked beside it. */
  isFirst: boolean
}

/** Asks the browser for one of the person's passkeys. */
export function ProveByPasskey({ personId, onProven, isFirst }: Props) {
  const { refusal, busy, attempt } = useAttempt()
  const prove = async () => {
    try {
      const asked = await call(askSessionPasskeyContract, { headers: ofBrowser })
      const passkey = {
        challengeId: asked.challengeId,
        response: await askPasskey(asked.options),
      }
      onProven(
        await call(confirmSessionContract, { body: { personId, passkey }, headers: ofBrowser }),
      )
    } catch (error) {
      if (!leftBecause(error)) throw error
    }
  }
  return (
    <div className="space-y-3">
      <Refusal text={refusal} />
      <Button
        variant={isFirst ? 'default' : 'outline'}
        className="w-full"
        autoFocus={isFirst}
        disabled={busy}
        onClick={() => void attempt(prove)}
      >
        <KeyRoundIcon aria-hidden /> Use a passkey
      </Button>
    </div>
  )
}
