import { toApiError } from '#lib/http/errors'
import { textResponse } from '#lib/http/response/text-response'
import { ScimError, type ScimType } from './error.ts'
import type { Versioned } from './read.ts'

const own = { 'content-type': 'application/scim+json', 'cache-control': 'no-store' }

export const json = (
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
): Response => textResponse(JSON.stringify(body), status, { ...own, ...headers })

export const noContent = (headers: Record<string, string> = {}): Response =>
  new Response(null, { status: 204, headers: { 'cache-control': 'no-store', ...headers } })

/** 304 when the caller has this version (RFC 9110 §13.1.2). */
export function notModified(request: Request, { version }: Versioned): Response | undefined {
  const known = request.headers.get('if-none-match')?.split(',') ?? []
  const same = known.some((each) => each.trim() === version || each.trim() === '*')
  return same ? new Response(null, { status: 304, headers: { etag: version } }) : undefined
}

/** SQLSTATEs of changes that met; the directory sends them again. */
const codeOf = (error: unknown): unknown => {
  for (let each = error; each instanceof Error; each = each.cause)
    if ('code' in each && typeof each.code === 'string') return each.code
  return undefined
}

/**
 * Any error as SCIM has it. A database that cannot be used is 503: by a 404 the directory would
 * take its people for deleted and make them again.
 */
export function asScimError(thrown: unknown, requestId: string, signal: AbortSignal): ScimError {
  if (thrown instanceof ScimError) return thrown
  const code = codeOf(thrown)
  if (code === '23505')
    return new ScimError(409, 'Another resource has this name already.', 'uniqueness')
  if (code === '40P01' || code === '40001' || code === '55P03')
    return new ScimError(503, 'Another change was in the way. Send it again.', undefined, {
      'retry-after': '1',
    })
  const { statusCode, message, headers } = toApiError(thrown, requestId, signal)
  const kind: ScimType | undefined = statusCode === 400 ? 'invalidSyntax' : undefined
  const again: Record<string, string> = statusCode === 503 ? { 'retry-after': '5' } : {}
  return new ScimError(statusCode, message, kind, { ...again, ...headers })
}

export function failed(error: ScimError, requestId: string): Response {
  return json(error.status, error.body(), { ...error.headers, 'x-request-id': requestId })
}
