import type { Metadata } from 'next'
import { ConnectionsPage } from '#components/connections/connections-page'
import { isAllowed } from '#lib/auth/permissions'
import { requireActor } from '#lib/auth/session'

export const metadata: Metadata = { title: 'Connections' }

export default async function Page() {
  const actor = await requireActor()
  return <ConnectionsPage canManage={isAllowed(actor.role, 'connections:manage')} />
}
