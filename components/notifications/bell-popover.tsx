'use client'

import type { RefObject } from 'react'
import { Popover, PopoverAnchor, PopoverContent } from '#components/ui/overlay/popover'
import { NotificationList } from './notification-list.tsx'

type Props = {
  open: boolean
  onOpenChange(open: boolean): void
  side: 'right' | 'bottom'
  /** The button that opens and closes it. */
  bell: RefObject<HTMLButtonElement | null>
}

/** The list of notifications, beside the bell. */
export function BellPopover({ open, onOpenChange, side, bell }: Props) {
  return (
    <Popover open={open} onOpenChange={onOpenChange}>
      <PopoverAnchor virtualRef={bell as RefObject<HTMLButtonElement>} />
      <PopoverContent
        side={side}
        align="start"
        collisionPadding={8}
        aria-label="Notifications"
        className="max-h-[min(36rem,80dvh)] w-[min(24rem,calc(100vw-1rem))] overflow-y-auto p-0"
        // The bell closes it by itself, and has the focus afterwards.
        onInteractOutside={(event) => {
          if (bell.current?.contains(event.target as Node)) event.preventDefault()
        }}
        onCloseAutoFocus={(event) => {
          event.preventDefault()
          bell.current?.focus()
        }}
      >
        <NotificationList onLeave={() => onOpenChange(false)} />
      </PopoverContent>
    </Popover>
  )
}
