import type { Metadata } from 'next'
import { FaxesPage } from '#components/faxes/faxes-page'
import { requireActor } from '#lib/auth/session'

export const metadata: Metadata = { title: 'Faxes' }

export default async function Page() {
  await requireActor()
  return <FaxesPage />
}
