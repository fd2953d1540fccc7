import { ApiError } from '#lib/domain/api-error'
import { organizationHeader, personHeader } from '#lib/domain/page-headers'
import type { Actor } from './actor.ts'
import { actorOfApiKey } from './api-key.ts'
import { readCookie } from './read-cookie.ts'
import { requireOwnOrigin } from './request-origin.ts'
import { sessionOfCookie } from './session-actor.ts'
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
    [...url.searchParams.values()].some((value) => /^rk_(live|test)_/.test(value))
  if (found)
    throw unauthorized(
      'An API key may not stand in the address. Send it as a header: Authorization: Bearer <key>.',
    )
}

/** A page names its person: what one typed is never saved for somebody who signed in since. */
function requireSamePerson(request: Request, { id }: Actor): void {
  const meant = request.headers.get(personHeader)
  if (!meant || meant === id) return
  const message =
    'Somebody else has signed in at this browser. Reload this page; nothing was changed.'
  throw new ApiError('conflict', message, { reason: 'person_changed' })
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
 * ApiError 401 without a live credential, 403 for a write with a cookie from another site, 423 while
 * the session is locked.
 */
export async function authenticate(
  request: Request,
  usedFor = 'API',
  { whileLocked = false }: { whileLocked?: boolean | undefined } = {},
): Promise<Actor> {
  refuseKeyInAddress(new URL(request.url))
  const authorization = request.headers.get('authorization')
  if (authorization !== null) {
    const key = /^Bearer +(\S{1,512})$/i.exec(authorization)?.[1]
    if (!key) throw unauthorized('The Authorization header must be: Bearer <API key>.')
    const actor = await actorOfApiKey(key, { usedFor, agent: request.headers.get('user-agent') })
    if (!actor)
      throw unauthorized(
        'This API key does not exist or was deleted. Create one under Settings → API keys.',
      )
    return actor
  }
  const cookie = readCookie(request.headers.get('cookie'), sessionCookieName())
  if (!cookie) throw unauthorized('Sign in, or send an API key as Authorization: Bearer <key>.')
  requireOwnOrigin(request)
  const session = await sessionOfCookie(cookie)
  if (!session) throw unauthorized('Your session has ended. Sign in again.')
  requireSamePerson(request, session.actor)
  if (session.state === 'locked' && !whileLocked)
    throw new ApiError(
      'session_locked',
      'Your session is locked. Give your password to go on; nothing was changed.',
    )
  requireSameOrganization(request, session.actor)
  return session.actor
}
