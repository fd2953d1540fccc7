import { and, asc, eq, sql, type SQL } from 'drizzle-orm'
import type { Tx } from '#db/client'
import { runs, tasks } from '#db/schema/runs'
import { workflows } from '#db/schema/workflows'
import type { Actor } from '#lib/auth/actor'
import type { UnknownOutcome } from '#lib/contracts/runs/tasks'
import type { Page, PageQuery } from '#lib/domain/page'
import { cursorValue, instantOfMicros, keysetPage, microsOf } from '#lib/operations/keyset'
import { visibleRuns } from '../access/access-sql.ts'
import { defineOperation } from '../define-operation.ts'

/** As the index `tasks_unknown_outcome` has it. */
const isUnknownOutcome = sql`${tasks.status} = 'suspended'
  and ${tasks.state}->>'reason' = 'unknown-outcome'`

const isAfter = ([micros, id]: readonly [string, string]): SQL =>
  sql`(${tasks.createdAt}, ${tasks.id}) > (${instantOfMicros(micros)}, ${id}::uuid)`

function selectTasks(
  tx: Tx,
  actor: Actor,
  after: readonly [string, string] | undefined,
  count: number,
) {
  return tx
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
      micros: microsOf(tasks.createdAt),
    })
    .from(tasks)
    .innerJoin(runs, eq(runs.id, tasks.runId))
    .innerJoin(workflows, eq(workflows.id, runs.workflowId))
    .where(and(isUnknownOutcome, visibleRuns(actor), after && isAfter(after)))
    .orderBy(asc(tasks.createdAt), asc(tasks.id))
    .limit(count)
}

/** Lists tasks with an unknown outcome, which wait for a person's answer, oldest first. */
export const listUnknownOutcomes = defineOperation<PageQuery, Page<UnknownOutcome>>({
  name: 'listUnknownOutcomes',
  permission: 'runs:control',
  async run({ actor, input, tx }) {
    return await keysetPage(input, {
      shape: [cursorValue.micros, cursorValue.uuid],
      rows: (after, count) => selectTasks(tx, actor, after, count),
      keyOf: (row) => [row.micros, row.taskId],
      view: ({ micros: _, error, calledAt, ...row }) => ({
        ...row,
        calledAt: calledAt.toISOString(),
        reason: error?.message ?? 'The process that made the call stopped in the middle of it.',
      }),
    })
  },
})
