import type { Metadata } from 'next'
import { InboxPage } from '#components/inbox/inbox-page'
import { isAllowed } from '#lib/auth/permissions'
import { requireActor } from '#lib/auth/session'

export const metadata: Metadata = { title: 'Inbox' }

export default async function Page() {
  const actor = await requireActor()
  return <InboxPage canControl={isAllowed(actor.role, 'runs:control')} />
}
