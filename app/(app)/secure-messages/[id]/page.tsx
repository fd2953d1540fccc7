import type { Metadata } from 'next'
import { SentMessagePage } from '#components/secure-messages/sent-message-page'
import { requireActor } from '#lib/auth/session'

export const metadata: Metadata = { title: 'Encrypted mail' }

export default async function Page({ params }: { params: Promise<{ id: string }> }) {
  const actor = await requireActor()
  const { id } = await params
  return <SentMessagePage id={id} maySend={actor.permissions.has('secure-messages:send')} />
}
