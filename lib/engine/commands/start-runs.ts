import { inOneTrip, type Prepared, type Tx } from '#db/client'
import { runPrepared } from '#db/run-prepared'
import type { RunTrigger } from '#lib/domain/statuses'
import { instantOfId, newId } from '#lib/ids'
import { newTaskColumns, newTaskValues, taskArrays } from '../store/task-arrays.ts'
import { countedIds, queuePositionSql, recordBacklog } from './fairness.ts'
import type { Slot } from './admission.ts'

/** An audit entry that is written by the same statement as its run. */
export type StartAudit = {
  actorKind: string
  actorId: string
  actorName: string
  action: string
  details: object
  requestId: string | null
}

/** A run as `startRuns` writes it. Its fields are the columns that the statement reads by name. */
export type NewRun = {
  id: string
  workflowId: string
  /** When the workflow was named by its slug: the run starts only while the slug is its own. */
  slug: string | null
  /** Null for a test run of a draft. */
  versionId: string | null
  /** The run starts only while its version is the published one. */
  asPublished: boolean
  /** `admitStart` let the run in: pause and limit are not checked again. */
  admitted: boolean
  slot: Slot
  /** JSON of the definition of a test run; as text, because the order of its names counts. */
  draft: string | null
  plannedAt: Date | null
  trigger: RunTrigger
  startedBy: string | null
  startedByUserId: string | null
  title: string | null
  startData: unknown
  startRef: string | null
  retriedFromRunId: string | null
  /** Its first commit writes its tasks, from `first_tasks`. */
  unwritten: boolean
  /** Rows to write with it. */
  tasks: Parameters<typeof taskArrays>[0]
  /** Its place in the queue, when it was counted before. */
  queuePlace: number | null
  /** A run that was executed before it is written: it starts as completed, without a job. */
  end: { output: unknown; activeMs: number } | null
  audit: StartAudit | null
}

/**
 * Why a run was not written. `workflow-changed`: it is gone, its slug or its published version is
 * another; `no-first-tasks`: the transaction that wrote the tasks of its version was rolled back.
 */
type Refusal = 'workflow-changed' | 'paused' | 'limited' | 'no-first-tasks'
export type StartAnswer = { runId: string; refusal: Refusal | null; workflowName: string }

/** Runs of one organization and one priority. */
type Batch = { organizationId: string; priority: number; runs: NewRun[] }

const position = queuePositionSql({
  organizationId: '$2::uuid',
  priority: '$3::integer',
  first: '$4::uuid',
  last: '$5::uuid',
})
const taskColumns = taskArrays([])
const taskParameters = taskColumns.arrays
  .map(({ type }, index) => `$${index + 7}::${type}[]`)
  .join(', ')

/**
 * The runs in `$1`, their tasks (`$6` and on), audit entries and first turns in the queue. Each run
 * has a row in the answer: `refusal` says why it was not written.
 */
const statement: Prepared = {
  name: 'start-runs',
  text: `
  with requested as materialized (
    select * from jsonb_to_recordset($1::jsonb) as row(
      id uuid, index integer, "workflowId" uuid, slug text, "versionId" uuid, "asPublished" boolean,
      admitted boolean, slot text, draft text, "plannedAt" timestamptz, trigger text,
      "startedBy" text, "startedByUserId" uuid, title text, "startData" jsonb, "startRef" text,
      "retriedFromRunId" uuid, unwritten boolean, "queuePlace" integer, "createdAt" timestamptz,
      status text, output jsonb, "activeMs" bigint, "entryId" uuid, "actorKind" text,
      "actorId" text, "actorName" text, action text, details jsonb, "requestId" text)),
  checked as materialized (
    select requested.*, workflows.name as "workflowName", case
      when workflows.id is null or "asPublished" and published_version_id is distinct from "versionId"
        or requested.slug <> workflows.slug then 'workflow-changed'
      when not admitted and paused_at is not null then 'paused'
      when not admitted and concurrency_limit is not null and "versionId" is not null then 'limited'
      when unwritten and not exists (
        select from first_tasks where version_id = "versionId" and position = 0) then 'no-first-tasks'
      end as refusal
    from requested left join workflows on workflows.id = "workflowId"),
  accepted as materialized (select * from checked where refusal is null),
  inserted_runs as (
    insert into runs (id, organization_id, workflow_id, version_id, draft_definition, priority,
      planned_at, trigger, started_by, started_by_user_id, title, start_data, start_ref,
      retried_from_run_id, created_at, status, slot, unwritten, output, active_ms, finished_at)
    select id, $2::uuid, "workflowId", "versionId", draft::json, $3::integer, "plannedAt", trigger,
      "startedBy", "startedByUserId", title, "startData", "startRef", "retriedFromRunId",
      "createdAt", status, slot, unwritten, output, "activeMs",
      case when status = 'completed' then greatest(now(), "createdAt") end
    from accepted),
  inserted_tasks as (
    insert into tasks (${newTaskColumns})
    select ${newTaskValues('run.created_at')}
    from (select id, $2::uuid as organization_id, "createdAt" as created_at from accepted) as run
      join unnest($6::uuid[], ${taskParameters})
        as row(run_id, ${taskColumns.names.join(', ')}) on row.run_id = run.id),
  inserted_entries as (
    insert into audit_entries (id, organization_id, actor_kind, actor_id, actor_name, action,
      object_kind, object_id, details, request_id)
    select "entryId", $2::uuid, "actorKind", "actorId", "actorName", action, 'run', id, details,
      "requestId"
    from accepted where "entryId" is not null),
  waiting as materialized (
    select id, "queuePlace", row_number() over (order by index) - 1 as before
    from accepted where status = 'running'),
  backlog as materialized (
    select case when exists (select from waiting where "queuePlace" is null)
      then ${position.waiting} else 0 end as waiting),
  queued as materialized (
    select enqueue_runs(
      array_agg(id order by before),
      array_agg(coalesce("queuePlace", ${position.place('(backlog.waiting + before)')})::integer
        order by before))
    from waiting, backlog having count(*) > 0)
  select id as "runId", refusal, "workflowName", backlog.waiting,
    (select count(*) from queued)::int as queued
  from checked, backlog`,
}

function statusOf({ end, slot }: NewRun): 'running' | 'suspended' | 'completed' {
  if (end) return 'completed'
  return slot === 'waiting' ? 'suspended' : 'running'
}

function rowOf({ tasks: _tasks, end, audit, ...run }: NewRun, index: number): object {
  return {
    ...run,
    index,
    // The instant of its id, by which lists are ordered and months are told apart.
    createdAt: instantOfId(run.id),
    output: end?.output,
    activeMs: end?.activeMs ?? 0,
    entryId: audit ? newId() : null,
    ...audit,
  }
}

/**
 * Writes new runs, with their first turns in the queue, in one statement: the only writer of runs
 * that are started from outside. It runs inside `tx`; without one it is a transaction of its own,
 * in one round trip. Answers each run in the order given, with the reason when it was refused.
 * Checks neither definitions nor start data: the caller has.
 */
export async function startRuns(
  { organizationId, priority, runs }: Batch,
  tx?: Tx,
): Promise<StartAnswer[]> {
  const rows = runs.map((run, index) => ({ ...rowOf(run, index), status: statusOf(run) }))
  const tasks = runs.flatMap((run) => run.tasks)
  const taskValues = taskArrays(tasks).arrays.map(
    ({ values }) => values as (string | number | null)[],
  )
  const values = [
    JSON.stringify(rows),
    organizationId,
    priority,
    ...countedIds(),
    runs.flatMap((run) => run.tasks.map(() => run.id)),
    ...taskValues,
  ]
  const found = tx
    ? await runPrepared(tx, statement.name, statement.text, values)
    : (await inOneTrip(organizationId, { statement, values }))[0]
  const answers = (found ?? []) as (StartAnswer & { waiting: number })[]
  if (answers[0]) recordBacklog(organizationId, priority, Number(answers[0].waiting))
  const byId = new Map(answers.map((answer) => [answer.runId, answer]))
  return runs.map(({ id }) => {
    const answer = byId.get(id)
    if (!answer) throw new Error(`the start of run ${id} was not answered`)
    return answer
  })
}
