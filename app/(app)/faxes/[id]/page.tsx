import type { Metadata } from 'next'
import { FaxPage } from '#components/faxes/fax-page'
import { requireActor } from '#lib/auth/session'
import { queryOf } from '#components/shared/loading/queries'
import { getFaxContract } from '#lib/contracts/integrations/faxes'
import { Prefilled } from '../../prefilled.tsx'

export const metadata: Metadata = { title: 'Fax' }

export default async function Page({ params }: { params: Promise<{ id: string }> }) {
  await requireActor()
  const { id } = await params
  return (
    <Prefilled reads={[queryOf(getFaxContract, { params: { faxId: id } })]}>
      <FaxPage id={id} />
    </Prefilled>
  )
}
