import { deviceCookieName, knownDeviceSeconds, withAccount } from '#lib/auth/sign-in/known-device'
import { readCookie } from '#lib/auth/read-cookie'
import { requireOwnOrigin } from '#lib/auth/request-origin'
import {
  browserCookieName,
  browserIdOf,
  withBrowserCookie,
} from '#lib/auth/sessions/browser-cookie'
import { sealSession, sessionCookieName, sessionSeconds } from '#lib/auth/session-token'
import type { Progress } from '#lib/auth/sign-in/continue-sign-in'
import { cookieHeader, pendingCookieName } from '#lib/auth/sign-in/pending-cookie'
import { pendingSeconds } from '#lib/auth/sign-in/pending-sign-ins'
import type { Joined } from '#lib/contracts/organization/members'

// Options of the endpoints that sign a person in: they read and set its cookies.

type SignedIn = Progress & { email: string }

/** Of requests under way: a browser without a cookie gets one new id, not one at each reading. */
const visitors = new WeakMap<Request, ReturnType<typeof readVisitor>>()

function readVisitor(request: Request) {
  const cookies = request.headers.get('cookie')
  return {
    pending: readCookie(cookies, pendingCookieName()),
    device: deviceOf(request),
    userAgent: request.headers.get('user-agent'),
    browserId: browserIdOf(readCookie(cookies, browserCookieName())),
  }
}

/** The browser of a request. Refuses a request of another site, which would sign it in unasked. */
function visitorOf(request: Request) {
  requireOwnOrigin(request)
  const visitor = visitors.get(request) ?? readVisitor(request)
  visitors.set(request, visitor)
  return visitor
}

/** The body, with the browser that sends it. */
export function signInInput<Body>({ body, request }: { body: Body; request: Request }) {
  return { ...body, visitor: visitorOf(request) }
}

const noStore = { 'content-type': 'application/json', 'cache-control': 'no-store' }

/**
 * Answers how far a sign-in has come. A complete one gets the cookie of its session, and loses that
 * of the pending sign-in; the browser is known from then on.
 */
async function signInProgress(
  signedIn: SignedIn & { recoveryCodes?: string[] },
  { request }: { request: Request },
): Promise<Response> {
  const { recoveryCodes } = signedIn
  const isOver = 'sessionId' in signedIn
  const body = { step: isOver ? null : signedIn.step, ...(recoveryCodes ? { recoveryCodes } : {}) }
  const response = new Response(JSON.stringify(body), { headers: noStore })
  if (!isOver) return response
  const cookies = [
    cookieHeader(sessionCookieName(), await sealSession(signedIn.sessionId), sessionSeconds),
    cookieHeader(
      deviceCookieName(),
      withAccount(deviceOf(request), signedIn.email),
      knownDeviceSeconds,
    ),
    cookieHeader(pendingCookieName(), '', 0),
  ]
  for (const cookie of cookies) response.headers.append('set-cookie', cookie)
  return withBrowserCookie(response, { ...visitorOf(request), isSignedIn: true })
}

export const signInOptions = { input: signInInput, respond: signInProgress }

/** The cookie of known-device.ts. */
export const deviceOf = (request: Request): string | undefined =>
  readCookie(request.headers.get('cookie'), deviceCookieName())

/** Answers an accepted invitation, or gives the browser the sign-in that goes on with a factor. */
export function acceptedOrPending(
  accepted: { joined: Joined } | { pending: string },
  { request }: { request: Request },
) {
  if ('joined' in accepted) return { status: 201 as const, body: accepted.joined }
  requireOwnOrigin(request)
  return {
    status: 202 as const,
    headers: { 'set-cookie': cookieHeader(pendingCookieName(), accepted.pending, pendingSeconds) },
    body: { step: 'second-factor' as const },
  }
}

/** Forgets the sign-in that was given up. */
export function withoutPendingSignIn(): Response {
  const response = new Response(null, { status: 204, headers: { 'cache-control': 'no-store' } })
  response.headers.append('set-cookie', cookieHeader(pendingCookieName(), '', 0))
  return response
}
