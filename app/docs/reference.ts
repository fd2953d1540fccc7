import type { OpenApi } from '../../components/docs/open-api.ts'
import { readReference } from '#lib/http/endpoints'

/**
 * What the reference is drawn from; its address is known when the service runs, not when it is
 * built.
 */
export const reference = (): OpenApi => readReference() as unknown as OpenApi
