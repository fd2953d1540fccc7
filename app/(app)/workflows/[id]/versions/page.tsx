import type { Metadata } from 'next'
import { VersionsPage } from '#components/editor/changes/versions-page'
import { queryOf } from '#components/shared/loading/queries'
import { requireActor } from '#lib/auth/session'
import { readWorkflowContract } from '#lib/contracts/workflows/workflows'
import { Prefilled } from '../../../prefilled.tsx'

export const metadata: Metadata = { title: 'Versions' }

export default async function Page({ params }: { params: Promise<{ id: string }> }) {
  await requireActor()
  const { id } = await params
  return (
    <Prefilled reads={[queryOf(readWorkflowContract, { params: { id } })]}>
      <VersionsPage id={id} />
    </Prefilled>
  )
}
