import type { Metadata } from 'next'
import { SecureMessagesPage } from '#components/secure-messages/secure-messages-page'
import { requireActor } from '#lib/auth/session'

export const metadata: Metadata = { title: 'Encrypted mails' }

export default async function Page() {
  const actor = await requireActor()
  return <SecureMessagesPage maySend={actor.permissions.has('secure-messages:send')} />
}
