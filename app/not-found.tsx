import type { Metadata } from 'next'
import { PageMissing } from '#components/shell/page-missing'

export const metadata: Metadata = { title: 'Not found' }

export default function NotFound() {
  return (
    <main>
      <PageMissing />
    </main>
  )
}
