import { ApiError } from '#lib/domain/api-error'
import { organizationHeader } from '#lib/domain/organization-header'
import type { Actor } from './actor.ts'
import { actorOfApiKey } from './api-key.ts'
import { readCookie } from './read-cookie.ts'
import { requireOwnOrigin } from './request-origin.ts'
import { actorOfSession } from './session-actor.ts'
import { sessionCookieName } from './session-token.ts'

function unauthorized(message: string): ApiError {
  return new ApiError(
    'unauthorized',
    message,
    {},
    { headers: { 'www-authenticate': 'Bearer realm="Rounds"' } },
  )
}

const keyParameters = ['api_key', 'apikey', 'apiKey', 'access_token', 'authorization']

/**
 * An address appears in logs, histories and Referer headers, so a key in one is refused even when
 * it is valid.
 */
function refuseKeyInAddress(url: URL): void {
  const found =
    keyParameters.some((name) => url.searchParams.has(name)) ||
    [...url.searchParams.values()].some((value) => value.startsWith('rk_live_'))
  if (found)
    throw unauthorized(
      'An API key may not stand in the address. Send it as a header: Authorization: Bearer <key>.',
    )
}

/**
 * A page names its organization, because its session may have changed to another one meanwhile.
 * Input for one organization is never saved in another.
 */
function requireSameOrganization(request: Request, { organizationId }: Actor): void {
  const meant = request.headers.get(organizationHeader)
  if (!meant || meant === organizationId) return
  const message =
    'You work in another organization now: you changed it in another tab. Reload this page; ' +
    'nothing was changed.'
  throw new ApiError('conflict', message, { reason: 'organization_changed' })
}

/**
 * Finds the caller: by an API key (`Authorization: Bearer`), else by the session cookie of our own
 * pages. `usedFor` is shown as the last use in the list of keys; it must contain no ids. Throws
 * ApiError 401 without a live credential, 403 for a write with a cookie from another site.
 */
export async function authenticate(request: Request, usedFor = 'API'): Promise<Actor> {
  refuseKeyInAddress(new URL(request.url))
  const authorization = request.headers.get('authorization')
  if (authorization !== null) {
    const key = /^Bearer +(\S{1,512})$/i.exec(authorization)?.[1]
    if (!key) throw unauthorized('The Authorization header must be: Bearer <API key>.')
    const actor = await actorOfApiKey(key, usedFor)
    if (!actor)
      throw unauthorized(
        'This API key does not exist or was deleted. Create one under Settings → API keys.',
      )
    return actor
  }
  const cookie = readCookie(request.headers.get('cookie'), sessionCookieName())
  if (!cookie) throw unauthorized('Sign in, or send an API key as Authorization: Bearer <key>.')
  requireOwnOrigin(request)
  const actor = await actorOfSession(cookie)
  if (!actor) throw unauthorized('Your session has ended. Sign in again.')
  requireSameOrganization(request, actor)
  return actor
}
