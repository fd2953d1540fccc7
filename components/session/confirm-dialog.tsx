'use client'

import {
  Dialog,
  DialogContent,
  DialogDescription,
  DialogHeader,
  DialogTitle,
} from '#components/ui/overlay/dialog'
import { ProveForm } from './prove-form.tsx'

type Props = {
  open: boolean
  personId: string
  /** Whether the person confirmed themselves, or closed the dialog. */
  onDone(isConfirmed: boolean): void
}

/** Asks the person for their password or a factor before a sensitive act; the form stays open. */
export function ConfirmDialog({ open, personId, onDone }: Props) {
  return (
    <Dialog open={open} onOpenChange={(isOpen) => isOpen || onDone(false)}>
      <DialogContent className="sm:max-w-sm">
        <DialogHeader>
          <DialogTitle>Confirm that it is you</DialogTitle>
          <DialogDescription>
            This changes who may do what. Once confirmed, you are not asked again for ten minutes.
          </DialogDescription>
        </DialogHeader>
        <ProveForm
          personId={personId}
          submit={{ label: 'Confirm', busy: 'Confirming…' }}
          onProven={() => onDone(true)}
        />
      </DialogContent>
    </Dialog>
  )
}
