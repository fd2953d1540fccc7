import { cookies } from 'next/headers'
import type { ReactNode } from 'react'
import { Person } from '#components/storage/person'
import { AppShell } from '#components/shell/app-shell'
import { sidebarCookie } from '#components/shell/sidebar-cookie'
import { requireActor } from '#lib/auth/session'
import { listMemberships } from '#lib/operations/members/list-memberships'
import { getSettings } from '#lib/operations/settings/get-settings'

export default async function SignedInLayout({ children }: { children: ReactNode }) {
  const actor = await requireActor()
  const [{ name }, { items: memberships }] = await Promise.all([
    getSettings(actor, {}),
    listMemberships(actor, {}),
  ])
  const startCollapsed = (await cookies()).get(sidebarCookie)?.value === 'collapsed'
  return (
    <Person organizationId={actor.organizationId} userId={actor.id}>
      <AppShell
        organizationName={name}
        memberships={memberships}
        user={{ name: actor.name, email: actor.email, role: actor.role }}
        startCollapsed={startCollapsed}
      >
        {children}
      </AppShell>
    </Person>
  )
}
