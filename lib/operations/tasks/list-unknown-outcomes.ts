import { and, asc, eq, sql, type SQL } from 'drizzle-orm'
import { runs, tasks } from '#db/schema/runs'
import { workflows } from '#db/schema/workflows'
import type { UnknownOutcome } from '#lib/contracts/tasks'
import type { Page, PageQuery } from '#lib/domain/page'
import { decodeCursor, pageOfRows } from '#lib/operations/keyset'
import { defineOperation } from '../define-operation.ts'

/** As the index `tasks_unknown_outcome` has it. */
const isUnknownOutcome = sql`${tasks.status} = 'suspended' and ${tasks.state}->>'reason' = 'unknown-outcome'`

function after(cursor: string | undefined): SQL | undefined {
  const values = decodeCursor(cursor, [/^\d{1,17}$/, /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/])
  if (!values) return undefined
  const [micros, id] = values
  return sql`(${tasks.createdAt}, ${tasks.id}) > (timestamptz 'epoch' + ${micros}::bigint * interval '1 microsecond', ${id}::uuid)`
}

/**
 * Tasks that wait to be told what became of their call, oldest first: what nobody looks at waits
 * for ever.
 */
export const listUnknownOutcomes = defineOperation<PageQuery, Page<UnknownOutcome>>({
  name: 'listUnknownOutcomes',
  permission: 'runs:read',
  async run({ input, tx }) {
    const rows = await tx
      .select({
        taskId: tasks.id,
        runId: tasks.runId,
        stepId: tasks.stepId,
        stepType: tasks.stepType,
        title: tasks.title,
        workflow: { id: workflows.id, slug: workflows.slug, name: workflows.name },
        calledAt: sql<Date>`coalesce(${tasks.startedAt}, ${tasks.createdAt})`.mapWith(
          tasks.createdAt,
        ),
        error: tasks.error,
        micros: sql<string>`(extract(epoch from ${tasks.createdAt}) * 1000000)::bigint::text`,
      })
      .from(tasks)
      .innerJoin(runs, eq(runs.id, tasks.runId))
      .innerJoin(workflows, eq(workflows.id, runs.workflowId))
      .where(and(isUnknownOutcome, after(input.cursor)))
      .orderBy(asc(tasks.createdAt), asc(tasks.id))
      .limit(input.limit + 1)
    return pageOfRows(
      rows,
      input.limit,
      (row) => [row.micros, row.taskId],
      ({ micros: _, error, calledAt, ...row }) => ({
        ...row,
        calledAt: calledAt.toISOString(),
        reason: error?.message ?? 'The process that made the call stopped in the middle of it.',
      }),
    )
  },
})
