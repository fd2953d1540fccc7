import type { Metadata } from 'next'
import { ReceivedMailsPage } from '#components/received-mails/received-mails-page'
import { requireActor } from '#lib/auth/session'

export const metadata: Metadata = { title: 'Received mail' }

type Search = { searchParams: Promise<Record<string, string | string[] | undefined>> }

export default async function Page({ searchParams }: Search) {
  await requireActor()
  const { run } = await searchParams
  return <ReceivedMailsPage runId={typeof run === 'string' ? run : undefined} />
}
