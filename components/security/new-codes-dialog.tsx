'use client'

import { Button } from '#components/ui/input/button'
import {
  Dialog,
  DialogContent,
  DialogDescription,
  DialogFooter,
  DialogHeader,
  DialogTitle,
} from '#components/ui/overlay/dialog'
import { RecoveryCodesList } from './recovery-codes-list.tsx'

const stay = (event: Event) => event.preventDefault()

/** Recovery codes are shown only once, so only its button closes this. */
export function NewCodesDialog({ codes, onDone }: { codes: readonly string[]; onDone(): void }) {
  return (
    <Dialog open onOpenChange={onDone}>
      <DialogContent onEscapeKeyDown={stay} onInteractOutside={stay}>
        <DialogHeader>
          <DialogTitle>Save your recovery codes</DialogTitle>
          <DialogDescription>
            Each works once, when your second factor is lost. They are shown only now; Rounds stores
            only fingerprints of them.
          </DialogDescription>
        </DialogHeader>
        <RecoveryCodesList codes={codes} />
        <DialogFooter>
          <Button onClick={onDone}>I have saved them</Button>
        </DialogFooter>
      </DialogContent>
    </Dialog>
  )
}
