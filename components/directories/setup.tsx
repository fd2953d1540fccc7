'use client'

import { CopyField } from '#components/settings/copy-field'
import { formatInstant } from '#components/shared/display/format'
import type { DirectoryView } from '#lib/contracts/organization/directories'

/** What the identity team types into its own system. The token is shown only when it is made. */
export function Setup({ directory }: { directory: DirectoryView }) {
  const { address, tokenPrefix, tokenCreatedAt, formerTokenUntil } = directory
  if (address === null) return null
  return (
    <div className="space-y-2">
      <h4 className="text-sm font-semibold">Address for your directory</h4>
      <CopyField value={address} label={`SCIM address of ${directory.name}`} />
      <p className="text-sm text-muted-foreground">
        Unique identifier: <code className="text-xs">userName</code>. Authentication: HTTP header,
        bearer token.
        {tokenPrefix && tokenCreatedAt ? (
          <>
            {' The token begins with '}
            <code className="text-xs">{tokenPrefix}</code>, made on {formatInstant(tokenCreatedAt)}.
          </>
        ) : null}
        {formerTokenUntil && Date.parse(formerTokenUntil) > Date.now()
          ? ` The token before works until ${formatInstant(formerTokenUntil)}.`
          : ''}
      </p>
    </div>
  )
}
