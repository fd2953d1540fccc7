import { cookies } from 'next/headers'
import type { ReactNode } from 'react'
import { Person } from '#components/storage/person'
import { AppShell } from '#components/shell/app-shell'
import { sidebarCookie } from '#components/shell/sidebar-cookie'
import { isInstanceAdministrator } from '#lib/operations/instance/is-instance-administrator'
import { SessionGuard } from '#components/session/session-guard'
import { getSession, requireActor } from '#lib/auth/session'
import { endOf } from '#lib/auth/sessions/session-state'
import { listMemberships } from '#lib/operations/members/list-memberships'
import { getSettings } from '#lib/operations/settings/get-settings'

export default async function SignedInLayout({ children }: { children: ReactNode }) {
  const actor = await requireActor()
  const [{ name }, { items: memberships }, isAdministrator] = await Promise.all([
    getSettings(actor, {}),
    listMemberships(actor, {}),
    isInstanceAdministrator(actor),
  ])
  const session = await getSession()
  const startCollapsed = (await cookies()).get(sidebarCookie)?.value === 'collapsed'
  return (
    <Person organizationId={actor.organizationId} userId={actor.id}>
      <AppShell
        organizationName={name}
        memberships={memberships}
        user={{
          name: actor.name,
          email: actor.email,
          role: actor.role,
          permissions: [...actor.permissions],
          isInstanceAdministrator: isAdministrator,
        }}
        startCollapsed={startCollapsed}
      >
        {children}
      </AppShell>
      {session ? (
        <SessionGuard
          personId={actor.id}
          name={actor.name}
          idleMinutes={session.times.idleMinutes}
          endsAt={endOf(session.times).toISOString()}
        />
      ) : null}
    </Person>
  )
}
