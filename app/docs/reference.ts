import type { OpenApi } from '../../components/docs/open-api.ts'
import { env } from '#lib/env'
import { keptOpenApiDocument } from '#lib/http/openapi'

/** What the reference is drawn from; its address is known when the service runs, not when it is built. */
export const reference = (): OpenApi => keptOpenApiDocument(env().BASE_URL) as unknown as OpenApi
