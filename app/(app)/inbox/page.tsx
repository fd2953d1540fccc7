import type { Metadata } from 'next'
import { InboxPage } from '#components/inbox/inbox-page'
import { requireActor } from '#lib/auth/session'

export const metadata: Metadata = { title: 'Inbox' }

export default async function Page() {
  await requireActor()
  return <InboxPage />
}
