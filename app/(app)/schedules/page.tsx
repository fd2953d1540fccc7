import type { Metadata } from 'next'
import { SchedulesPage } from '#components/schedules/schedules-page'
import { can } from '#lib/auth/actor'
import { requireActor } from '#lib/auth/session'

export const metadata: Metadata = { title: 'Schedules' }

export default async function Page() {
  const actor = await requireActor()
  return <SchedulesPage canManage={can(actor, 'schedules:manage')} />
}
