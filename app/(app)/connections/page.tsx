import type { Metadata } from 'next'
import { ConnectionsPage } from '#components/connections/connections-page'
import { can } from '#lib/auth/actor'
import { requireActor } from '#lib/auth/session'
import { queryOf } from '#components/shared/loading/queries'
import { allOf } from '#components/shared/loading/all-of'
import {
  listConnectionsContract,
  listConnectionKindsContract,
} from '#lib/contracts/integrations/connections'
import { Prefilled } from '../prefilled.tsx'

export const metadata: Metadata = { title: 'Connections' }

export default async function Page() {
  const actor = await requireActor()
  return (
    <Prefilled reads={[queryOf(listConnectionKindsContract), allOf(listConnectionsContract)]}>
      <ConnectionsPage canManage={can(actor, 'connections:manage')} />
    </Prefilled>
  )
}
