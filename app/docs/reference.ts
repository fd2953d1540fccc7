import type { OpenApi } from '../../components/docs/open-api.ts'
import { env } from '#lib/env'
import { openApiDocument } from '#lib/http/openapi'

let kept: OpenApi | undefined

/** What the reference is drawn from. It changes with the version of the program only; its address is known when the service runs, not when it is built. */
export const reference = (): OpenApi => (kept ??= openApiDocument(env().BASE_URL) as unknown as OpenApi)
