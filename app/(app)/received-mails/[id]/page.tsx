import type { Metadata } from 'next'
import { ReceivedMailPage } from '#components/received-mails/received-mail-page'
import { requireActor } from '#lib/auth/session'
import { queryOf } from '#components/shared/loading/queries'
import { getReceivedMailContract } from '#lib/contracts/runs/received-mails'
import { Prefilled } from '../../prefilled.tsx'

export const metadata: Metadata = { title: 'Received mail' }

export default async function Page({ params }: { params: Promise<{ id: string }> }) {
  const actor = await requireActor()
  const { id } = await params
  return (
    <Prefilled reads={[queryOf(getReceivedMailContract, { params: { id } })]}>
      <ReceivedMailPage id={id} mayStart={actor.permissions.has('runs:start')} />
    </Prefilled>
  )
}
