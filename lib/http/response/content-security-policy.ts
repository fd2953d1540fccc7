/**
 * The Content-Security-Policy of a page. Scripts run only with this answer's nonce; nothing is
 * loaded from elsewhere and no site may frame us. `unsafe-eval` is for AJV, which compiles a form's
 * JSON Schema to a function in the browser; it lets no script in by itself. Styles are inline in
 * React Flow, Recharts and Radix, so they are allowed inline.
 */
export function contentSecurityPolicy(nonce: string, development: boolean): string {
  return [
    `default-src 'self'`,
    `script-src 'self' 'nonce-${nonce}' 'strict-dynamic' 'unsafe-eval'`,
    `style-src 'self' 'unsafe-inline'`,
    `img-src 'self' data: blob:`,
    `font-src 'self' data:`,
    // The development server tells the page of changes over a WebSocket.
    development ? `connect-src 'self' ws:` : `connect-src 'self'`,
    `worker-src 'self' blob:`,
    `object-src 'none'`,
    `base-uri 'self'`,
    `form-action 'self'`,
    `frame-ancestors 'none'`,
  ].join('; ')
}
