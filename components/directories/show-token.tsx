'use client'

import { CopyField } from '#components/settings/copy-field'
import { Button } from '#components/ui/input/button'
import {
  DialogDescription,
  DialogFooter,
  DialogHeader,
  DialogTitle,
} from '#components/ui/overlay/dialog'
import type { DirectoryWithToken } from '#lib/contracts/organization/directories'

/** Address and token of a directory that pushes; the token is shown only here. */
export function ShowToken({ made, onDone }: { made: DirectoryWithToken; onDone(): void }) {
  return (
    <>
      <DialogHeader>
        <DialogTitle>Copy both into your directory now</DialogTitle>
        <DialogDescription>
          This is the only time the token is shown. Rounds stores only a fingerprint of it.
        </DialogDescription>
      </DialogHeader>
      <ol className="list-decimal space-y-3 pl-5 text-sm">
        <li className="space-y-1.5">
          <p>
            The address (Okta: <i>SCIM connector base URL</i>, Entra: <i>Tenant URL</i>)
          </p>
          <CopyField value={made.address ?? ''} label="SCIM address" />
        </li>
        <li className="space-y-1.5">
          <p>
            The token (Okta: <i>HTTP header</i>, Entra: <i>Secret token</i>)
          </p>
          <CopyField value={made.token ?? ''} label="Token" />
        </li>
        <li>
          Unique identifier: <code className="text-xs">userName</code>. Switch on: create, update
          and deactivate users, and push groups.
        </li>
      </ol>
      <DialogFooter>
        <Button onClick={onDone}>I have copied both</Button>
      </DialogFooter>
    </>
  )
}

const stay = (event: Event) => event.preventDefault()
/** The token is shown only once, so only its button closes the dialog. */
export const keepOpen = { onEscapeKeyDown: stay, onInteractOutside: stay }
