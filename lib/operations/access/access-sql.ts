import { and, eq, sql, type SQL, type SQLWrapper } from 'drizzle-orm'
import type { Tx } from '#db/client'
import { runs, tasks } from '#db/schema/runs'
import { workflows } from '#db/schema/workflows'
import { can, type Actor } from '#lib/auth/actor'
import {
  isSame,
  may,
  namesOf,
  seesWorkflow,
  stepsNamed,
  tabulate,
  unlimited,
  type AccessTable,
  type AccessTest,
} from '#lib/domain/access/scope'
import { ApiError } from '#lib/domain/api-error'
import { runOfTask } from '#lib/engine/store/run-of-task'
import { scopeOf } from './scope-of.ts'

type Place = { id: SQLWrapper; folderId: SQLWrapper }
const place: Place = { id: workflows.id, folderId: workflows.folderId }

const oneOf = (column: SQLWrapper, ids: readonly string[]): SQL =>
  sql`coalesce(${column} = any(${sql.param([...ids])}::uuid[]), false)`

/** A tabulated answer as a condition on workflows; undefined where it is yes for every one. */
export function whereTable(table: AccessTable, { id, folderId }: Place = place): SQL | undefined {
  const { top, otherFolders, granted, denied, only } = table
  if (isSame(table)) return top ? undefined : sql`false`
  const base = sql`${oneOf(folderId, otherFolders)} <> ${top}::boolean`
  const limit = only === null ? sql`` : sql` and ${oneOf(id, only)}`
  return sql`(((${base}) or ${oneOf(id, granted)}) and not ${oneOf(id, denied)}${limit})`
}

const tableOf = (actor: Actor, test: AccessTest): AccessTable => tabulate(scopeOf(actor), test)

/** The workflows that the caller knows of. */
export const visibleWorkflows = (actor: Actor): AccessTable => tableOf(actor, seesWorkflow)

/** The workflows that the caller may start. */
export const startableWorkflows = (actor: Actor): AccessTable =>
  tableOf(actor, (scope, target) => may(scope, 'run', target))

/** Whether the caller sees every run of the organization. */
export const seesAllRuns = (actor: Actor): boolean => runsOfWorkflows(actor) === undefined

/** The runs that the caller sees because of their workflow; undefined: all. */
const runsOfWorkflows = (actor: Actor, at: Place = place): SQL | undefined =>
  whereTable(
    tableOf(actor, (scope, target) => may(scope, 'seeRuns', target)),
    at,
  )

type ScreenColumns = { stepId: SQLWrapper; state: SQLWrapper; workflow: Place }
const screenColumns: ScreenColumns = { stepId: tasks.stepId, state: tasks.state, workflow: place }

/** Screens whose candidates, if any, name the caller; owners need not be named. */
export function chosenScreens(
  actor: Actor,
  { state }: Pick<ScreenColumns, 'state'> = screenColumns,
) {
  if (actor.role === 'owner') return undefined
  const names = sql.param(namesOf(scopeOf(actor).person))
  return sql`(${state}->'candidates' is null
    or jsonb_exists_any(${state}->'candidates', ${names}::text[]))`
}

/** The screens of workflows and steps whose rules let the caller do them; undefined: all. */
export function allowedScreens(actor: Actor, columns = screenColumns): SQL | undefined {
  const scope = scopeOf(actor)
  const everyStep: AccessTest = (of, target) => may(of, { screen: '*' }, target)
  const table = tabulate(scope, everyStep)
  const where = whereTable(table, columns.workflow)
  const free = unlimited(scope)
  const granted: string[] = []
  const denied: string[] = []
  for (const { id, folderId } of actor.book.workflows.values())
    for (const screen of stepsNamed(actor.book, id)) {
      const target = { workflowId: id, folderId }
      const ok = may(free, { screen }, target)
      if (ok !== everyStep(free, target)) (ok ? granted : denied).push(`${id}/${screen}`)
    }
  if (granted.length + denied.length === 0) return where
  const step = sql`${columns.workflow.id}::text || '/' || ${columns.stepId}`
  const among = (list: string[]) => sql`(${step}) = any(${sql.param(list)}::text[])`
  const limit = table.only === null ? sql`` : sql` and ${oneOf(columns.workflow.id, table.only)}`
  return sql`(((${where ?? sql`true`}) or ${among(granted)}) and not ${among(denied)}${limit})`
}

/**
 * What is theirs: the runs that a person started, those with a screen that they worked on, and
 * those with an open screen that they may do; with the run around a loop.
 */
function ownRuns(actor: Actor): SQL {
  const me = actor.personId
  const inRun = sql`select unnest(array[r.id, r.scope_run_id]) from ${tasks} t
    join ${runs} r on r.id = t.run_id join ${workflows} w on w.id = r.workflow_id`
  const columns = {
    stepId: sql`t.step_id`,
    state: sql`t.state`,
    workflow: { id: sql`w.id`, folderId: sql`w.folder_id` },
  }
  const mayDo = and(
    sql`t.status = 'suspended' and t.state->>'reason' = 'screen'`,
    allowedScreens(actor, columns),
    chosenScreens(actor, columns),
  )
  return sql`${runs.id} = any(array(
    select own.id from ${runs} own where own.started_by_user_id = ${me}::uuid
    union all ${inRun} where t.claimed_by = ${me}::uuid
    union all ${inRun} where ${can(actor, 'screens:work')}::boolean and ${mayDo}))`
}

/** The runs that the caller sees, for statements with `runs` and `workflows`; undefined: all. */
export function visibleRuns(actor: Actor): SQL | undefined {
  const ofWorkflows = runsOfWorkflows(actor)
  if (ofWorkflows === undefined) return undefined
  // A key without a person has nothing of its own.
  return actor.personId === null ? ofWorkflows : sql`(${ofWorkflows} or ${ownRuns(actor)})`
}

/** Throws 404 when the caller does not see this run. */
export async function requireRun(tx: Tx, actor: Actor, runId: string): Promise<void> {
  const visible = visibleRuns(actor)
  if (visible === undefined) return
  const [found] = await tx
    .select({ id: runs.id })
    .from(runs)
    .innerJoin(workflows, eq(workflows.id, runs.workflowId))
    .where(and(eq(runs.id, runId), visible))
  if (!found) throw ApiError.notFound('run', runId)
}

/** Throws 404 when the caller does not see the run of this task. */
export async function requireRunOfTask(tx: Tx, actor: Actor, taskId: string): Promise<void> {
  if (seesAllRuns(actor)) return
  const runId = await runOfTask(tx, taskId)
  if (!runId) throw ApiError.notFound('task', taskId)
  await requireRun(tx, actor, runId)
}
