import { ApiError } from '#lib/domain/api-error'
import { env } from '#lib/env'

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Refuses a request with our cookie from another site: every method that writes must have an
 * `Origin` that is this host or BASE_URL. For `Host` only the hosts are compared, because behind a
 * proxy that ends TLS the scheme is http instead of https.
 */
export function requireOwnOrigin(request: Request): void {
  if (safeMethods.has(request.method)) return
  const origin = request.headers.get('origin')
  const host = request.headers.get('host') ?? new URL(request.url).host
  if (origin && URL.canParse(origin)) {
    const url = new URL(origin)
    if (url.origin === new URL(env().BASE_URL).origin) return
    if (url.host === host && (url.protocol === 'http:' || url.protocol === 'https:')) return
  }
  throw new ApiError(
    'forbidden',
    'This request comes from another site. Use the pages of this service, or an API key as ' +
      'Authorization: Bearer.',
    {
      reason: 'foreign_origin',
    },
  )
}
