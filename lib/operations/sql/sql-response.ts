import type { StatementResult } from '#lib/org-database/statement-result'

/**
 * The answer as the runner wrote it. Not parsed and written again: a JSON reader would round
 * numbers, and ten megabytes would cost seconds.
 */
export function sqlResponse({ json }: StatementResult): Response {
  return new Response(json, {
    headers: { 'content-type': 'application/json', 'cache-control': 'no-store' },
  })
}
