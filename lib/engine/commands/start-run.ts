import type { Tx } from '#db/client'
import { runPrepared } from '#db/run-prepared'
import type { Definition } from '#lib/domain/workflow/definition'
import { runTitle } from '#lib/domain/run/run-title'
import type { RunTrigger } from '#lib/domain/statuses'
import { instantOfId, newId } from '#lib/ids'
import { admitStart, type Slot } from './admission.ts'
import {
  countedIds,
  hasLongBacklog,
  recordBacklog,
  queuePositionSql,
  queuePriority,
} from './fairness.ts'
import { faultPoint } from '../store/fault-points.ts'
import { firstTasksOf, storeFirstTasks } from '../store/first-tasks.ts'
import { copyPayloads, insertPayloads, offloadStartData } from '../store/payloads.ts'
import { deterministicTaskId } from '../model/task-id.ts'
import { priorities } from '../store/lock-run.ts'

/** A result that a new run takes over from an earlier one instead of working it out again. */
export type CarriedTask = {
  status: 'completed' | 'skipped'
  output: unknown
  outputRef: string | null
  input: unknown
  inputRef: string | null
  via: string | null
  effect: string
  attempt: number
  startedAt: Date | null
  finishedAt: Date | null
}

type Start = {
  organizationId: string
  workflowId: string
  /**
   * The version to run; null for a test run of the draft, whose definition is then kept with the
   * run.
   */
  versionId: string | null
  /** That version's definition, or the draft. */
  definition: Definition
  startData: unknown
  trigger: RunTrigger
  /** Name shown as who started it. */
  startedBy: string | null
  startedByUserId: string | null
  retriedFromRunId?: string
  /** One of `priorities`; `normal` when left out. */
  priority?: number
  /** The instant that a schedule planned the run for. */
  plannedAt?: Date
  carriedTasks?: Map<string, CarriedTask>
}

const place = queuePositionSql({
  organizationId: '$2::uuid',
  priority: '$6::integer',
  first: '$16::uuid',
  last: '$17::uuid',
})

/**
 * The run and its first turn in the queue, in one statement; and its tasks in `$21`, unless (`$22`)
 * they are those of its version, which the first commit writes. Nothing happens when those are not
 * in `first_tasks`, or `$18` does not say that the run was admitted and its workflow is paused or
 * limits its runs. `$19` is the place in the queue when it is known already.
 */
const startSql = `
  with gate as (
    select from workflows where id = $3 and ($18 or paused_at is null and (concurrency_limit is null or $4::uuid is null))
      and (not $22::boolean or exists (select from first_tasks where version_id = $4 and position = 0))),
  inserted as (
    insert into runs (id, organization_id, workflow_id, version_id, draft_definition, priority, planned_at, trigger, started_by, started_by_user_id, title,
      start_data, start_ref, retried_from_run_id, created_at, status, slot, unwritten)
    select $1, $2, $3, $4, $5::json, $6, $7::timestamptz, $8, $9, $10::uuid, $11, $12::jsonb, $13, $14::uuid, $15::timestamptz,
      case when $20 = 'waiting' then 'suspended' else 'running' end, $20, $22
    from gate returning id, status),
  inserted_tasks as (
    insert into tasks (id, organization_id, run_id, key, step_id, step_type, title, effect, status, attempt, input, input_ref, output, output_ref, via, priority, started_at, finished_at)
    select row.id, $2, inserted.id, step_id, step_id, step_type, title, coalesce(effect, 'unsafe'), row.status, coalesce(attempt, 0), input, input_ref, output, output_ref, via,
      coalesce(row.priority, 0), started_at, finished_at
    from inserted, jsonb_to_recordset($21::jsonb) as row(id uuid, step_id text, step_type text, title text, effect text, status text, attempt integer, input jsonb, input_ref text,
      output jsonb, output_ref text, via text, priority integer, started_at timestamptz, finished_at timestamptz)),
  backlog as materialized (select (case when $19::integer is null then (${place.waiting}) else 0 end) as waiting),
  queued as materialized (
    select enqueue_runs(array[id], array[coalesce($19::integer, ${place.place('waiting')})]) from inserted, backlog where status = 'running')
  select waiting, (select count(*) from queued)::int as queued from inserted, backlog`

/**
 * Starts a run inside the caller's transaction: the run, with one task for each step that is not a
 * handler, and its first turn in the queue. The rows of the tasks are written by the first commit
 * of that turn, once; until then they are those of `unwritten_tasks`. A test run and a retry begin
 * with rows. Checks neither the definition nor the start data: the caller has. Throws
 * `workflow_paused`, and `workflow_busy` when the workflow's limit is reached and its settings say
 * to skip; with `queue` the run waits, suspended, for its turn.
 */
export async function startRun(tx: Tx, start: Start): Promise<{ runId: string }> {
  const { organizationId, workflowId, priority = priorities.normal } = start
  const runId = newId()
  const { row: large, ...startData } = await offloadStartData(runId, start.startData ?? {})
  if (large) await insertPayloads(tx, organizationId, [large])
  const refs = [...(start.carriedTasks?.values() ?? [])]
    .flatMap(({ inputRef, outputRef }) => [inputRef, outputRef])
    .filter((ref) => ref !== null)
  if (start.retriedFromRunId) await copyPayloads(tx, start.retriedFromRunId, runId, refs)
  const long = hasLongBacklog(organizationId, priority)
  const { versionId, definition } = start
  const version =
    versionId !== null && !start.carriedTasks?.size
      ? { organizationId, versionId, definition }
      : undefined
  const unwritten = version !== undefined && (await storeFirstTasks(tx, version))
  // Mostly no more is asked than this one statement; only where the workflow turns it away is it
  // asked why, and whether there is room.
  if (long || !(await begin(false, null, null))) {
    const slot = await admitStart(tx, {
      organizationId,
      workflowId,
      counted: start.versionId !== null,
    })
    const place = slot === 'waiting' ? null : await queuePriority(tx, organizationId, priority)
    if (!(await begin(true, slot, place))) {
      // Who wrote the first tasks of this version has taken that back.
      if (unwritten) await storeFirstTasks(tx, version, { again: true })
      if (!(await begin(true, slot, place)))
        throw new Error(`the run of workflow ${workflowId} could not be started`)
    }
  }
  faultPoint('before-start')
  return { runId }

  async function begin(admitted: boolean, slot: Slot, known: number | null): Promise<boolean> {
    const { plannedAt = null, trigger, startedBy, startedByUserId, retriedFromRunId = null } = start
    const rows = await runPrepared<{ waiting: number }>(tx, 'start-run', startSql, [
      ...[
        runId,
        organizationId,
        workflowId,
        versionId,
        versionId === null ? JSON.stringify(definition) : null,
        priority,
        plannedAt,
        trigger,
        startedBy,
        startedByUserId,
      ],
      ...[
        runTitle(definition.settings.runTitle, start.startData),
        JSON.stringify(startData.startData),
        startData.startRef,
        retriedFromRunId,
      ],
      // The same instant as its id's, by which lists are ordered and months are told apart.
      ...[
        instantOfId(runId),
        ...countedIds(),
        admitted,
        known,
        slot,
        unwritten ? null : JSON.stringify(rowsOf(runId, start)),
        unwritten,
      ],
    ])
    if (rows[0]) recordBacklog(organizationId, priority, rows[0].waiting)
    return rows.length > 0
  }
}

/**
 * What a type does to the world is written when the task first runs; until then the careful
 * assumption stands.
 */
function rowsOf(runId: string, { definition, carriedTasks }: Start): object[] {
  return firstTasksOf(definition).map(
    ({ position, key, stepType: step_type, title, priority, status }) => {
      const task = {
        id: deterministicTaskId(runId, key, position),
        step_id: key,
        step_type,
        title,
        priority,
        status,
      }
      const carried = carriedTasks?.get(key)
      if (!carried) return task
      const {
        inputRef: input_ref,
        outputRef: output_ref,
        startedAt: started_at,
        finishedAt: finished_at,
        ...rest
      } = carried
      return { ...task, ...rest, input_ref, output_ref, started_at, finished_at }
    },
  )
}
