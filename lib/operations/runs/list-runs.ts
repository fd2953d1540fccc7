import { and, desc, eq, gte, lte, sql } from 'drizzle-orm'
import { runs } from '#db/schema/runs'
import { workflows, workflowVersions } from '#db/schema/workflows'
import { ApiError } from '#lib/domain/api-error'
import type { Page, PageQuery } from '#lib/domain/page'
import type { RunSummary } from '#lib/domain/run'
import type { RunStatus } from '#lib/domain/statuses'
import { decodeCursor, pageOfRows } from '#lib/operations/keyset'
import { defineOperation } from '../define-operation.ts'
import { getWorkflowOrThrow } from '../workflows/find-workflow.ts'
import { runSummary, runSummaryColumns } from './run-page.ts'

type Filters = PageQuery & {
  workflow?: string | undefined
  status?: RunStatus | undefined
  from?: string | undefined
  to?: string | undefined
  q?: string | undefined
}

/** The text as an ILIKE pattern that matches it anywhere. */
const containing = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`

/** Where the page before ended: the instant in microseconds, as Postgres keeps it, and the id. */
function after(cursor: string | undefined) {
  const values = decodeCursor(cursor, 2)
  if (!values) return undefined
  const [micros, id] = values as [string, string]
  if (!/^\d{1,17}$/.test(micros) || !/^[0-9a-f-]{36}$/.test(id)) throw ApiError.invalid([{ path: 'cursor', message: 'This cursor is not one of ours. Use nextCursor of the answer before, unchanged.' }])
  return sql`(${runs.createdAt}, ${runs.id}) < (timestamptz 'epoch' + ${micros}::bigint * interval '1 microsecond', ${id}::uuid)`
}

/** Runs, newest first. `q` looks into the values of the start data. */
export const listRuns = defineOperation<Filters, Page<RunSummary>>({
  name: 'listRuns',
  permission: 'runs:read',
  async run({ input, tx }) {
    const workflow = input.workflow ? await getWorkflowOrThrow(tx, input.workflow) : undefined
    const rows = await tx
      .select({ ...runSummaryColumns, micros: sql<string>`(extract(epoch from ${runs.createdAt}) * 1000000)::bigint::text` })
      .from(runs)
      .innerJoin(workflows, eq(workflows.id, runs.workflowId))
      .leftJoin(workflowVersions, eq(workflowVersions.id, runs.versionId))
      .where(
        and(
          workflow ? eq(runs.workflowId, workflow.id) : undefined,
          input.status ? eq(runs.status, input.status) : undefined,
          input.from ? gte(runs.createdAt, new Date(input.from)) : undefined,
          input.to ? lte(runs.createdAt, new Date(input.to)) : undefined,
          input.q
            ? sql`exists (select from jsonb_path_query(${runs.startData}, 'strict $.**') as found(value)
                where jsonb_typeof(value) in ('string', 'number') and value #>> '{}' ilike ${containing(input.q)})`
            : undefined,
          after(input.cursor),
        ),
      )
      .orderBy(desc(runs.createdAt), desc(runs.id))
      .limit(input.limit + 1)
    return pageOfRows(rows, input.limit, (row) => [row.micros, row.id], runSummary)
  },
})
