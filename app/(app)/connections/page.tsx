import type { Metadata } from 'next'
import { ConnectionsPage } from '#components/connections/connections-page'
import { can } from '#lib/auth/actor'
import { requireActor } from '#lib/auth/session'

export const metadata: Metadata = { title: 'Connections' }

export default async function Page() {
  const actor = await requireActor()
  return <ConnectionsPage canManage={can(actor, 'connections:manage')} />
}
