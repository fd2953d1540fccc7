'use client'

import { BellIcon } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { loadCode } from '#components/shared/loading/load-code'
import { Skeleton } from '#components/ui/feedback/skeleton'
import { Button } from '#components/ui/input/button'
import { Popover, PopoverContent, PopoverTrigger } from '#components/ui/overlay/popover'
import { unreadLabel } from './unread-label.ts'
import { useUnread } from './use-unread.ts'

/** Loaded when the bell is first opened. */
const NotificationList = lazy(async () => ({
  default: (await loadCode(() => import('./notification-list.tsx'))).NotificationList,
}))

/** The number of unread notifications, and their list. */
export function Bell({ side }: { side: 'right' | 'bottom' }) {
  const [open, setOpen] = useState(false)
  const unread = useUnread() ?? 0
  const name = unread > 0 ? `Notifications, ${unreadLabel(unread)} unread` : 'Notifications'
  return (
    <Popover open={open} onOpenChange={setOpen}>
      <PopoverTrigger asChild>
        <Button variant="ghost" size="icon-sm" className="relative" aria-label={name}>
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
      </PopoverTrigger>
      <PopoverContent
        side={side}
        align="start"
        collisionPadding={8}
        aria-label="Notifications"
        className="max-h-[min(36rem,80dvh)] w-[min(24rem,calc(100vw-1rem))] overflow-y-auto p-0"
      >
        <Suspense fallback={<Skeleton className="m-4 h-24" />}>
          <NotificationList onLeave={() => setOpen(false)} />
        </Suspense>
      </PopoverContent>
    </Popover>
  )
}
