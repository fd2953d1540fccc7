import { runSql } from '#lib/org-database/run-sql'
import { refuseInSandbox } from '#lib/integrations/outbound/refuse-in-sandbox'
import { parseExactJson } from '#lib/domain/exact-json'
import { builtInPlace, placeOf } from './database-targets.ts'

type Statement = {
  query: string
  params: unknown[]
  database: 'built-in' | 'outside'
  readOnly: boolean
  signal: AbortSignal
}
type Rows = { rows: Record<string, unknown>[]; rowCount: number | null }
type Refusal = { message: string; code: string; position: number | null; hint: string | null }

/**
 * Runs a statement of a workflow's step for the organization. Throws ApiError `unavailable` or
 * `rate_limited`.
 */
export async function runStepStatement(
  organizationId: string,
  { query, params, database, readOnly, signal }: Statement,
): Promise<Rows | { error: Refusal }> {
  if (database === 'outside') refuseInSandbox('The outside database is not a sandbox.')
  if (!readOnly) refuseInSandbox('The organization’s database is not a sandbox to write to.')
  // Every member sees a step's output: so it may read only what every member may read, whoever
  // published the workflow or started the run.
  const { target, watchdogUrl } =
    database === 'built-in'
      ? await builtInPlace(organizationId, 'tasks')
      : await placeOf(organizationId)
  const { json } = await runSql(
    target,
    { query, params, arrayMode: false, readOnly },
    { organizationId, watchdogUrl, signal },
  )
  return parseExactJson(json) as Rows | { error: Refusal }
}
