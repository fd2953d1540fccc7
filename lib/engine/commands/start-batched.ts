import pg from 'pg'
import { inOneTrip, type Prepared } from '#db/client'
import { coalesced } from '#lib/coalesce'
import type { Definition } from '#lib/domain/workflow/definition'
import { runTitle } from '#lib/domain/run/run-title'
import type { RunStatus, RunTrigger } from '#lib/domain/statuses'
import { instantOfId, newId } from '#lib/ids'
import { log } from '#lib/log'
import type { StepType } from '#lib/steps/define-step'
import { recordAttempt } from '../execute/attempt.ts'
import { countRunEnd } from '../execute/count-run-end.ts'
import { countedIds, hasLongBacklog, recordBacklog, queuePositionSql } from './fairness.ts'
import { faultPoint } from '../store/fault-points.ts'
import { inRowBytes } from '../store/payloads.ts'
import { newTaskColumns, newTaskValues, taskArrays } from '../store/task-arrays.ts'
import { priorities } from '../store/lock-run.ts'
import { runInline, type InlineResult } from '../execute/run-inline.ts'

type Start = {
  runId: string
  organizationId: string
  workflowId: string
  /** When the workflow was named by its slug: it must still be this one's. */
  slug: string | null
  versionId: string
  definition: Definition
  /** Small start data, checked by the caller. */
  startData: unknown
  trigger: RunTrigger
  startedBy: string
  startedByUserId: string | null
  audit: {
    actorKind: string
    actorId: string
    actorName: string
    action: string
    details: object
    requestId: string | null
  }
}

const place = queuePositionSql({
  organizationId: '$2::uuid',
  priority: '$3::integer',
  first: '$4::uuid',
  last: '$5::uuid',
})

/** As what a run is started. */
type Begun = Extract<RunStatus, 'running' | 'completed'>
const columns = taskArrays([])

/**
 * The runs in `$1`, their audit entries and their first turns in the queue, in one statement; of
 * those that were worked out ahead the end, and the tasks, in place of a turn. It refuses nobody:
 * whatever is not as the caller believed (another version is published, the workflow is paused,
 * gone or limited, the tasks of the version are not in `first_tasks` yet) is left out of its
 * answer.
 */
const statement: Prepared = {
  name: 'start-batched',
  text: `
  with requested as materialized (
    select * from jsonb_to_recordset($1::jsonb) as row(id uuid, place integer, "workflowId" uuid, slug text, "versionId" uuid, trigger text, "startedBy" text, "userId" uuid, title text,
      data jsonb, at timestamptz, status text, output jsonb, "activeMs" bigint, entry uuid, "actorKind" text, "actorId" text, "actorName" text, action text, details jsonb, "requestId" text)),
  gate as materialized (
    select requested.*, workflows.name from requested join workflows on workflows.id = "workflowId"
    where published_version_id = "versionId" and (requested.slug is null or workflows.slug = requested.slug) and paused_at is null and concurrency_limit is null
      and (requested.status <> 'running' or exists (select from first_tasks where version_id = "versionId" and position = 0))),
  inserted as (
    insert into runs (id, organization_id, workflow_id, version_id, priority, trigger, started_by, started_by_user_id, title, start_data, created_at, status, unwritten, output, active_ms, finished_at)
    select id, $2::uuid, "workflowId", "versionId", $3::integer, trigger, "startedBy", "userId", title, data, at, status, status = 'running', output, "activeMs",
      case when status <> 'running' then greatest(now(), at) end
    from gate returning id),
  written as (
    insert into tasks (${newTaskColumns})
    select ${newTaskValues('run.created_at')}
    from (select id, $2::uuid as organization_id, at as created_at from gate) as run
      join unnest($6::uuid[], ${columns.arrays.map(({ type }, index) => `$${index + 7}::${type}[]`).join(', ')}) as row(run_id, ${columns.names.join(', ')}) on row.run_id = run.id),
  audited as (
    insert into audit_entries (id, organization_id, actor_kind, actor_id, actor_name, action, object_kind, object_id, details, request_id)
    select entry, $2::uuid, "actorKind", "actorId", "actorName", action, 'run', id, details, "requestId" from gate),
  waiting as materialized (select gate.id, row_number() over (order by place) - 1 as place from gate join inserted on inserted.id = gate.id where status = 'running'),
  backlog as materialized (select case when exists (select from waiting) then ${place.waiting} else 0 end as waiting),
  queued as materialized (
    select enqueue_runs(array_agg(id order by place), array_agg((${place.place('(backlog.waiting + place)')})::integer order by place)) from waiting, backlog having count(*) > 0)
  select inserted.id, name, backlog.waiting, (select count(*) from queued)::int as queued from inserted join gate on gate.id = inserted.id, backlog`,
}

const priority = priorities.normal

type Asked = Start & { ahead: InlineResult | undefined }

const startAll = coalesced<Asked, Begun | undefined>(
  async (starts, organizationId) => {
    const rows = starts.map(
      (
        {
          runId,
          workflowId,
          slug,
          versionId,
          definition,
          startData,
          trigger,
          startedBy,
          startedByUserId,
          audit,
          ahead,
        },
        index,
      ) => {
        const title = runTitle(definition.settings.runTitle, startData)
        const end = {
          status: ahead ? 'completed' : 'running',
          output: ahead?.output,
          activeMs: ahead?.activeMs ?? 0,
        }
        return {
          id: runId,
          place: index,
          workflowId,
          slug,
          versionId,
          trigger,
          startedBy,
          userId: startedByUserId,
          title,
          data: startData,
          at: instantOfId(runId),
          entry: newId(),
          ...end,
          ...audit,
        }
      },
    )
    const tasks = starts.flatMap(({ runId, ahead }) =>
      (ahead?.tasks ?? []).map((task) => ({ runId, task })),
    )
    const arrays = [
      tasks.map(({ runId }) => runId),
      ...taskArrays(tasks.map(({ task }) => task)).arrays.map(
        ({ values }) => values as (string | number | null)[],
      ),
    ]
    try {
      faultPoint('before-start-together')
      const [started = []] = await inOneTrip(organizationId, {
        statement,
        values: [JSON.stringify(rows), organizationId, priority, ...countedIds(), ...arrays],
      })
      faultPoint('after-start-together')
      if (started[0]) recordBacklog(organizationId, priority, Number(started[0]['waiting']))
      const names = new Map(started.map(({ id, name }) => [id as string, name as string]))
      return starts.map(({ runId, workflowId, ahead }) => {
        const workflowName = names.get(runId)
        if (workflowName === undefined) return undefined
        if (!ahead) return 'running'
        for (const { prepared, startedAt, endedAt } of ahead.attempts)
          recordAttempt(prepared, startedAt, endedAt)
        countRunEnd(
          { id: runId, createdAt: instantOfId(runId), workflowId, workflowName },
          'completed',
        )
        return 'completed'
      })
    } catch (error) {
      // Postgres refused the statement, so nothing of it was written: each is started by itself,
      // and the one at fault hears why. A lost answer is no such word.
      if (error instanceof pg.DatabaseError && error.severity === 'ERROR')
        return starts.map(() => undefined)
      throw error
    }
  },
  { atMost: 50, gatherMs: 3 },
)

/**
 * Starts a run of a published version together with the others of its organization that are started
 * in the same moment: one transaction, one round trip. With `stepTypes`, a run whose steps only
 * compute is worked out first (run-inline.ts) and begins as `completed`. Undefined when it was not
 * started, for whatever reason, or its start data are large: `startRun` (start-run.ts) tells why,
 * or starts it.
 */
export async function startBatched(
  start: Start,
  stepTypes?: Map<string, StepType>,
): Promise<Begun | undefined> {
  if (Buffer.byteLength(JSON.stringify(start.startData)) > inRowBytes) return undefined
  const ahead =
    stepTypes &&
    (await runInline(start, stepTypes).catch((error: unknown) => {
      log.warn(
        { error, runId: start.runId },
        'a run could not be worked out ahead; a worker plays it',
      )
      return undefined
    }))
  if (!ahead && hasLongBacklog(start.organizationId, priority)) return undefined
  return await startAll({ ...start, ahead }, start.organizationId)
}
