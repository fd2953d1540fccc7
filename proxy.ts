import { randomBytes } from 'node:crypto'
import { NextResponse, type NextRequest } from 'next/server'
import { pagePathHeader } from '#lib/auth/page-path'
import { contentSecurityPolicy } from '#lib/http/response/content-security-policy'

/**
 * Before every page: its Content-Security-Policy, with a nonce that Next gives to the page's
 * scripts, and its own path for the way back from sign-in.
 */
export function proxy(request: NextRequest): NextResponse {
  const nonce = randomBytes(16).toString('base64')
  const development = process.env.NODE_ENV !== 'production'
  const isSharedForm = request.nextUrl.pathname.startsWith('/f/')
  const policy = contentSecurityPolicy(nonce, development, !isSharedForm)
  const headers = new Headers(request.headers)
  headers.set('x-nonce', nonce)
  headers.set('content-security-policy', policy)
  headers.set(pagePathHeader, request.nextUrl.pathname + request.nextUrl.search)
  const response = NextResponse.next({ request: { headers } })
  response.headers.set('content-security-policy', policy)
  return response
}

/** Not before the API: it would hold every upload in memory on its way. */
export const config = { matcher: '/((?!api/|_next/|favicon.ico|icon.svg).*)' }
