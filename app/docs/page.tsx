import type { Metadata } from 'next'
import { DocsOverview } from '#components/docs/docs-pages'
import { reference } from './reference.ts'

export const metadata: Metadata = { title: 'API reference' }
export const dynamic = 'force-dynamic'

export default async function DocsPage() {
  return <DocsOverview document={await reference()} />
}
