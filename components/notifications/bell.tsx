'use client'

import { BellIcon } from 'lucide-react'
import { useRef, useState } from 'react'
import { dialogLater } from '#components/shared/loading/dialog-later'
import { Button } from '#components/ui/input/button'
import { unreadLabel } from '#components/shared/display/unread-label'
import { useUnread } from './use-unread.ts'

const BellPopover = dialogLater(async () => (await import('./bell-popover.tsx')).BellPopover)

/** The number of unread notifications, and their list. */
export function Bell({ side }: { side: 'right' | 'bottom' }) {
  const [open, setOpen] = useState(false)
  const bell = useRef<HTMLButtonElement>(null)
  const unread = useUnread() ?? 0
  const name = unread > 0 ? `Notifications, ${unreadLabel(unread)} unread` : 'Notifications'
  return (
    <>
      <Button
        ref={bell}
        variant="ghost"
        size="icon-sm"
        className="relative"
        aria-label={name}
        aria-haspopup="dialog"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      >
        <BellIcon aria-hidden />
        {unread > 0 ? (
          <span
            aria-hidden
            className="absolute -top-1 -right-1 min-w-4 rounded-full bg-primary px-1 text-center text-[0.625rem] leading-4 font-semibold text-primary-foreground tabular-nums"
          >
            {unreadLabel(unread)}
          </span>
        ) : null}
      </Button>
      <BellPopover open={open} onOpenChange={setOpen} side={side} bell={bell} />
    </>
  )
}
