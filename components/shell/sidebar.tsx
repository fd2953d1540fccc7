'use client'

import { PanelLeftCloseIcon, PanelLeftOpenIcon } from 'lucide-react'
import { useParams, usePathname } from 'next/navigation'
import { useState } from 'react'
import { Button } from '#components/ui/input/button'
import { cn } from '#components/ui/cn'
import type { Membership } from '#lib/contracts/organization/memberships'
import { Bell } from '#components/notifications/bell'
import { Logo } from './logo.tsx'
import { NavLinks } from './nav-links.tsx'
import { Organization } from './organization.tsx'
import { UserMenu } from './menus-at-touch.ts'
import { sidebarCookies, type SidebarChoice } from './sidebar-cookie.ts'
import type { ShellUser } from './user-menu.tsx'

type Props = {
  organizationName: string
  memberships: Membership[]
  isOneOfCells: boolean
  user: ShellUser
  /** Where the person left it collapsed. */
  collapsedAt: SidebarChoice
}

/** Whether the page is the editor, whose canvas needs the room. */
function useIsDrawing(): boolean {
  const { id } = useParams()
  return usePathname() === `/workflows/${String(id)}`
}

/**
 * The navigation of wide screens; on tablets tables need the room (NarrowHeader). Cookies store
 * whether it is collapsed, so that the server draws it as the person left it.
 */
export function Sidebar({ organizationName, user, collapsedAt, ...of }: Props) {
  const [choice, setChoice] = useState(collapsedAt)
  const place = useIsDrawing() ? 'drawing' : 'pages'
  const collapsed = choice[place]
  const toggle = () => {
    const next = !collapsed
    setChoice({ ...choice, [place]: next })
    document.cookie = `${sidebarCookies[place]}=${next ? 'collapsed' : 'open'}; path=/; max-age=31536000; samesite=lax`
  }
  return (
    <aside
      data-shell
      className={cn(
        'sticky top-0 hidden h-dvh shrink-0 flex-col gap-4 border-r bg-sidebar p-2 lg:flex',
        collapsed ? 'w-14' : 'w-56',
      )}
      aria-label="Sidebar"
    >
      <div className={cn('flex items-center gap-2.5 pt-1.5', collapsed ? 'flex-col' : 'pl-2')}>
        <Logo />
        <div className={cn('min-w-0 flex-1 leading-tight', collapsed && 'sr-only')}>
          <p className="font-semibold">Rounds</p>
          {collapsed ? null : <Organization name={organizationName} {...of} />}
        </div>
        <Bell side="right" />
        <Button
          variant="ghost"
          size="icon-sm"
          onClick={toggle}
          aria-expanded={!collapsed}
          aria-label={collapsed ? 'Widen the sidebar' : 'Narrow the sidebar'}
        >
          {collapsed ? <PanelLeftOpenIcon aria-hidden /> : <PanelLeftCloseIcon aria-hidden />}
        </Button>
      </div>
      <div className="min-h-0 flex-1 overflow-y-auto">
        <NavLinks permissions={user.permissions} collapsed={collapsed} />
      </div>
      <div>
        <UserMenu user={user} collapsed={collapsed} />
      </div>
    </aside>
  )
}
