import type { Metadata } from 'next'
import { DataPage } from '#components/data/data-page'
import { isAllowed } from '#lib/auth/permissions'
import { requireActor } from '#lib/auth/session'

export const metadata: Metadata = { title: 'Data' }

export default async function Page() {
  const { role } = await requireActor()
  return (
    <DataPage
      canRun={isAllowed(role, 'sql:run')}
      canManage={isAllowed(role, 'settings:manage')}
      canReadAudit={isAllowed(role, 'audit:read')}
    />
  )
}
