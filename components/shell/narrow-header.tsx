'use client'

import { MenuIcon } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#components/ui/input/button'
import { Bell } from '#components/notifications/bell'
import { dialogLater } from '#components/shared/loading/dialog-later'
import { Logo } from './logo.tsx'
import type { Who } from './narrow-menu.tsx'

const NarrowMenu = dialogLater(async () => (await import('./narrow-menu.tsx')).NarrowMenu)

/** The head of narrow screens, with the navigation behind a button. */
export function NarrowHeader(who: Who) {
  const [open, setOpen] = useState(false)
  return (
    <header
      data-shell
      data-header
      className="sticky top-0 z-30 flex h-12 items-center gap-2 border-b bg-sidebar px-3 lg:hidden"
    >
      <Button
        variant="ghost"
        size="icon"
        aria-label="Open the menu"
        aria-haspopup="dialog"
        aria-expanded={open}
        onClick={() => setOpen(true)}
      >
        <MenuIcon aria-hidden />
      </Button>
      <NarrowMenu {...who} open={open} onOpenChange={setOpen} />
      <Logo className="size-5" />
      <span className="min-w-0 flex-1 truncate font-semibold">Rounds</span>
      <Bell side="bottom" />
    </header>
  )
}
