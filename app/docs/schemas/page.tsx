import type { Metadata } from 'next'
import { DocsSchemas } from '#components/docs/docs-pages'
import { reference } from '../reference.ts'

export const metadata: Metadata = { title: 'Schemas · API reference' }
export const dynamic = 'force-dynamic'

export default async function DocsSchemasPage() {
  return <DocsSchemas document={await reference()} />
}
