import type { Metadata } from 'next'
import { MemberFormPage } from '#components/forms/member-form-page'
import { requireActor } from '#lib/auth/session'

export const metadata: Metadata = { title: 'Form' }

export default async function Page({ params }: { params: Promise<{ slug: string }> }) {
  await requireActor()
  const { slug } = await params
  return <MemberFormPage slug={slug} />
}
