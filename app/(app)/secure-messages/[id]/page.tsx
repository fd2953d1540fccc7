import type { Metadata } from 'next'
import { SentMessagePage } from '#components/secure-messages/sent-message-page'
import { requireActor } from '#lib/auth/session'
import { queryOf } from '#components/shared/loading/queries'
import { getSecureMessageContract } from '#lib/contracts/runs/secure-messages'
import { Prefilled } from '../../prefilled.tsx'

export const metadata: Metadata = { title: 'Encrypted mail' }

export default async function Page({ params }: { params: Promise<{ id: string }> }) {
  const actor = await requireActor()
  const { id } = await params
  return (
    <Prefilled reads={[queryOf(getSecureMessageContract, { params: { id } })]}>
      <SentMessagePage id={id} maySend={actor.permissions.has('secure-messages:send')} />
    </Prefilled>
  )
}
