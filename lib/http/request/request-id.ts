import { newId } from '#lib/ids'

const pattern = /^[\w.-]{8,128}$/

/** The request id that the caller gave when it is safe to log, else a new one. */
export function requestIdOf(request: Request): string {
  const given = request.headers.get('x-request-id')
  return given !== null && pattern.test(given) ? given : newId()
}
