/**
 * The Content-Security-Policy of a page. Scripts run only with the nonce of this answer, the page
 * loads nothing from other hosts, and no site may frame it. `unsafe-eval` is for AJV, which
 * compiles a form's JSON Schema to a function in the browser; it admits no script by itself. React
 * Flow, Recharts and Radix write inline styles, so the policy allows them.
 */
export function contentSecurityPolicy(nonce: string, development: boolean): string {
  return [
    `default-src 'self'`,
    `script-src 'self' 'nonce-${nonce}' 'strict-dynamic' 'unsafe-eval'`,
    `style-src 'self' 'unsafe-inline'`,
    `img-src 'self' data: blob:`,
    `font-src 'self' data:`,
    // The development server reports changes to the page over a WebSocket.
    development ? `connect-src 'self' ws:` : `connect-src 'self'`,
    `worker-src 'self' blob:`,
    `object-src 'none'`,
    `base-uri 'self'`,
    `form-action 'self'`,
    `frame-ancestors 'none'`,
  ].join('; ')
}
