'use client'

import { useQuery } from '@tanstack/react-query'
import dynamic from 'next/dynamic'
import { loadCode } from '#components/shared/loading/load-code'
import { Loading } from '#components/shared/loading/loading'
import { Skeleton } from '#components/ui/feedback/skeleton'
import { leftBecause, readOwnSession } from './own-session.ts'
import type { ProveProps } from './prove-by-text.tsx'
import type { Ways } from './ways-to-prove.tsx'

const waiting = () => (
  <Loading label="Loading how you can show that it is you">
    <Skeleton className="h-28 w-full" />
  </Loading>
)

/** Loads the form before it is needed: the connection may be gone when the session locks. */
export const loadWaysToProve = async () =>
  (await loadCode(() => import('./ways-to-prove.tsx'))).WaysToProve

const WaysToProve = dynamic(loadWaysToProve, { ssr: false, loading: waiting })

/** Without an answer of the server: what most people have. */
const usual: Ways = {
  password: true,
  code: false,
  recoveryCode: false,
  passkey: false,
  passkeyHost: null,
  singleSignOn: null,
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
  if (session.isPending) return waiting()
  return <WaysToProve {...props} ways={session.data?.confirmBy ?? usual} />
}
