import type { Metadata } from 'next'
import { MemberPage } from '#components/settings/member/member-page'
import { requireActor } from '#lib/auth/session'

export const metadata: Metadata = { title: 'Member' }

export default async function Page({ params }: { params: Promise<{ id: string }> }) {
  const actor = await requireActor()
  const { id } = await params
  return <MemberPage id={id} permissions={[...actor.permissions]} />
}
