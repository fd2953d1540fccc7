/**
 * The Content-Security-Policy of a page. Scripts run only with the nonce of this answer, the page
 * loads nothing from other hosts, and no site may frame it. `unsafe-eval` is for zod, which compiles
 * the schemas of answers to functions in the browser; it admits no script by itself, and the page of
 * a shared form goes without (`mayCompile`). React Flow, Recharts and Radix write inline styles, so the
 * policy allows them.
 */
export function contentSecurityPolicy(
  nonce: string,
  development: boolean,
  mayCompile = true,
): string {
  const compile = mayCompile ? " 'unsafe-eval'" : ''
  return [
    `default-src 'self'`,
    `script-src 'self' 'nonce-${nonce}' 'strict-dynamic'${compile}`,
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
