import type { Metadata } from 'next'
import { FormsPage } from '#components/forms/forms-page'
import { requireActor } from '#lib/auth/session'
import { pagesOf } from '#components/shared/loading/queries'
import { listFormsContract } from '#lib/contracts/workflows/forms'
import { Prefilled } from '../prefilled.tsx'

export const metadata: Metadata = { title: 'Forms' }

export default async function Page() {
  await requireActor()
  return (
    <Prefilled reads={[pagesOf(listFormsContract)]}>
      <FormsPage />
    </Prefilled>
  )
}
