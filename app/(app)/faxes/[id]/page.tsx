import type { Metadata } from 'next'
import { FaxPage } from '#components/faxes/fax-page'
import { requireActor } from '#lib/auth/session'

export const metadata: Metadata = { title: 'Fax' }

export default async function Page({ params }: { params: Promise<{ id: string }> }) {
  await requireActor()
  const { id } = await params
  return <FaxPage id={id} />
}
