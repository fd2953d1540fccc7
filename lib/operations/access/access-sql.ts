import { and, sql, type SQL, type SQLWrapper } from 'drizzle-orm'
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

/** The same for statements with `workflows`, by its workflow alone; undefined: all. */
export const ofRunsOfWorkflow = (actor: Actor): SQL | undefined => runsOfWorkflows(actor)

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
export function allowedScreens(
  actor: Actor,
  columns: Pick<ScreenColumns, 'stepId' | 'workflow'> = screenColumns,
): SQL | undefined {
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

/** A screen that the person worked on, or an open one that they may do, as `t` of a run of `at`. */
function isTheirTask(actor: Actor, at: Place): SQL {
  const columns = { stepId: sql`t.step_id`, state: sql`t.state`, workflow: at }
  const mayDo = and(isOpen, allowedScreens(actor, columns), chosenScreens(actor, columns))
  const own = sql`t.claimed_by = ${actor.personId}::uuid`
  return can(actor, 'screens:work') ? sql`(${own} or (${mayDo}))` : own
}

/** As the indexes of open screens have it. */
const isOpen = sql`t.status = 'suspended' and t.state->>'reason' = 'screen'`

/**
 * What is theirs: the runs that a person started, those with a screen that they worked on, and
 * those with an open screen that they may do, also in a loop. Asked of each row of `runs`, so for
 * few candidates; `ownRunIds` answers the same as a set.
 */
function isOwnRun(actor: Actor): SQL {
  const isTheirs = isTheirTask(actor, place)
  return sql`(${runs.startedByUserId} = ${actor.personId}::uuid
    or exists (select from ${tasks} t where t.run_id = ${runs.id} and ${isTheirs})
    or exists (select from ${runs} item join ${tasks} t on t.run_id = item.id
      where item.scope_run_id = ${runs.id} and ${isTheirs}))`
}

/** From `low` on, below `high`, the `most` newest. */
type Range = { low?: string | undefined; high?: string | undefined; most?: number | undefined }

/**
 * The same as a select of ids. Each part is one range of an index, so that the newest of them cost
 * the same however many there are.
 */
function ownRunIds(actor: Actor, { low, high, most }: Range = {}): SQL {
  const me = actor.personId
  const within = (column: SQL): SQL =>
    sql`${low === undefined ? sql`` : sql` and ${column} >= ${low}::uuid`}${
      high === undefined ? sql`` : sql` and ${column} < ${high}::uuid`
    }`
  const newest = (column: SQL): SQL =>
    most === undefined ? sql`` : sql` order by ${column} desc limit ${most}`
  const id = sql`own.id`
  const runId = sql`t.run_id`
  const around = sql`item.scope_run_id`
  const inItem = sql`select item.scope_run_id from ${tasks} t join ${runs} item
    on item.id = t.run_id join ${workflows} w on w.id = item.workflow_id
    where item.scope_run_id is not null${within(around)}`
  const parts = [
    sql`select own.id from ${runs} own
      where own.started_by_user_id = ${me}::uuid${within(id)}${newest(id)}`,
    sql`select t.run_id from ${tasks} t
      where t.claimed_by = ${me}::uuid${within(runId)}${newest(runId)}`,
    sql`${inItem} and t.claimed_by = ${me}::uuid`,
  ]
  if (can(actor, 'screens:work')) {
    const at = { id: sql`w.id`, folderId: sql`w.folder_id` }
    const columns = { stepId: sql`t.step_id`, state: sql`t.state`, workflow: at }
    const allowed = allowedScreens(actor, columns)
    const ofRuns = allowed
      ? sql`join ${runs} r on r.id = t.run_id join ${workflows} w on w.id = r.workflow_id`
      : sql``
    const mayDo = and(isOpen, allowed, chosenScreens(actor, columns))
    parts.push(
      sql`select t.run_id from ${tasks} t ${ofRuns}
        where ${mayDo}${within(runId)}${newest(runId)}`,
      // Keys of tasks of items contain a colon.
      sql`${inItem} and t.key like '%:%' and ${mayDo}`,
    )
  }
  const all = sql.join(
    parts.map((part) => sql`(${part})`),
    sql` union `,
  )
  return most === undefined
    ? all
    : sql`select id from (${all}) as own(id) order by id desc limit ${most}`
}

/** Selects of ids: the workflows all of whose runs somebody sees, and further runs. */
export type RunsSeen = { workflows: SQL; runs: SQL }

/** What the caller sees, as sets of ids; the items of a loop come with the run around it. */
export function runsSeenBy(actor: Actor): RunsSeen {
  return {
    workflows: sql`select ${workflows.id} from ${workflows}
      where ${runsOfWorkflows(actor) ?? sql`true`}`,
    runs:
      actor.personId === null
        ? sql`select null::uuid where false`
        : sql`with recursive own(id) as (
            select id from (${ownRunIds(actor)}) as own(id)
            union select item.id from own join ${runs} item on item.parent_run_id = own.id
              where item.loop is not null)
          select id from own`,
  }
}

/**
 * The runs that the caller sees, for statements with `runs` and `workflows` that have few
 * candidates; undefined: all.
 */
export function visibleRuns(actor: Actor): SQL | undefined {
  const ofWorkflows = runsOfWorkflows(actor)
  if (ofWorkflows === undefined) return undefined
  // A key without a person has nothing of its own.
  return actor.personId === null ? ofWorkflows : sql`(${ofWorkflows} or ${isOwnRun(actor)})`
}

/** The same for many candidates, whose ids are within a range; undefined: all. */
export function visibleWithin(actor: Actor, range: Range): SQL | undefined {
  const ofWorkflows = runsOfWorkflows(actor)
  if (ofWorkflows === undefined || actor.personId === null) return ofWorkflows
  return sql`(${ofWorkflows} or ${runs.id} in (${ownRunIds(actor, range)}))`
}

/**
 * The runs of a range of ids that a caller sees who does not see all, for lists: the condition holds
 * for ids from `from` on. Undefined `from`: for the whole range.
 */
export async function visibleRange(
  tx: Tx,
  actor: Actor,
  range: Range & { most: number },
): Promise<{ visible: SQL | undefined; from: string | undefined }> {
  const ofWorkflows = runsOfWorkflows(actor)
  if (ofWorkflows === undefined || actor.personId === null)
    return { visible: ofWorkflows, from: undefined }
  const { rows } = await tx.execute<{ id: string }>(ownRunIds(actor, range))
  const ids = rows.map(({ id }) => id)
  const own = sql`${runs.id} = any(${sql.param(ids)}::uuid[])`
  return {
    visible: sql`(${ofWorkflows} or ${own})`,
    from: ids.length < range.most ? undefined : ids.at(-1),
  }
}

/** The runs of this list that the caller sees. An item of a loop is seen with the run around it. */
export async function visibleAmong(
  tx: Tx,
  actor: Actor,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const visible = visibleRuns(actor)
  // A test key sees the runs of test keys only: the database decides that.
  if (ids.length === 0 || (visible === undefined && !actor.sandbox)) return new Set(ids)
  const asked = sql`any(${sql.param([...ids])}::uuid[])`
  const { rows } = await tx.execute<{ id: string }>(sql`
    with asked as materialized (
      select id, coalesce(scope_run_id, id) as around from ${runs} where id = ${asked})
    select asked.id from asked where asked.around = any(array(
      select ${runs.id} from ${runs} join ${workflows} on ${workflows.id} = ${runs.workflowId}
      where ${runs.id} = any(array(select around from asked)) and ${visible ?? sql`true`}))`)
  return new Set(rows.map(({ id }) => id))
}

/** Throws 404 when the caller does not see this run; `as` is what they asked for. */
export async function requireRun(
  tx: Tx,
  actor: Actor,
  runId: string,
  as: { what: string; id: string } = { what: 'run', id: runId },
): Promise<void> {
  const seen = await visibleAmong(tx, actor, [runId.toLowerCase()])
  if (seen.size === 0) throw ApiError.notFound(as.what, as.id)
}

/** Throws 404 when the caller does not see the run of this task. */
export async function requireRunOfTask(tx: Tx, actor: Actor, taskId: string): Promise<void> {
  if (seesAllRuns(actor)) return
  const runId = await runOfTask(tx, taskId)
  if (!runId) throw ApiError.notFound('task', taskId)
  await requireRun(tx, actor, runId, { what: 'task', id: taskId })
}

/**
 * Rows that belong to no run, or to one that the caller sees, for a column with the run's id;
 * undefined: all.
 */
export function ofVisibleRuns(actor: Actor, runId: SQLWrapper): SQL | undefined {
  const visible = visibleRuns(actor)
  if (visible === undefined) return undefined
  return sql`(${runId} is null or exists (select from ${runs} item
    join ${runs} on ${runs.id} = coalesce(item.scope_run_id, item.id)
    join ${workflows} on ${workflows.id} = ${runs.workflowId}
    where item.id = ${runId} and ${visible}))`
}
