import type { Metadata } from 'next'
import { MemberPage } from '#components/settings/member/member-page'
import { requireActor } from '#lib/auth/session'
import { Prefilled } from '../../../prefilled.tsx'
import { readsOfMember } from '../reads-of-member.ts'

export const metadata: Metadata = { title: 'Member' }

export default async function Page({ params }: { params: Promise<{ id: string }> }) {
  const actor = await requireActor()
  const { id } = await params
  return (
    <Prefilled reads={readsOfMember(id, actor)}>
      <MemberPage id={id} permissions={[...actor.permissions]} />
    </Prefilled>
  )
}
