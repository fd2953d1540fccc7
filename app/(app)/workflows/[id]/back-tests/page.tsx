import type { Metadata } from 'next'
import { BackTestsPage } from '#components/back-tests/back-tests-page'
import { queryOf } from '#components/shared/loading/queries'
import { requireActor } from '#lib/auth/session'
import { listBackTestsContract } from '#lib/contracts/workflows/back-tests'
import { readWorkflowContract } from '#lib/contracts/workflows/workflows'
import { Prefilled } from '../../../prefilled.tsx'

export const metadata: Metadata = { title: 'Back-test' }

export default async function Page({ params }: { params: Promise<{ id: string }> }) {
  await requireActor()
  const { id } = await params
  const reads = [
    queryOf(readWorkflowContract, { params: { id } }),
    queryOf(listBackTestsContract, { params: { id } }),
  ]
  return (
    <Prefilled reads={reads}>
      <BackTestsPage id={id} />
    </Prefilled>
  )
}
