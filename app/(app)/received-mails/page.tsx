import type { Metadata } from 'next'
import { ReceivedMailsPage } from '#components/received-mails/received-mails-page'
import { requireActor } from '#lib/auth/session'
import { pagesOf } from '#components/shared/loading/queries'
import { listReceivedMailsContract } from '#lib/contracts/runs/received-mails'
import { Prefilled } from '../prefilled.tsx'

export const metadata: Metadata = { title: 'Received mail' }

type Search = { searchParams: Promise<Record<string, string | string[] | undefined>> }

export default async function Page({ searchParams }: Search) {
  await requireActor()
  const { run } = await searchParams
  const runId = typeof run === 'string' ? run : undefined
  return (
    <Prefilled reads={[pagesOf(listReceivedMailsContract, { query: { runId } })]}>
      <ReceivedMailsPage runId={runId} />
    </Prefilled>
  )
}
