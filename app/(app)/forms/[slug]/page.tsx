import type { Metadata } from 'next'
import { MemberFormPage } from '#components/forms/member-form-page'
import { requireActor } from '#lib/auth/session'
import { queryOf } from '#components/shared/loading/queries'
import { getFormContract } from '#lib/contracts/workflows/forms'
import { Prefilled } from '../../prefilled.tsx'

export const metadata: Metadata = { title: 'Form' }

export default async function Page({ params }: { params: Promise<{ slug: string }> }) {
  await requireActor()
  const { slug } = await params
  return (
    <Prefilled reads={[queryOf(getFormContract, { params: { slug } })]}>
      <MemberFormPage slug={slug} />
    </Prefilled>
  )
}
