import type pg from 'pg'
import { inOneTrip, type Prepared, type Tx } from '#db/client'
import { runPrepared } from '#db/run-prepared'
import { insertAuditEntries } from '#db/write-audit'
import type { CaseName } from '#lib/domain/run/case-name'
import type { Failure } from '#lib/domain/run/run'
import type { RunStatus, RunTrigger } from '#lib/domain/statuses'
import { instantOfId, newId } from '#lib/ids'
import type { RunReader, Slot, StartAudit, StartKey } from '../../model/run.ts'
import type { StoredRun } from '../reads/stored-runs.ts'
import { countedIds, queuePositionSql, recordBacklog } from './fairness.ts'
import { sendCommit } from './send-commit.ts'
import { newTaskColumns, newTaskValues, taskArrays } from './task-arrays.ts'

/** A run as `startRuns` writes it. The statement reads its fields as columns by their names. */
export type NewRun = CaseName & {
  id: string
  workflowId: string
  /**
   * Set when the start named the workflow by its slug: the run starts only while the slug is the
   * workflow's.
   */
  slug: string | null
  /** Null for a test run of a draft. */
  versionId: string | null
  /** The run starts only while its version is the published one. */
  asPublished: boolean
  /** `admitStart` admitted the run: pause and limit are not checked again. */
  admitted: boolean
  slot: Slot
  /** JSON of the definition of a test run; as text, because the order of its names counts. */
  draft: string | null
  plannedAt: Date | null
  trigger: RunTrigger
  startedBy: string | null
  startedByUserId: string | null
  /** It reaches sandbox connections only. */
  sandbox: boolean
  startData: unknown
  startRef: string | null
  retriedFromRunId: string | null
  /** Its first commit writes its tasks, from `first_tasks`. */
  unwritten: boolean
  /** Task rows that are written with the run. */
  tasks: Parameters<typeof taskArrays>[0]
  /** Its place in the queue, when the backlog was counted before. */
  queuePlace: number | null
  /** The worker that the run was handed over to: it starts with that lease and without a job. */
  leaseWorker: string | null
  /**
   * How the first turn left a run that was executed before it is written: without lease and job.
   */
  left: { status: RunStatus; output?: unknown; error?: Failure; activeMs: number } | null
  /** The values with which the run was executed; it starts only while they are unchanged. */
  expected: { workflowName: string; timeZone: string } | null
  audit: StartAudit | null
  /** The run starts only when its key is free. */
  key: StartKey | null
}

/**
 * Why a run was not written. `workflow-changed`: the workflow does not exist, has another slug or
 * another published version, or an `expected` value changed. `no-first-tasks`: the transaction that
 * wrote the first tasks of its version was rolled back. `key-taken`: its key is stored already.
 */
export type StartRefusal =
  | 'workflow-changed'
  | 'paused'
  | 'limited'
  | 'no-first-tasks'
  | 'key-taken'
export type StartAnswer = {
  runId: string
  refusal: StartRefusal | null
  workflowName: string
  /** The run, when it has ended and a caller waits to read it. */
  read?: StoredRun | undefined
}

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
 * Inserts the runs in `$1`, their tasks (`$6` and on), audit entries and keys, and queues their first
 * turns. Each run has a row in the answer: `refusal` says why it was not written.
 */
const statement: Prepared = {
  name: 'start-runs',
  text: `
  with requested as materialized (
    select * from jsonb_to_recordset($1::jsonb) as row(
      id uuid, index integer, "workflowId" uuid, slug text, "versionId" uuid, "asPublished" boolean,
      admitted boolean, slot text, draft text, "plannedAt" timestamptz, trigger text,
      "startedBy" text, "startedByUserId" uuid, sandbox boolean, title text,
      subtitle text, "caseColumns" jsonb, "patientKey" text, "startData" jsonb, "startRef" text,
      "retriedFromRunId" uuid, unwritten boolean, "queuePlace" integer, "createdAt" timestamptz,
      status text, output jsonb, error jsonb, "activeMs" bigint, "leaseWorker" uuid, epoch bigint,
      "expectedName" text, "timeZone" text, "entryId" uuid, "actorKind" text,
      "actorId" text, "actorName" text, action text, details jsonb, "requestId" text,
      "keyId" uuid, operation text, key text, fingerprint text, "expiresAt" timestamptz,
      answer text)),
  checked as materialized (
    select requested.*, workflows.name as "workflowName", case
      when workflows.id is null or "asPublished"
      and published_version_id is distinct from "versionId"
        or requested.slug <> workflows.slug or "expectedName" <> workflows.name
        or "timeZone" <> organizations.time_zone then 'workflow-changed'
      when not admitted and paused_at is not null then 'paused'
      when not admitted and concurrency_limit is not null and "versionId" is not null then 'limited'
      when unwritten and not exists (
        select from first_tasks where version_id = "versionId" and position = 0)
          then 'no-first-tasks'
      end as refusal
    from requested left join workflows
      on workflows.id = "workflowId" and workflows.organization_id = $2::uuid
      left join organizations on organizations.id = workflows.organization_id),
  inserted_keys as (
    insert into idempotency_keys (id, organization_id, operation, key, fingerprint, status, result,
      expires_at)
    select "keyId", $2::uuid, operation, key, fingerprint, 200, answer::json, "expiresAt"
    -- In one order everywhere, so that two batches with the same keys do not deadlock.
    from checked where refusal is null and "keyId" is not null order by operation, key
    on conflict (organization_id, operation, key) do nothing
    returning id),
  accepted as materialized (
    select * from checked
    where refusal is null and ("keyId" is null or "keyId" in (select id from inserted_keys))),
  inserted_runs as (
    insert into runs (id, organization_id, workflow_id, version_id, draft_definition, priority,
      planned_at, trigger, started_by, started_by_user_id, sandbox, title, subtitle, case_columns,
      patient_key, start_data, start_ref, retried_from_run_id, created_at, status, slot, unwritten, output, error, active_ms,
      lease_worker, lease_epoch, finished_at)
    select id, $2::uuid, "workflowId", "versionId", draft::json, $3::integer, "plannedAt", trigger,
      "startedBy", "startedByUserId", sandbox, title, subtitle, "caseColumns", "patientKey",
      "startData", "startRef", "retriedFromRunId",
      "createdAt", status, slot, unwritten, output, error, "activeMs", "leaseWorker", epoch,
      case when status not in ('running', 'suspended') then greatest(now(), "createdAt") end
    from accepted),
  inserted_tasks as (
    insert into tasks (${newTaskColumns})
    select ${newTaskValues('run.created_at')}
    from (select id, $2::uuid as organization_id, "createdAt" as created_at from accepted) as run
      join unnest($6::uuid[], ${taskParameters})
        as row(run_id, ${taskColumns.names.join(', ')}) on row.run_id = run.id),
  inserted_entries as (
    ${insertAuditEntries}
    select "entryId", $2::uuid, "actorKind", "actorId", "actorName", action, 'run', id, details,
      "requestId"
    from accepted where "entryId" is not null),
  waiting as materialized (
    select id, "queuePlace", row_number() over (order by index) - 1 as before
    from accepted where status = 'running' and "leaseWorker" is null),
  backlog as materialized (
    select case when exists (select from waiting where "queuePlace" is null)
      then ${position.waiting} else 0 end as waiting),
  queued as materialized (
    select enqueue_runs(
      array_agg(id order by before),
      array_agg(coalesce("queuePlace", ${position.place('(backlog.waiting + before)')})::integer
        order by before))
    from waiting, backlog having count(*) > 0)
  select id as "runId", "workflowName", backlog.waiting,
    case when refusal is null and "keyId" is not null
      and "keyId" not in (select id from inserted_keys) then 'key-taken' else refusal end as refusal,
    (select count(*) from queued)::int as queued
  from checked, backlog`,
}

function statusOf({ left, slot }: NewRun): RunStatus {
  if (left) return left.status
  return slot === 'waiting' ? 'suspended' : 'running'
}

function rowOf(newRun: NewRun, index: number): object {
  const { tasks: _tasks, left, expected, audit, key, ...run } = newRun
  return {
    ...run,
    index,
    status: statusOf(newRun),
    // The instant of its id, by which lists are sorted and months are found.
    createdAt: instantOfId(run.id),
    output: left?.output,
    error: left?.error,
    activeMs: Math.round(left?.activeMs ?? 0),
    // A lease counts also when the first turn gave it back at once.
    epoch: run.leaseWorker !== null || left ? 1 : 0,
    expectedName: expected?.workflowName,
    timeZone: expected?.timeZone,
    entryId: audit ? newId() : null,
    ...audit,
    ...(key ? keyColumns(key) : {}),
  }
}

const keyColumns = ({ id, answer, ...key }: StartKey): object => ({
  ...key,
  keyId: id,
  answer: JSON.stringify({ value: answer }),
})

/** A transaction to write in, or a pool of the engine, whose statement is a transaction. */
type Where =
  | { tx: Tx }
  | { pool: pg.Pool; readers?: { runId: string; reader: RunReader }[] | undefined }
type Row = StartAnswer & { waiting: number }

async function execute(
  organizationId: string,
  values: (string | number | (string | number | null)[])[],
  where: Where | undefined,
): Promise<Row[]> {
  if (!where) return ((await inOneTrip(organizationId, { statement, values }))[0] ?? []) as Row[]
  if ('tx' in where)
    return (await runPrepared(where.tx, statement.name, statement.text, values)) as Row[]
  const { pool, readers } = where
  const { rows, read } = await sendCommit<Row>(pool, { ...statement, values }, { readers })
  return rows.map((row) => ({ ...row, read: read.get(row.runId) }))
}

/**
 * Writes new runs in one statement, each with its first turn in the queue, with the lease of the
 * worker that has it, or as its first turn left it. It is the only writer of runs that are started
 * from outside. Without `where` it uses its own transaction for the organization, in one round
 * trip. Answers each run in the order given, with the reason when it was refused. The caller must
 * have checked definitions and start data.
 */
export async function startRuns(
  { organizationId, priority, runs }: Batch,
  where?: Where,
): Promise<StartAnswer[]> {
  const tasks = runs.flatMap((run) => run.tasks)
  const taskValues = taskArrays(tasks).arrays.map(
    ({ values }) => values as (string | number | null)[],
  )
  const values = [
    JSON.stringify(runs.map(rowOf)),
    organizationId,
    priority,
    ...countedIds(),
    runs.flatMap((run) => run.tasks.map(() => run.id)),
    ...taskValues,
  ]
  const answers = await execute(organizationId, values, where)
  if (answers[0]) recordBacklog(organizationId, priority, Number(answers[0].waiting))
  const byId = new Map(answers.map((answer) => [answer.runId, answer]))
  return runs.map(({ id }) => {
    const answer = byId.get(id)
    if (!answer) throw new Error(`the start of run ${id} was not answered`)
    return answer
  })
}
