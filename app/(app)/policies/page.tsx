import type { Metadata } from 'next'
import { PoliciesPage } from '#components/policies/policies-page'
import { can } from '#lib/auth/actor'
import { requireActor } from '#lib/auth/session'
import { pagesOf } from '#components/shared/loading/queries'
import { listPoliciesContract } from '#lib/contracts/data/policies'
import { Prefilled } from '../prefilled.tsx'

export const metadata: Metadata = { title: 'Policies' }

export default async function Page() {
  const actor = await requireActor()
  return (
    <Prefilled reads={[pagesOf(listPoliciesContract)]}>
      <PoliciesPage canManage={can(actor, 'policies:manage')} />
    </Prefilled>
  )
}
