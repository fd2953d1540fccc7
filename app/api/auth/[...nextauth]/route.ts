import NextAuth from 'next-auth'
import type { NextRequest } from 'next/server'
import {
  browserCookieName,
  browserIdOf,
  withBrowserCookie,
} from '#lib/auth/sessions/browser-cookie'
import { invitationCookie } from '#lib/auth/invitation'
import { nextAuthOptions, type Visitor } from '#lib/auth/next-auth'
import { deviceCookieName, knownDeviceSeconds } from '#lib/auth/sign-in/known-device'
import { cookieHeader, pendingCookieName } from '#lib/auth/sign-in/pending-cookie'
import { pendingSeconds } from '#lib/auth/sign-in/pending-sign-ins'
import { clientAddress } from '#lib/client-address'
import { env } from '#lib/env'
import { signInUnavailable } from '#lib/http/response/sign-in-unavailable'

type Context = { params: Promise<{ nextauth: string[] }> }

/**
 * The base address of the answers: the configured one, else (on a developer's machine) that of the
 * request.
 */
function nameAddress(): void {
  const { BASE_URL } = env()
  if (process.env['BASE_URL']) process.env['NEXTAUTH_URL'] ??= BASE_URL
  else process.env['AUTH_TRUST_HOST'] ??= 'true'
}

/**
 * After signing out the browser also drops what pages kept, when their own code did not get to it
 * (Clear-Site-Data, W3C). Not "cookies": it would sign out of every application of the same
 * registrable domain. Not "cache": answers with data are never stored there (`no-store`).
 */
const forgetSite = ['clear-site-data', '"storage"'] as const

/** Adds the cookies that signing in has made, beside those of next-auth. */
function withCookies(response: Response, { knownDevice, pending }: Visitor): Response {
  const cookies = [
    ...(knownDevice ? [cookieHeader(deviceCookieName(), knownDevice, knownDeviceSeconds)] : []),
    ...(pending ? [cookieHeader(pendingCookieName(), pending, pendingSeconds)] : []),
  ]
  if (cookies.length === 0) return response
  const answer = new Response(response.body, response)
  for (const cookie of cookies) answer.headers.append('set-cookie', cookie)
  return answer
}

async function handler(request: NextRequest, context: Context): Promise<Response> {
  nameAddress()
  const visitor: Visitor = {
    address: clientAddress(),
    userAgent: request.headers.get('user-agent'),
    browserId: browserIdOf(request.cookies.get(browserCookieName())?.value),
    invitation: request.cookies.get(invitationCookie)?.value,
    device: request.cookies.get(deviceCookieName())?.value,
  }
  const answer = (await NextAuth(request, context, nextAuthOptions(visitor))) as Response
  // The form reads the reason; the return from single sign-on is redirected to the sign-in page
  // with it.
  const unavailable = visitor.shortage && request.method === 'POST'
  const response = unavailable ? signInUnavailable(visitor.shortage) : answer
  if (visitor.isSignedOut) response.headers.set(...forgetSite)
  return withBrowserCookie(withCookies(response, visitor), visitor)
}

export { handler as GET, handler as POST }
