import { offeredToPages } from '#lib/http/page-reads'
import type { OpenApi } from '../../components/docs/open-api.ts'

/**
 * The document of the reference page; the service knows its address when it runs, not when it is
 * built. It is that of the API of this process: the pages load no second one.
 */
export async function reference(): Promise<OpenApi> {
  const read = offeredToPages()?.reference ?? (await import('#lib/http/endpoints')).readReference
  return read() as OpenApi
}
