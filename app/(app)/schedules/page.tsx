import type { Metadata } from 'next'
import { SchedulesPage } from '#components/schedules/schedules-page'
import { can } from '#lib/auth/actor'
import { requireActor } from '#lib/auth/session'
import { pagesOf } from '#components/shared/loading/queries'
import { listSchedulesContract } from '#lib/contracts/workflows/schedules'
import { Prefilled } from '../prefilled.tsx'

export const metadata: Metadata = { title: 'Schedules' }

export default async function Page() {
  const actor = await requireActor()
  return (
    <Prefilled reads={[pagesOf(listSchedulesContract)]}>
      <SchedulesPage canManage={can(actor, 'schedules:manage')} />
    </Prefilled>
  )
}
