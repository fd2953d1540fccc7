import type { Metadata } from 'next'
import { SecureMessagesPage } from '#components/secure-messages/secure-messages-page'
import { requireActor } from '#lib/auth/session'
import { pagesOf } from '#components/shared/loading/queries'
import { listSecureMessagesContract } from '#lib/contracts/runs/secure-messages'
import { Prefilled } from '../prefilled.tsx'

export const metadata: Metadata = { title: 'Encrypted mails' }

export default async function Page() {
  const actor = await requireActor()
  return (
    <Prefilled reads={[pagesOf(listSecureMessagesContract)]}>
      <SecureMessagesPage maySend={actor.permissions.has('secure-messages:send')} />
    </Prefilled>
  )
}
