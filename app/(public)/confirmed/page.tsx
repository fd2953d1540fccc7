import type { Metadata } from 'next'
import { ConfirmedPage } from '#components/single-sign-on/confirmed-page'
import { getSession } from '#lib/auth/session'

export const metadata: Metadata = { title: 'Confirmed' }

type Search = { error?: string | string[] }

/** Where a tab ends in which a person showed their organization's provider that it is them. */
export default async function Page({ searchParams }: { searchParams: Promise<Search> }) {
  const { error } = await searchParams
  const session = await getSession()
  return (
    <ConfirmedPage
      personId={session?.state === 'open' ? session.actor.id : null}
      error={typeof error === 'string' ? error : undefined}
    />
  )
}
