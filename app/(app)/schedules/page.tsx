import type { Metadata } from 'next'
import { SchedulesPage } from '#components/schedules/schedules-page'
import { isAllowed } from '#lib/auth/permissions'
import { requireActor } from '#lib/auth/session'

export const metadata: Metadata = { title: 'Schedules' }

export default async function Page() {
  const actor = await requireActor()
  return <SchedulesPage canManage={isAllowed(actor.role, 'schedules:manage')} />
}
