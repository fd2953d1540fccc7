import type { Metadata } from 'next'
import { queryOf } from '#components/shared/loading/queries'
import { GalleryPage } from '#components/workflows/gallery/gallery-page'
import { requireActor } from '#lib/auth/session'
import { listGalleryContract } from '#lib/contracts/workflows/gallery'
import { Prefilled } from '../../prefilled.tsx'

export const metadata: Metadata = { title: 'Gallery' }

export default async function Page() {
  await requireActor()
  return (
    <Prefilled reads={[queryOf(listGalleryContract)]}>
      <GalleryPage />
    </Prefilled>
  )
}
