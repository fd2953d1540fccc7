'use client'

import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useCanUsePasskeys } from '#components/security/use-passkeys'
import { ConfirmWithProvider } from '#components/single-sign-on/confirm-with-provider'
import { Loading } from '#components/shared/loading/loading'
import { Skeleton } from '#components/ui/feedback/skeleton'
import { Button } from '#components/ui/input/button'
import type { OwnSession } from '#lib/contracts/organization/own-session'
import { leftBecause, readOwnSession } from './own-session.ts'
import { ProveByPasskey } from './prove-by-passkey.tsx'
import { ProveByText, type ProveProps, type TextWay } from './prove-by-text.tsx'

type Ways = OwnSession['confirmBy']

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

/** Without an answer of the server: what most people have. */
const usual: Ways = {
  password: true,
  code: false,
  recoveryCode: false,
  passkey: false,
  passkeyHost: null,
  singleSignOn: null,
}

const instead: Record<TextWay, string> = {
  password: 'Use your password',
  code: 'Use the code of your app',
  recoveryCode: 'Use a recovery code',
}
const textWays: readonly TextWay[] = ['password', 'code', 'recoveryCode']

function WaysToProve({ ways, ...props }: ProveProps & { ways: Ways }) {
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

/** Asks the person to show that it is them, by what they have. */
export function ProveForm(props: ProveProps) {
  const session = useQuery({
    queryKey: ['own-session'],
    queryFn: async () => {
      try {
        return await readOwnSession()
      } catch (error) {
        leftBecause(error)
        throw error
      }
    },
    gcTime: 0,
    retry: false,
  })
  if (session.isPending)
    return (
      <Loading label="Loading how you can show that it is you">
        <Skeleton className="h-28 w-full" />
      </Loading>
    )
  return <WaysToProve {...props} ways={session.data?.confirmBy ?? usual} />
}
