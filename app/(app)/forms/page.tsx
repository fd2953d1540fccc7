import type { Metadata } from 'next'
import { FormsPage } from '#components/forms/forms-page'
import { requireActor } from '#lib/auth/session'

export const metadata: Metadata = { title: 'Forms' }

export default async function Page() {
  await requireActor()
  return <FormsPage />
}
