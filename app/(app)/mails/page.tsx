import type { Metadata } from 'next'
import { MailsPage } from '#components/mails/mails-page'
import { requireActor } from '#lib/auth/session'

export const metadata: Metadata = { title: 'Mails' }

export default async function Page() {
  await requireActor()
  return <MailsPage />
}
