'use client'

import { useState } from 'react'
import { useCanUsePasskeys } from '#components/security/use-passkeys'
import { ConfirmWithProvider } from '#components/single-sign-on/confirm-with-provider'
import { Button } from '#components/ui/input/button'
import type { OwnSession } from '#lib/contracts/organization/own-session'
import { ProveByPasskey } from './prove-by-passkey.tsx'
import { ProveByText, type ProveProps, type TextWay } from './prove-by-text.tsx'

export type Ways = OwnSession['confirmBy']

/** For people without a way here: they sign in again in a new tab, which this page notices. */
function SignInAgain() {
  return (
    <div className="space-y-3 text-sm">
      <p>Sign in again in a new tab. This page goes on by itself when you have.</p>
      <Button asChild className="w-full">
        <a href="/sign-in?again=1" target="_blank" rel="noreferrer">
          Sign in again
        </a>
      </Button>
    </div>
  )
}

const instead: Record<TextWay, string> = {
  password: 'Use your password',
  code: 'Use the code of your app',
  recoveryCode: 'Use a recovery code',
}
const textWays: readonly TextWay[] = ['password', 'code', 'recoveryCode']

/** The first of the ways that a person has, and a button for each other. */
export function WaysToProve({ ways, ...props }: ProveProps & { ways: Ways }) {
  const [chosen, choose] = useState<TextWay>()
  const canUsePasskeys = useCanUsePasskeys(ways.passkeyHost) && ways.passkey
  const open = textWays.filter((way) => ways[way])
  const [first] = open
  // A recovery code is for who has nothing else.
  const way = chosen ?? (first === 'recoveryCode' && canUsePasskeys ? undefined : first)
  const provider = ways.singleSignOn
  if (open.length === 0 && !canUsePasskeys)
    return provider ? <ConfirmWithProvider name={provider} isOnly /> : <SignInAgain />
  return (
    <div className="space-y-3">
      {way ? <ProveByText key={way} {...props} way={way} /> : null}
      {canUsePasskeys ? (
        <ProveByPasskey
          personId={props.personId}
          onProven={props.onProven}
          isFirst={way === undefined}
        />
      ) : null}
      {provider ? <ConfirmWithProvider name={provider} isOnly={false} /> : null}
      <div className="flex flex-wrap justify-center gap-x-4">
        {open
          .filter((other) => other !== way)
          .map((other) => (
            <Button key={other} variant="link" size="sm" onClick={() => choose(other)}>
              {instead[other]}
            </Button>
          ))}
      </div>
    </div>
  )
}
