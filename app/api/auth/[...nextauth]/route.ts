import NextAuth from 'next-auth'
import type { NextRequest } from 'next/server'
import { invitationCookie } from '#lib/auth/invitation'
import { nextAuthOptions, type Visitor } from '#lib/auth/next-auth'
import { deviceCookieName, withDeviceCookie } from '#lib/auth/known-device'
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

async function handler(request: NextRequest, context: Context): Promise<Response> {
  nameAddress()
  const visitor: Visitor = {
    address: clientAddress(),
    userAgent: request.headers.get('user-agent'),
    invitation: request.cookies.get(invitationCookie)?.value,
    device: request.cookies.get(deviceCookieName())?.value,
    knownDevice: undefined,
  }
  const answer = (await NextAuth(request, context, nextAuthOptions(visitor))) as Response
  // The form reads the reason; the return from single sign-on is redirected to the sign-in page
  // with it.
  const unavailable = visitor.shortage && request.method === 'POST'
  const response = unavailable ? signInUnavailable(visitor.shortage) : answer
  return withDeviceCookie(response, visitor)
}

export { handler as GET, handler as POST }
