'use client'

import { Button } from '#components/ui/input/button'
import {
  DialogDescription,
  DialogFooter,
  DialogHeader,
  DialogTitle,
} from '#components/ui/overlay/dialog'
import type { DirectoryWithToken } from '#lib/contracts/organization/directories'
import { VendorSteps } from './vendor-steps.tsx'
import { vendorOf } from './vendors.ts'

/** Address and token of a directory that pushes; the token is shown only here. */
export function ShowToken({ made, onDone }: { made: DirectoryWithToken; onDone(): void }) {
  return (
    <>
      <DialogHeader>
        <DialogTitle>Copy both into {made.name} now</DialogTitle>
        <DialogDescription>
          This is the only time the token is shown. Rounds stores only a fingerprint of it.
        </DialogDescription>
      </DialogHeader>
      <VendorSteps
        address={made.address ?? ''}
        token={made.token ?? ''}
        vendor={vendorOf(made.name)}
      />
      <DialogFooter>
        <Button onClick={onDone}>I have copied both</Button>
      </DialogFooter>
    </>
  )
}

const stay = (event: Event) => event.preventDefault()
/** The token is shown only once, so only its button closes the dialog. */
export const keepOpen = { onEscapeKeyDown: stay, onInteractOutside: stay }
