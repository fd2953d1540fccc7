import { endpoints } from './endpoints.ts'
import { createRouter } from './router.ts'

const router = createRouter(endpoints)

const isScim = (pathname: string): boolean => /^\/api\/scim(?:\/|$)/i.test(pathname)

/** SCIM's library is loaded by the first request of a directory. */
async function answerScim(request: Request): Promise<Response> {
  const scim = await import('#lib/scim/server')
  return await scim.answerScim(request)
}

/**
 * Answers every request to `/api` but those of signing in: the API by its table, and SCIM, whose
 * addresses, errors and content type are those of its RFC.
 */
export const answerApi = async (request: Request): Promise<Response> =>
  isScim(new URL(request.url).pathname) ? await answerScim(request) : await router(request)
