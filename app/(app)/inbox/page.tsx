import type { Metadata } from 'next'
import { InboxPage } from '#components/inbox/inbox-page'
import { can } from '#lib/auth/actor'
import { requireActor } from '#lib/auth/session'

export const metadata: Metadata = { title: 'Inbox' }

export default async function Page() {
  const actor = await requireActor()
  return <InboxPage canControl={can(actor, 'runs:control')} />
}
