import pg from 'pg'
import { inOneTrip, type Prepared } from '#db/client'
import { coalesced } from '#lib/coalesce'
import type { Definition } from '#lib/domain/definition'
import { runTitle } from '#lib/domain/run-title'
import type { RunTrigger } from '#lib/domain/statuses'
import { instantOfId, newId } from '#lib/ids'
import { countedIds, hasLongBacklog, noteBacklog, placeSql } from './fairness.ts'
import { inRowBytes } from './payloads.ts'
import { priorities } from './wake-run.ts'

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
  audit: { actorKind: string; actorId: string; actorName: string; action: string; details: object; requestId: string | null }
}

const place = placeSql({ organizationId: '$2::uuid', priority: '$3::integer', first: '$4::uuid', last: '$5::uuid' })

/**
 * The runs in `$1`, their audit entries and their first turns in the queue, in one statement. It refuses nobody: whatever is not as the caller believed (another
 * version is published, the workflow is paused, gone or limited, the tasks of the version are not in `first_tasks` yet) is left out of its answer.
 */
const statement: Prepared = {
  name: 'start-together',
  text: `
  with asked as materialized (
    select * from jsonb_to_recordset($1::jsonb) as row(id uuid, place integer, "workflowId" uuid, slug text, "versionId" uuid, trigger text, "startedBy" text, "userId" uuid, title text,
      data jsonb, at timestamptz, entry uuid, "actorKind" text, "actorId" text, "actorName" text, action text, details jsonb, "requestId" text)),
  gate as materialized (
    select asked.* from asked join workflows on workflows.id = "workflowId"
    where published_version_id = "versionId" and (asked.slug is null or workflows.slug = asked.slug) and paused_at is null and concurrency_limit is null
      and exists (select from first_tasks where version_id = "versionId" and position = 0)),
  begun as (
    insert into runs (id, organization_id, workflow_id, version_id, priority, trigger, started_by, started_by_user_id, title, start_data, created_at, status, unwritten)
    select id, $2::uuid, "workflowId", "versionId", $3::integer, trigger, "startedBy", "userId", title, data, at, 'running', true from gate returning id),
  noted as (
    insert into audit_entries (id, organization_id, actor_kind, actor_id, actor_name, action, object_kind, object_id, details, request_id)
    select entry, $2::uuid, "actorKind", "actorId", "actorName", action, 'run', id, details, "requestId" from gate),
  backlog as materialized (select ${place.waiting} as waiting),
  queued as materialized (
    select enqueue_runs(array_agg(gate.id order by place), array_agg((${place.place('(waiting + place)')})::integer order by place)) from gate join begun on begun.id = gate.id, backlog)
  select id, waiting, (select count(*) from queued)::int as queued from begun, backlog`,
}

const priority = priorities.normal

const startAll = coalesced<Start, boolean>(async (starts, organizationId) => {
  const rows = starts.map(({ runId, workflowId, slug, versionId, definition, startData, trigger, startedBy, startedByUserId, audit }, index) => {
    const title = runTitle(definition.settings.runTitle, startData)
    return { id: runId, place: index, workflowId, slug, versionId, trigger, startedBy, userId: startedByUserId, title, data: startData, at: instantOfId(runId), entry: newId(), ...audit }
  })
  try {
    const [begun = []] = await inOneTrip(organizationId, { statement, values: [JSON.stringify(rows), organizationId, priority, ...countedIds()] })
    if (begun[0]) noteBacklog(organizationId, priority, Number(begun[0]['waiting']))
    const ids = new Set(begun.map(({ id }) => id as string))
    return starts.map(({ runId }) => ids.has(runId))
  } catch (error) {
    // Postgres refused the statement, so nothing of it was written: each is started by itself, and the one at fault hears why. A lost answer is no such word.
    if (error instanceof pg.DatabaseError && error.severity === 'ERROR') return starts.map(() => false)
    throw error
  }
}, { atMost: 50, gatherMs: 3 })

/**
 * Starts a run of a published version together with the others of its organization that are started in the same moment: one transaction, one round trip.
 * False when it was not started, for whatever reason, or its start data are large: `startRun` (start-run.ts) tells why, or starts it.
 */
export async function startTogether(start: Start): Promise<boolean> {
  if (hasLongBacklog(start.organizationId, priority)) return false
  if (Buffer.byteLength(JSON.stringify(start.startData)) > inRowBytes) return false
  return await startAll(start, start.organizationId)
}
