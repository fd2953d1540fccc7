import type { Metadata } from 'next'
import { PoliciesPage } from '#components/policies/policies-page'
import { can } from '#lib/auth/actor'
import { requireActor } from '#lib/auth/session'

export const metadata: Metadata = { title: 'Policies' }

export default async function Page() {
  const actor = await requireActor()
  return <PoliciesPage canManage={can(actor, 'policies:manage')} />
}
