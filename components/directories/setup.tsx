'use client'

import { formatInstant } from '#components/shared/display/format'
import type { DirectoryView } from '#lib/contracts/organization/directories'
import { VendorSteps } from './vendor-steps.tsx'
import { vendorOf } from './vendors.ts'
import { usePageNow } from '#components/shared/display/use-page-now'

/** What the identity team types into its own system. The token is shown only when it is made. */
export function Setup({ directory }: { directory: DirectoryView }) {
  const { address, name, tokenPrefix, tokenCreatedAt, formerTokenUntil } = directory
  const now = usePageNow()
  if (address === null) return null
  return (
    <div className="space-y-3">
      <h4 className="text-sm font-semibold">Setting it up</h4>
      <VendorSteps address={address} vendor={vendorOf(name)} />
      <p className="text-sm text-muted-foreground">
        {tokenPrefix && tokenCreatedAt ? (
          <>
            The token begins with <code className="text-xs">{tokenPrefix}</code> and was made on{' '}
            {formatInstant(tokenCreatedAt)}.
          </>
        ) : null}
        {formerTokenUntil && Date.parse(formerTokenUntil) > now
          ? ` The token before works until ${formatInstant(formerTokenUntil)}.`
          : ''}
      </p>
    </div>
  )
}
