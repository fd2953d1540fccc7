import type { Metadata } from 'next'
import { ReceivedMailPage } from '#components/received-mails/received-mail-page'
import { requireActor } from '#lib/auth/session'

export const metadata: Metadata = { title: 'Received mail' }

export default async function Page({ params }: { params: Promise<{ id: string }> }) {
  const actor = await requireActor()
  const { id } = await params
  return <ReceivedMailPage id={id} mayStart={actor.permissions.has('runs:start')} />
}
