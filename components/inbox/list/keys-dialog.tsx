'use client'

import {
  Dialog,
  DialogContent,
  DialogDescription,
  DialogHeader,
  DialogTitle,
} from '#components/ui/overlay/dialog'
import { inboxKeys } from './inbox-keys.ts'

const keyClass = 'rounded border bg-muted px-1.5 py-0.5 font-mono text-xs whitespace-nowrap'

/** The keys of the inbox. */
export function KeysDialog({ onClose }: { onClose(): void }) {
  return (
    <Dialog open onOpenChange={(isOpen) => (isOpen ? undefined : onClose())}>
      <DialogContent className="max-h-[90dvh] overflow-y-auto">
        <DialogHeader>
          <DialogTitle>Keyboard</DialogTitle>
          <DialogDescription>
            They work outside of text fields. Single letters are switched off under Settings →
            Profile.
          </DialogDescription>
        </DialogHeader>
        <dl className="grid grid-cols-[auto_1fr] items-baseline gap-x-4 gap-y-2 text-sm">
          {inboxKeys.map(({ keys, does }) => (
            <div key={keys} className="contents">
              <dt>
                <kbd className={keyClass}>{keys}</kbd>
              </dt>
              <dd>{does}</dd>
            </div>
          ))}
        </dl>
      </DialogContent>
    </Dialog>
  )
}
