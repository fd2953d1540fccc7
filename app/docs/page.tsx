import type { Metadata } from 'next'
import { ApiReference } from '#components/docs/api-reference'
import type { OpenApi } from '../../components/docs/open-api.ts'
import { env } from '#lib/env'
import { openApiDocument } from '#lib/http/openapi'

export const metadata: Metadata = { title: 'API reference' }
/** The address of the service is known when it runs, not when it is built. */
export const dynamic = 'force-dynamic'

export default function DocsPage() {
  return <ApiReference document={openApiDocument(env().BASE_URL) as unknown as OpenApi} />
}
