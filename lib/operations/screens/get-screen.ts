import { and, eq, sql } from 'drizzle-orm'
import type { Tx } from '#db/client'
import { runs, screenDrafts, tasks } from '#db/schema/runs'
import { workItems } from '#db/schema/work-items'
import { workflows, workflowVersions } from '#db/schema/workflows'
import type { Actor } from '#lib/auth/actor'
import type { ScreenView } from '#lib/contracts/runs/screens'
import { inAuthorsOrder } from '#lib/domain/run/author-order'
import { schemaOfShown } from '#lib/domain/run/schema-of-shown'
import { screenStateSchema, type ScreenState } from '#lib/domain/run/screen-state'
import { ApiError } from '#lib/domain/api-error'
import { definitionOfRun } from '#lib/engine/store/definition-of-run'
import { runOfTask } from '#lib/engine/store/run-of-task'
import { requireScreen } from '../access/require-screen.ts'
import { defineOperation } from '../define-operation.ts'
import { viewOfWork } from './queue/find-items.ts'
import { documentsOf } from './documents-of-screen.ts'
import { around, isAround, screenColumns, workOf } from './screen-columns.ts'
import { changingColumns, changingOf, isScreen } from './screen-state.ts'

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

type Shown = ScreenState['show']
type RunOfScreen = Omit<Parameters<typeof definitionOfRun>[1], 'id'> & {
  runId: string
  stepId: string
  startData: unknown
}

const isObject = (value: unknown): boolean => typeof value === 'object' && value !== null

/**
 * The shown values and the start data, in the order of the workflow's author; the shown ones with
 * what the start form says about them.
 */
async function inOrder(tx: Tx, row: RunOfScreen, show: Shown) {
  const { startData, stepId } = row
  if (!isObject(startData) && show.length === 0) return { show, startData }
  const definition = await definitionOfRun(tx, { ...row, id: row.runId })
  const ordered = (value: unknown, index?: number) =>
    inAuthorsOrder(value, { definition, stepId, index })
  return {
    show: show.map((entry, index) => {
      const schema = schemaOfShown(definition, stepId, index)
      return {
        ...entry,
        value: ordered(entry.value, index),
        ...(schema ? { schema } : {}),
      }
    }),
    startData: ordered(startData),
  }
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
        ...changingColumns,
        scopeRunId: runs.scopeRunId,
        versionId: runs.versionId,
        draftDefinition: runs.draftDefinition,
        startData: sql<unknown>`coalesce(${around.startData}, ${runs.startData})`,
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
      .where(and(eq(tasks.id, input.taskId), eq(tasks.runId, inRun), isScreen))
    if (!row) throw ApiError.notFound('screen', input.taskId)
    await requireScreen(tx, actor, { ...row, id: row.taskId }, { orRun: true })
    const draft = await draftOf(tx, actor, input.taskId)
    const screen = row.status === 'suspended' ? screenStateSchema.parse(row.state) : null
    const ordered = screen && (await inOrder(tx, row, screen.show))
    if (screen && ordered) screen.show = ordered.show
    const { taskId, runId, stepId, title, workflow, priority, openedAt } = row
    return {
      taskId,
      runId,
      stepId,
      title,
      workflow,
      case: row.case,
      priority,
      openedAt,
      ...changingOf(row, actor),
      ...viewOfWork(row.work),
      screen,
      documents: screen ? await documentsOf(tx, actor, { ...row, ...ordered, screen }) : [],
      draft,
      run: { ...row.run, createdAt: row.run.createdAt.toISOString(), version: row.run.version },
    }
  },
})
