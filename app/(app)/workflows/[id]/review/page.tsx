import type { Metadata } from 'next'
import { ReviewPage } from '#components/approvals/review-page'
import { queryOf } from '#components/shared/loading/queries'
import { requireActor } from '#lib/auth/session'
import { getApprovalContract } from '#lib/contracts/workflows/approvals'
import { readWorkflowContract } from '#lib/contracts/workflows/workflows'
import { Prefilled } from '../../../prefilled.tsx'

export const metadata: Metadata = { title: 'Review' }

export default async function Page({ params }: { params: Promise<{ id: string }> }) {
  await requireActor()
  const { id } = await params
  const reads = [
    queryOf(readWorkflowContract, { params: { id } }),
    queryOf(getApprovalContract, { params: { id } }),
  ]
  return (
    <Prefilled reads={reads}>
      <ReviewPage id={id} />
    </Prefilled>
  )
}
