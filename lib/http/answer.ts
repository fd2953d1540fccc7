import { answerScim, isScim } from '#lib/scim/server'
import { endpoints } from './endpoints.ts'
import { createRouter } from './router.ts'

const router = createRouter(endpoints)

/**
 * Answers every request to `/api` but those of signing in: the API by its table, and SCIM, whose
 * addresses, errors and content type are those of its RFC.
 */
export const answerApi = async (request: Request): Promise<Response> =>
  isScim(new URL(request.url).pathname) ? await answerScim(request) : await router(request)
