'use client'

import {
  Sheet,
  SheetContent,
  SheetDescription,
  SheetHeader,
  SheetTitle,
} from '#components/ui/overlay/sheet'
import type { Membership } from '#lib/contracts/organization/memberships'
import { NavLinks } from './nav-links.tsx'
import { Organization } from './organization.tsx'
import { UserMenu, type ShellUser } from './user-menu.tsx'

export type Who = {
  organizationName: string
  memberships: Membership[]
  isOneOfCells: boolean
  user: ShellUser
}
type Props = Who & { open: boolean; onOpenChange(open: boolean): void }

/** The navigation of narrow screens. */
export function NarrowMenu({ organizationName, user, open, onOpenChange, ...of }: Props) {
  return (
    <Sheet open={open} onOpenChange={onOpenChange}>
      <SheetContent side="left" className="bg-sidebar">
        <SheetHeader>
          <SheetTitle>Rounds</SheetTitle>
          <SheetDescription className="sr-only">The pages of {organizationName}</SheetDescription>
          <Organization name={organizationName} {...of} />
        </SheetHeader>
        <NavLinks permissions={user.permissions} onNavigate={() => onOpenChange(false)} />
        <div className="mt-auto">
          <UserMenu user={user} />
        </div>
      </SheetContent>
    </Sheet>
  )
}
