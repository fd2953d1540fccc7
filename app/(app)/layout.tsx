import { cookies } from 'next/headers'
import type { ReactNode } from 'react'
import { Person } from '#components/storage/person'
import { factorNoticeCookie } from '#components/security/factor-notice-cookie'
import { SecondFactorNotice } from '#components/security/second-factor-notice'
import { AppShell } from '#components/shell/app-shell'
import { PageClock } from '#components/shell/page-clock'
import { sidebarChoice } from '#components/shell/sidebar-cookie'
import { isInstanceAdministrator } from '#lib/operations/instance/is-instance-administrator'
import { SessionGuard } from '#components/session/session-guard'
import { getSession, requireActor } from '#lib/auth/session'
import { endOf } from '#lib/auth/sessions/session-state'
import { pageTime } from '#lib/domain/page-time'
import { getPersonalSettings } from '#lib/operations/inbox-views/personal-settings'
import { isOneOfCells } from '#lib/operations/members/is-one-of-cells'
import { listMemberships } from '#lib/operations/members/list-memberships'
import { daysToSetUpFactor } from '#lib/operations/security/days-to-set-up-factor'
import { getSettings } from '#lib/operations/settings/get-settings'

export default async function SignedInLayout({ children }: { children: ReactNode }) {
  const actor = await requireActor()
  const [{ name, timeZone }, { items: memberships }, isAdministrator, daysLeft, own] =
    await Promise.all([
      getSettings(actor, {}),
      listMemberships(actor, {}),
      isInstanceAdministrator(actor),
      daysToSetUpFactor(actor),
      getPersonalSettings(actor, {}),
    ])
  const now = Date.now()
  Object.assign(pageTime(), { timeZone, now })
  const session = await getSession()
  const kept = await cookies()
  const collapsedAt = sidebarChoice((cookie) => kept.get(cookie)?.value)
  const sessionName = String(session?.times.createdAt.getTime())
  const isNoticeClosed = kept.get(factorNoticeCookie)?.value === sessionName
  return (
    <Person organizationId={actor.organizationId} userId={actor.id}>
      <PageClock timeZone={timeZone} now={now}>
        <AppShell
          organizationName={name}
          memberships={memberships}
          isOneOfCells={isOneOfCells()}
          user={{
            name: actor.name,
            email: actor.email,
            roleName: memberships.find(({ current }) => current)?.roleName ?? actor.role,
            permissions: [...actor.permissions],
            isInstanceAdministrator: isAdministrator,
          }}
          collapsedAt={collapsedAt}
          letterKeys={own.letterKeys}
          notice={
            daysLeft === null || isNoticeClosed ? null : (
              <SecondFactorNotice daysLeft={daysLeft} session={sessionName} />
            )
          }
        >
          {children}
        </AppShell>
      </PageClock>
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
