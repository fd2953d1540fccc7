'use client'

import { MenuIcon } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#components/ui/input/button'
import {
  Sheet,
  SheetContent,
  SheetDescription,
  SheetHeader,
  SheetTitle,
  SheetTrigger,
} from '#components/ui/overlay/sheet'
import type { Membership } from '#lib/contracts/organization/memberships'
import { Bell } from '#components/notifications/bell'
import { Logo } from './logo.tsx'
import { OrganizationMenu } from './organization-menu.tsx'
import { NavLinks } from './nav-links.tsx'
import { UserMenu, type ShellUser } from './user-menu.tsx'

type Props = { organizationName: string; memberships: Membership[]; user: ShellUser }

/** The head of narrow screens, with the navigation behind a button. */
export function NarrowHeader({ organizationName, memberships, user }: Props) {
  const [open, setOpen] = useState(false)
  return (
    <header
      data-shell
      className="sticky top-0 z-30 flex h-12 items-center gap-2 border-b bg-sidebar px-3 lg:hidden"
    >
      <Sheet open={open} onOpenChange={setOpen}>
        <SheetTrigger asChild>
          <Button variant="ghost" size="icon" aria-label="Open the menu">
            <MenuIcon aria-hidden />
          </Button>
        </SheetTrigger>
        <SheetContent side="left" className="bg-sidebar">
          <SheetHeader>
            <SheetTitle>Rounds</SheetTitle>
            <SheetDescription className="sr-only">The pages of {organizationName}</SheetDescription>
            <OrganizationMenu name={organizationName} memberships={memberships} />
          </SheetHeader>
          <NavLinks permissions={user.permissions} onNavigate={() => setOpen(false)} />
          <div className="mt-auto">
            <UserMenu user={user} />
          </div>
        </SheetContent>
      </Sheet>
      <Logo className="size-5" />
      <span className="min-w-0 flex-1 truncate font-semibold">Rounds</span>
      <Bell side="bottom" />
    </header>
  )
}
