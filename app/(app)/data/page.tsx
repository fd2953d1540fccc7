import type { Metadata } from 'next'
import { DataPage } from '#components/data/data-page'
import { can } from '#lib/auth/actor'
import { requireActor } from '#lib/auth/session'

export const metadata: Metadata = { title: 'Data' }

export default async function Page() {
  const actor = await requireActor()
  return (
    <DataPage
      canRun={can(actor, 'sql:run')}
      canManage={can(actor, 'settings:manage')}
      canReadAudit={can(actor, 'audit:read')}
    />
  )
}
