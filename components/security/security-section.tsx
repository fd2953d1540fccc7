'use client'

import { useQuery } from '@tanstack/react-query'
import { formatDay } from '#components/shared/display/format'
import { Loaded } from '#components/shared/loading/loaded'
import { Loading } from '#components/shared/loading/loading'
import { queryOf } from '#components/shared/loading/queries'
import { Alert, AlertDescription } from '#components/ui/feedback/alert'
import { Skeleton } from '#components/ui/feedback/skeleton'
import { getSecurityContract, type SecurityView } from '#lib/contracts/organization/security'
import { AuthenticatorApp } from './authenticator-app.tsx'
import { Passkeys } from './passkeys.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'

function Notice({ security }: { security: SecurityView }) {
  const { requiredFrom, totp, passkeys, recoveryCodesLeft } = security
  const has = totp !== null || passkeys.length > 0
  if (has && recoveryCodesLeft <= 2)
    return (
      <Alert>
        <AlertDescription>
          {recoveryCodesLeft === 0
            ? 'You have no recovery codes left.'
            : 'Few recovery codes are left.'}{' '}
          Make new ones, so that a lost phone does not lock you out.
        </AlertDescription>
      </Alert>
    )
  if (has || requiredFrom === null) return null
  return (
    <Alert>
      <AlertDescription>
        Your organization asks for a second factor. Set one up by {formatDay(requiredFrom)}; from
        then on, signing in begins with it.
      </AlertDescription>
    </Alert>
  )
}

/** How one proves who one is, besides the password. */
export function SecuritySection() {
  const query = useQuery(queryOf(getSecurityContract))
  return (
    <Loaded
      query={query}
      what="Your second factors"
      loading={
        <Loading label="Loading your second factors">
          <Skeleton className="h-40 w-full" />
        </Loading>
      }
    >
      {(security) => (
        <div className="space-y-3">
          <Notice security={security} />
          <div className="divide-y rounded-lg border bg-card">
            <AuthenticatorApp totp={security.totp} />
            <Passkeys passkeys={security.passkeys} passkeyHost={security.passkeyHost} />
            <RecoveryCodes security={security} />
          </div>
        </div>
      )}
    </Loaded>
  )
}
