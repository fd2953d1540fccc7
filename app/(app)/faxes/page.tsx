import type { Metadata } from 'next'
import { FaxesPage } from '#components/faxes/faxes-page'
import { requireActor } from '#lib/auth/session'
import { pagesOf } from '#components/shared/loading/queries'
import { faxFilterNames, queryOfFaxFilters } from '#components/faxes/fax-query'
import { listFaxesContract } from '#lib/contracts/integrations/faxes'
import { textsOf } from '../texts-of.ts'
import { Prefilled } from '../prefilled.tsx'

export const metadata: Metadata = { title: 'Faxes' }

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> }

export default async function Page({ searchParams }: Props) {
  await requireActor()
  const filters = textsOf(await searchParams, faxFilterNames)
  return (
    <Prefilled reads={[pagesOf(listFaxesContract, { query: queryOfFaxFilters(filters) })]}>
      <FaxesPage />
    </Prefilled>
  )
}
