import { sql } from 'drizzle-orm'
import { inOneTrip, inOrganization, type Prepared } from '#db/client'
import { runs, type tasks } from '#db/schema/runs'
import { insertAuditEntries } from '#db/write-audit'
import type { Actor } from '#lib/auth/actor'
import type { RunPage } from '#lib/contracts/runs/runs'
import { coalesced } from '#lib/coalesce'
import { ApiError } from '#lib/domain/api-error'
import { definitionOfRun } from '#lib/engine/store/definition-of-run'
import { newId } from '#lib/ids'
import type { CallInfo } from '../define-operation.ts'
import { knownDefinition, rememberDefinition } from '../workflows/versions/known-versions.ts'
import {
  jsonText,
  runSummaryColumns,
  runTaskColumns,
  sqlText,
  taskSize,
  wholeUpTo,
} from './run-columns.ts'
import { getRunPageOrThrow, runSummary, runTask } from './run-page.ts'

type Run = typeof runs.$inferSelect
type Task = typeof tasks.$inferSelect
type Dated<T> = {
  [K in keyof T]: T[K] extends Date ? string : T[K] extends Date | null ? string | null : T[K]
}
type Summary = Parameters<typeof runSummary>[0]
type Found = Dated<Summary> &
  Pick<Run, keyof typeof ownColumns> & {
    plain: boolean
    large: Record<string, unknown> | null
    tasks: Dated<Task>[] | null
  }

const maxTasks = 100
/**
 * Bytes of large values that this statement reads; a run with more, or with values in files, is
 * read by the statements for all runs.
 */
const largeUpTo = 500_000

/** The columns of a run besides its summary. */
const ownColumns = {
  versionId: runs.versionId,
  revision: runs.revision,
  startData: runs.startData,
  startRef: runs.startRef,
  output: runs.output,
  outputRef: runs.outputRef,
  retriedFromRunId: runs.retriedFromRunId,
}

/**
 * Reads runs by their ids and writes an audit entry for each, in one statement. `$2` and `$3` are
 * the first and the last id; they exclude other months. `plain`: the run has no child and no
 * parent; `large`: its large values, null when they are too large.
 */
const statement: Prepared = {
  name: 'read-runs',
  text: `
  with asked as materialized (
    select * from jsonb_to_recordset($1::jsonb) as row("runId" uuid, entry uuid, "actorKind" text,
      "actorId" text, "actorName" text, "requestId" text)),
  found as materialized (
    select r.* from runs r
    where r.id = any(array(select "runId" from asked)) and r.id >= $2::uuid and r.id <= $3::uuid),
  noted as (
    ${insertAuditEntries}
    select entry, found.organization_id, "actorKind", "actorId", "actorName", 'run.read', 'run',
      found.id, '{}', "requestId"
    from asked join found on found.id = "runId")
  select ${jsonText({
    ...runSummaryColumns,
    ...ownColumns,
    plain: sql.raw(
      'not runs.unwritten and runs.version_id is not null and runs.parent_run_id is null ' +
        'and runs.loop is null and not t.parental',
    ),
    tasks: sql.raw('t.list'),
    large: sql.raw(`(
      select case
        when sum(size) <= ${largeUpTo} and bool_and(body is not null)
        then json_object_agg(hash, body)
        when count(*) = 0 then '{}'::json end
      from payloads p where p.run_id = runs.id and p.run_id >= $2::uuid and p.run_id <= $3::uuid)`),
  })} as run
  from found as runs join workflows on workflows.id = runs.workflow_id
    left join workflow_versions on workflow_versions.id = runs.version_id,
    lateral (
      select case when count(*) <= ${maxTasks} and sum(${sqlText(taskSize)}) <= ${wholeUpTo}
        then json_agg(${jsonText(runTaskColumns)} order by id) end as list,
        coalesce(bool_or(children_left is not null), false) as parental
      from (
        select * from tasks
        where run_id = runs.id and run_id >= $2::uuid and run_id <= $3::uuid
        limit ${maxTasks + 1}) as tasks) as t`,
}

type Asked = { runId: string; actor: Actor; info: CallInfo }

const readTogether = coalesced<Asked, Found | undefined>(
  async (asked, organizationId) => {
    const ids = asked.map(({ runId }) => runId).sort()
    const [first = '', last = ''] = [ids[0], ids.at(-1)]
    const rows = asked.map(({ runId, actor, info }) => ({
      runId,
      entry: newId(),
      actorKind: actor.kind,
      actorId: actor.id,
      actorName: actor.name,
      requestId: info.requestId ?? null,
    }))
    const [found = []] = await inOneTrip(organizationId, {
      statement,
      values: [JSON.stringify(rows), first, last],
    })
    const byId = new Map(found.map(({ run }) => [(run as Found).id, run as Found]))
    return asked.map(({ runId }) => byId.get(runId))
  },
  { gatherMs: 3 },
)

const dateOf = (text: string): Date => new Date(text)
const dateOrNull = (text: string | null): Date | null => (text === null ? null : new Date(text))

/**
 * Reads a run for its page and writes the audit entry of the reader before it answers. Concurrent
 * reads share one statement. A run with very large values, children or a parent is read by the
 * statements for all runs (run-page.ts). Throws 404.
 */
export async function getRunBatched(actor: Actor, id: string, info: CallInfo): Promise<RunPage> {
  const runId = id.toLowerCase()
  const found = await readTogether({ runId, actor, info }, actor.organizationId)
  if (!found) throw ApiError.notFound('run', id)
  const { large } = found
  const refs = [
    found.startRef,
    found.outputRef,
    ...(found.tasks ?? []).flatMap(({ inputRef, outputRef }) => [inputRef, outputRef]),
  ]
  if (
    !found.plain ||
    !large ||
    refs.some((ref) => ref !== null && !(ref in large)) ||
    found.tasks === null ||
    found.versionId === null
  )
    return await inOrganization(actor.organizationId, (tx) => getRunPageOrThrow(tx, runId))
  const valueOf = (value: unknown, ref: string | null): unknown =>
    ref === null ? value : large[ref]
  const summary = runSummary({
    ...found,
    createdAt: dateOf(found.createdAt),
    finishedAt: dateOrNull(found.finishedAt),
  })
  return {
    ...summary,
    revision: found.revision,
    startData: valueOf(found.startData, found.startRef),
    output: valueOf(found.output, found.outputRef) ?? null,
    truncated: false,
    definition:
      knownDefinition(found.versionId) ??
      (await definitionOf(actor, { ...found, versionId: found.versionId })),
    retriedFromRunId: found.retriedFromRunId,
    tasks: found.tasks.map((task) =>
      runTask(
        {
          ...(task as unknown as Task),
          input: valueOf(task.input, task.inputRef),
          output: valueOf(task.output, task.outputRef),
          createdAt: dateOf(task.createdAt),
          dueAt: dateOrNull(task.dueAt),
          startedAt: dateOrNull(task.startedAt),
          finishedAt: dateOrNull(task.finishedAt),
        },
        true,
      ),
    ),
    parent: null,
    loop: null,
    children: [],
  }
}

async function definitionOf(
  actor: Actor,
  { id, versionId }: { id: string; versionId: string },
): Promise<RunPage['definition']> {
  const definition = await inOrganization(actor.organizationId, (tx) =>
    definitionOfRun(tx, { id, versionId, draftDefinition: null, scopeRunId: null }),
  )
  rememberDefinition(versionId, definition)
  return definition
}
