import { and, eq, sql } from 'drizzle-orm'
import type { Tx } from '#db/client'
import { runs, screenDrafts, tasks } from '#db/schema/runs'
import { workItems } from '#db/schema/work-items'
import { workflows, workflowVersions } from '#db/schema/workflows'
import type { Actor } from '#lib/auth/actor'
import type { ScreenView } from '#lib/contracts/runs/screens'
import { screenStateSchema } from '#lib/domain/run/screen-state'
import { ApiError } from '#lib/domain/api-error'
import { runOfTask } from '#lib/engine/store/run-of-task'
import { requireScreen } from '../access/require-screen.ts'
import { defineOperation } from '../define-operation.ts'
import { viewOfWork } from './queue/find-items.ts'
import { around, claimOf, isAround, screenColumns, workOf } from './screen-columns.ts'

/** What the caller typed and did not submit. */
async function draftOf(tx: Tx, actor: Actor, taskId: string): Promise<ScreenView['draft']> {
  if (actor.kind !== 'user') return null
  const [draft] = await tx
    .select()
    .from(screenDrafts)
    .where(and(eq(screenDrafts.taskId, taskId), eq(screenDrafts.userId, actor.id)))
  if (!draft) return null
  return { data: draft.data, savedAt: draft.savedAt.toISOString(), revision: draft.revision }
}

/** Reads a screen with the caller's draft, or how a closed screen ended. */
export const getScreen = defineOperation<{ taskId: string }, ScreenView>({
  name: 'getScreen',
  permission: 'screens:work',
  audit: ({ output }) => ({ action: 'screen.read', objectKind: 'task', objectId: output.taskId }),
  async run({ actor, input, tx }) {
    const inRun = await runOfTask(tx, input.taskId)
    if (!inRun) throw ApiError.notFound('screen', input.taskId)
    const [row] = await tx
      .select({
        ...screenColumns,
        status: tasks.status,
        state: tasks.state,
        completedBy: tasks.completedBy,
        finishedAt: tasks.finishedAt,
        work: workOf,
        run: {
          createdAt: runs.createdAt,
          startedBy: runs.startedBy,
          trigger: runs.trigger,
          version: workflowVersions.number,
        },
      })
      .from(tasks)
      .innerJoin(runs, eq(runs.id, tasks.runId))
      .innerJoin(workflows, eq(workflows.id, runs.workflowId))
      .leftJoin(around, isAround)
      .leftJoin(workItems, eq(workItems.taskId, tasks.id))
      .leftJoin(workflowVersions, eq(workflowVersions.id, runs.versionId))
      .where(
        and(
          eq(tasks.id, input.taskId),
          eq(tasks.runId, inRun),
          sql`${tasks.state}->>'reason' = 'screen'`,
        ),
      )
    if (!row) throw ApiError.notFound('screen', input.taskId)
    await requireScreen(tx, actor, { ...row, id: row.taskId }, { orRun: true })
    const draft = await draftOf(tx, actor, input.taskId)
    const { taskId, runId, stepId, title, workflow, priority, openedAt, status, completedBy } = row
    return {
      taskId,
      runId,
      stepId,
      title,
      workflow,
      case: row.case,
      priority,
      openedAt,
      status,
      completedBy,
      claim: claimOf(row, actor),
      ...viewOfWork(row.work),
      screen: status === 'suspended' ? screenStateSchema.parse(row.state) : null,
      draft,
      run: { ...row.run, createdAt: row.run.createdAt.toISOString(), version: row.run.version },
      finishedAt: row.finishedAt?.toISOString() ?? null,
    }
  },
})
