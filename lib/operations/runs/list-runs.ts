import { and, desc, eq, gte, isNull, lt } from 'drizzle-orm'
import { runs } from '#db/schema/runs'
import { workflows, workflowVersions } from '#db/schema/workflows'
import type { Page, PageQuery } from '#lib/domain/page'
import type { RunSummary } from '#lib/domain/run'
import type { RunStatus, RunTrigger } from '#lib/domain/statuses'
import { firstIdAt } from '#lib/ids'
import { decodeCursor, pageOfRows } from '#lib/operations/keyset'
import { defineOperation } from '../define-operation.ts'
import { getWorkflowOrThrow } from '../workflows/find-workflow.ts'
import { runSummary, runSummaryColumns } from './run-page.ts'
import { found } from './search-condition.ts'

type Filters = PageQuery & {
  workflow?: string | undefined
  status?: RunStatus | undefined
  trigger?: RunTrigger | undefined
  from?: string | undefined
  to?: string | undefined
  q?: string | undefined
  /** `startData.<path>`: the value of that field. */
  [name: string]: unknown
}

/** Where the page before ended: ids sort by the time they were made, across the months that runs are kept in. */
function after(cursor: string | undefined) {
  const [id] = decodeCursor(cursor, [/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/]) ?? []
  return id === undefined ? undefined : lt(runs.id, id)
}

/** Runs, newest first. `q` looks into the values of the start data, `startData.<field>` at one of them. */
export const listRuns = defineOperation<Filters, Page<RunSummary>>({
  name: 'listRuns',
  permission: 'runs:read',
  async run({ input, tx }) {
    const workflow = input.workflow ? await getWorkflowOrThrow(tx, input.workflow) : undefined
    const rows = await tx
      .select(runSummaryColumns)
      .from(runs)
      .innerJoin(workflows, eq(workflows.id, runs.workflowId))
      .leftJoin(workflowVersions, eq(workflowVersions.id, runs.versionId))
      .where(
        and(
          // A run that does some items of a loop is a part of the run around it, and is found there.
          isNull(runs.loop),
          workflow ? eq(runs.workflowId, workflow.id) : undefined,
          input.status ? eq(runs.status, input.status) : undefined,
          input.from ? gte(runs.id, firstIdAt(new Date(input.from))) : undefined,
          input.to ? lt(runs.id, firstIdAt(new Date(new Date(input.to).getTime() + 1))) : undefined,
          input.trigger ? eq(runs.trigger, input.trigger) : undefined,
          found(input),
          after(input.cursor),
        ),
      )
      .orderBy(desc(runs.id))
      .limit(input.limit + 1)
    return pageOfRows(rows, input.limit, (row) => [row.id], runSummary)
  },
})
