import { sql } from 'drizzle-orm'
import type { Prepared } from '#db/client'
import { runs, type tasks } from '#db/schema/runs'
import { insertAuditEntries } from '#db/write-audit'
import type { RunSummary } from '#lib/domain/run/run'
import { newId } from '#lib/ids'
import type { RunReader } from '../../model/run.ts'
import {
  jsonText,
  runSummaryColumns,
  runTaskColumns,
  sqlText,
  taskSize,
  wholeUpTo,
} from './run-columns.ts'

type Run = typeof runs.$inferSelect
type Task = typeof tasks.$inferSelect
type Dated<T> = {
  [K in keyof T]: T[K] extends Date ? string : T[K] extends Date | null ? string | null : T[K]
}

/** A run as one statement reads it; its dates are texts. */
export type StoredRun = RunSummary &
  Pick<Run, keyof typeof ownColumns> & {
    /** No other run belongs to it. */
    plain: boolean
    /** Its large values by their hashes; null when they are too large. */
    large: Record<string, unknown> | null
    /** Null when they are too many or too large. */
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
 * the first and the last id; they exclude other months. `$4`: only runs that have ended.
 */
const statement: Prepared = {
  name: 'read-runs',
  text: `
  with asked as materialized (
    select * from jsonb_to_recordset($1::jsonb) as row("runId" uuid, entry uuid, "actorKind" text,
      "actorId" text, "actorName" text, "requestId" text)),
  found as materialized (
    select r.* from runs r
    where r.id = any(array(select "runId" from asked)) and r.id >= $2::uuid and r.id <= $3::uuid
      and (not $4::boolean or r.status not in ('running', 'suspended'))),
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

/**
 * The statement that reads runs and writes the audit entry of each reader, with its values. It
 * answers a row with the column `run` for each run that exists, or with `endedOnly` that has ended.
 */
export function readRunsCall(
  asked: { runId: string; reader: RunReader }[],
  { endedOnly }: { endedOnly: boolean },
): { statement: Prepared; values: (string | boolean)[] } {
  const ids = asked.map(({ runId }) => runId).sort()
  const rows = asked.map(({ runId, reader }) => ({ runId, entry: newId(), ...reader }))
  return { statement, values: [JSON.stringify(rows), ids[0] ?? '', ids.at(-1) ?? '', endedOnly] }
}

/** The runs of the statement's rows, by their ids. */
export const storedRunsOf = (rows: { run?: unknown }[]): Map<string, StoredRun> =>
  new Map(rows.map(({ run }) => [(run as StoredRun).id, run as StoredRun]))
