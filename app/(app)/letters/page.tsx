import type { Metadata } from 'next'
import { LettersPage } from '#components/letters/letters-page'
import { requireActor } from '#lib/auth/session'

export const metadata: Metadata = { title: 'Letters' }

export default async function Page() {
  await requireActor()
  return <LettersPage />
}
