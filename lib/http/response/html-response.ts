/**
 * Whether the caller prefers HTML to JSON: it names `text/html`, and not `application/json` before
 * it (RFC 9110, 12.5.1, without weights).
 */
export function prefersHtml(request: Request): boolean {
  const accepted = (request.headers.get('accept') ?? '').toLowerCase()
  const html = accepted.indexOf('text/html')
  const json = accepted.indexOf('application/json')
  return html >= 0 && (json < 0 || html < json)
}

/**
 * Answers HTML from outside. A browser shows it without running anything and outside our origin.
 */
export function htmlResponse(html: string): Response {
  return new Response(html, {
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'x-content-type-options': 'nosniff',
      'content-security-policy':
        "sandbox; default-src 'none'; img-src https: data:; style-src 'unsafe-inline'",
      'cache-control': 'no-store',
    },
  })
}
