import { runSql } from '#lib/org-database/run-sql'
import { refuseInSandbox } from '#lib/integrations/outbound/refuse-in-sandbox'
import { parseExactJson } from '#lib/domain/exact-json'
import { builtInPlace, placeOf, type Place } from './database-targets.ts'
import { withScopeOfStep } from './with-scope.ts'

type Statement = {
  /** The run of the step. */
  runId: string
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
  { runId, query, params, database, readOnly, signal }: Statement,
): Promise<Rows | { error: Refusal }> {
  if (database === 'outside') refuseInSandbox('The outside database is not a sandbox.')
  if (!readOnly) refuseInSandbox('The organization’s database is not a sandbox to write to.')
  const run = async ({ target, watchdogUrl }: Place, scope: { scope?: string } = {}) => {
    const statement = { query, params, arrayMode: false, readOnly }
    const options = { organizationId, watchdogUrl, signal }
    const { json } = await runSql({ ...target, ...scope }, statement, options)
    return parseExactJson(json) as Rows | { error: Refusal }
  }
  if (database === 'outside') return await run(await placeOf(organizationId))
  // Everybody who sees the run sees a step's output: so it may read only what they all may read,
  // whoever published the workflow or started the run.
  return await withScopeOfStep(organizationId, runId, async (scope) =>
    scope === undefined
      ? await run(await builtInPlace(organizationId, 'tasks'))
      : await run(await builtInPlace(organizationId, 'own'), { scope }),
  )
}
