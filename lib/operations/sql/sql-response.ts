import type { StatementResult } from '#lib/org-database/statement-result'

/**
 * Responds with the JSON text of the runner. It is not parsed, because a JSON parser would round
 * numbers and ten megabytes would take seconds.
 */
export function sqlResponse({ json }: StatementResult): Response {
  return new Response(json, {
    headers: { 'content-type': 'application/json', 'cache-control': 'no-store' },
  })
}
