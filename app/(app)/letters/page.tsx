import type { Metadata } from 'next'
import { LettersPage } from '#components/letters/letters-page'
import { requireActor } from '#lib/auth/session'
import { pagesOf } from '#components/shared/loading/queries'
import { listLettersContract } from '#lib/contracts/integrations/letters'
import { Prefilled } from '../prefilled.tsx'

export const metadata: Metadata = { title: 'Letters' }

export default async function Page() {
  await requireActor()
  return (
    <Prefilled reads={[pagesOf(listLettersContract)]}>
      <LettersPage />
    </Prefilled>
  )
}
