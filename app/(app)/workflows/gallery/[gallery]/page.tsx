import type { Metadata } from 'next'
import { queryOf } from '#components/shared/loading/queries'
import { GalleryWorkflowPage } from '#components/workflows/gallery/gallery-workflow-page'
import { requireActor } from '#lib/auth/session'
import { getGalleryWorkflowContract } from '#lib/contracts/workflows/gallery'
import { may } from '#lib/domain/access/scope'
import { scopeOf } from '#lib/operations/access/scope-of'
import { inFolder } from '#lib/operations/folders/folder-tree'
import { textsOf } from '../../../texts-of.ts'
import { Prefilled } from '../../../prefilled.tsx'

export const metadata: Metadata = { title: 'Gallery' }

type Props = {
  params: Promise<{ gallery: string }>
  searchParams: Promise<Record<string, string | string[] | undefined>>
}

export default async function Page({ params, searchParams }: Props) {
  const actor = await requireActor()
  const { gallery: id } = await params
  const folder = textsOf(await searchParams, ['folder']).folder || null
  return (
    <Prefilled reads={[queryOf(getGalleryWorkflowContract, { params: { id } })]}>
      <GalleryWorkflowPage
        key={id}
        id={id}
        canCreate={may(scopeOf(actor), 'create', inFolder(folder))}
      />
    </Prefilled>
  )
}
