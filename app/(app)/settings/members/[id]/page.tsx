import type { Metadata } from 'next'
import { MemberPage } from '#components/settings/member/member-page'
import { requireActor } from '#lib/auth/session'
import { queryOf } from '#components/shared/loading/queries'
import { getMemberContract } from '#lib/contracts/organization/members'
import { Prefilled } from '../../../prefilled.tsx'

export const metadata: Metadata = { title: 'Member' }

export default async function Page({ params }: { params: Promise<{ id: string }> }) {
  const actor = await requireActor()
  const { id } = await params
  return (
    <Prefilled reads={[queryOf(getMemberContract, { params: { id } })]}>
      <MemberPage id={id} permissions={[...actor.permissions]} />
    </Prefilled>
  )
}
