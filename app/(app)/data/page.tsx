import type { Metadata } from 'next'
import { DataPage } from '#components/data/data-page'
import { can } from '#lib/auth/actor'
import { requireActor } from '#lib/auth/session'
import { queryOf } from '#components/shared/loading/queries'
import { getSqlSettingsContract } from '#lib/contracts/data/sql'
import { Prefilled } from '../prefilled.tsx'

export const metadata: Metadata = { title: 'Data' }

export default async function Page() {
  const actor = await requireActor()
  return (
    <Prefilled reads={can(actor, 'sql:run') ? [queryOf(getSqlSettingsContract)] : []}>
      <DataPage
        canRun={can(actor, 'sql:run')}
        canManage={can(actor, 'settings:manage')}
        canReadAudit={can(actor, 'audit:read')}
      />
    </Prefilled>
  )
}
