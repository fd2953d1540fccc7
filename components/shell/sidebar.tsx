'use client'

import { PanelLeftCloseIcon, PanelLeftOpenIcon } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#components/ui/input/button'
import { cn } from '#components/ui/cn'
import type { Membership } from '#lib/contracts/organization/memberships'
import { Bell } from '#components/notifications/bell'
import { Logo } from './logo.tsx'
import { NavLinks } from './nav-links.tsx'
import { Organization } from './organization.tsx'
import { UserMenu } from './menus-at-touch.ts'
import { sidebarCookie } from './sidebar-cookie.ts'
import type { ShellUser } from './user-menu.tsx'

type Props = {
  organizationName: string
  memberships: Membership[]
  user: ShellUser
  startCollapsed: boolean
}

/**
 * The navigation of wide screens; on tablets tables need the room (NarrowHeader). A cookie stores whether it is collapsed, so that the server draws
 * it as the person left it.
 */
export function Sidebar({ organizationName, memberships, user, startCollapsed }: Props) {
  const [collapsed, setCollapsed] = useState(startCollapsed)
  const toggle = () => {
    const next = !collapsed
    setCollapsed(next)
    document.cookie = `${sidebarCookie}=${next ? 'collapsed' : 'open'}; path=/; max-age=31536000; samesite=lax`
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
          {collapsed ? null : <Organization name={organizationName} memberships={memberships} />}
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
