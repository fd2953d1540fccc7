import type { Metadata } from 'next'
import { FindPage } from '#components/workflows/find/find-page'
import { can } from '#lib/auth/actor'
import { requireActor } from '#lib/auth/session'

export const metadata: Metadata = { title: 'Search inside workflows' }

export default async function Page() {
  const actor = await requireActor()
  return (
    <FindPage
      seesConnections={can(actor, 'connections:read')}
      seesPolicies={can(actor, 'policies:read')}
    />
  )
}
