import type { Metadata } from 'next'
import { VersionsPage } from '#components/editor/changes/versions-page'
import { queryOf } from '#components/shared/loading/queries'
import { requireActor } from '#lib/auth/session'
import { listVersionsContract, readWorkflowContract } from '#lib/contracts/workflows/workflows'
import { Prefilled } from '../../../prefilled.tsx'

export const metadata: Metadata = { title: 'Versions' }

export default async function Page({ params }: { params: Promise<{ id: string }> }) {
  await requireActor()
  const { id } = await params
  const reads = [
    queryOf(readWorkflowContract, { params: { id } }),
    queryOf(listVersionsContract, { params: { id }, query: { limit: 100 } }),
  ]
  return (
    <Prefilled reads={reads}>
      <VersionsPage id={id} />
    </Prefilled>
  )
}
