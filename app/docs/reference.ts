import type { OpenApi } from '../../components/docs/open-api.ts'
import { readReference } from '#lib/http/endpoints'

/**
 * The document of the reference page; the service knows its address when it runs, not when it is
 * built.
 */
export const reference = (): OpenApi => readReference() as unknown as OpenApi
