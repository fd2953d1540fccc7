'use client'

import {
  Dialog,
  DialogContent,
  DialogDescription,
  DialogHeader,
  DialogTitle,
} from '#components/ui/overlay/dialog'
import { shortcuts } from './shortcuts.ts'

const keyClass = 'rounded border bg-muted px-1.5 py-0.5 font-mono text-xs whitespace-nowrap'

/** The keys of the editor. */
export function ShortcutsDialog({
  open,
  onOpenChange,
}: {
  open: boolean
  onOpenChange(open: boolean): void
}) {
  const mac = typeof navigator !== 'undefined' && /Mac|iPhone|iPad/.test(navigator.userAgent)
  return (
    <Dialog open={open} onOpenChange={onOpenChange}>
      <DialogContent className="max-h-[90dvh] overflow-y-auto">
        <DialogHeader>
          <DialogTitle>Keyboard</DialogTitle>
          <DialogDescription>
            They work outside of text fields. Tab goes through the steps and their connections.
          </DialogDescription>
        </DialogHeader>
        <dl className="grid grid-cols-[auto_1fr] items-baseline gap-x-4 gap-y-2 text-sm">
          {shortcuts.map(({ keys, does }) => (
            <div key={keys} className="contents">
              <dt>
                <kbd className={keyClass}>{keys.replaceAll('Mod', mac ? '⌘' : 'Ctrl')}</kbd>
              </dt>
              <dd>{does}</dd>
            </div>
          ))}
        </dl>
      </DialogContent>
    </Dialog>
  )
}
