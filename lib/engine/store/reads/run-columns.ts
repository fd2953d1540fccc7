import { sql, type Column, type SQL } from 'drizzle-orm'
import { PgDialect } from 'drizzle-orm/pg-core'
import { runs, tasks } from '#db/schema/runs'
import { workflows, workflowVersions } from '#db/schema/workflows'
import type { RunSummary } from '#lib/domain/run/run'

/**
 * When inputs, outputs, states and logs of a run have more characters in all, its tasks are
 * answered without them.
 */
export const wholeUpTo = 2_000_000

/** The columns of a run in lists and at the top of its page. */
export const runSummaryColumns = {
  id: runs.id,
  status: runs.status,
  holds: sql<
    RunSummary['holds']
  >`case when ${runs.status} <> 'suspended' then null when ${runs.parked} then 'workflow-paused'
    when ${runs.slot} = 'waiting' then 'turn' end`,
  trigger: runs.trigger,
  startedBy: runs.startedBy,
  sandbox: runs.sandbox,
  error: runs.error,
  title: runs.title,
  subtitle: runs.subtitle,
  caseColumns: runs.caseColumns,
  patientKey: runs.patientKey,
  // Asked of few runs: it looks into each later month.
  retriedAs: sql<string | null>`case when ${runs.status} in ('failed', 'cancelled') then (
    select later.id from runs later
    where later.retried_from_run_id = ${runs.id} and later.id > ${runs.id}
    order by later.id desc limit 1) end`,
  createdAt: runs.createdAt,
  finishedAt: runs.finishedAt,
  version: workflowVersions.number,
  workflow: { id: workflows.id, slug: workflows.slug, name: workflows.name },
}

/** The columns that may be large; left out when a run has too much of them. */
const heavyTaskColumns = {
  input: tasks.input,
  output: tasks.output,
  state: tasks.state,
  logs: tasks.logs,
}

/** The columns of a task on the page of its run, without the large ones. */
export const lightTaskColumns = {
  id: tasks.id,
  runId: tasks.runId,
  key: tasks.key,
  stepId: tasks.stepId,
  stepType: tasks.stepType,
  title: tasks.title,
  status: tasks.status,
  attempt: tasks.attempt,
  inputRef: tasks.inputRef,
  outputRef: tasks.outputRef,
  via: tasks.via,
  error: tasks.error,
  handlesStepId: tasks.handlesStepId,
  dueAt: tasks.dueAt,
  priority: tasks.priority,
  completedBy: tasks.completedBy,
  createdAt: tasks.createdAt,
  startedAt: tasks.startedAt,
  finishedAt: tasks.finishedAt,
}
export const runTaskColumns = { ...lightTaskColumns, ...heavyTaskColumns }

/** The number of characters in the large columns of one task. */
export const taskSize: SQL = sql.join(
  Object.values(heavyTaskColumns).map((column) => sql`coalesce(length(${column}::text), 0)`),
  sql` + `,
)

const dialect = new PgDialect()

/** The SQL text of a column or of an expression without parameters. */
export const sqlText = (column: Column | SQL): string => dialect.sqlToQuery(sql`${column}`).sql

type Columns = { [name: string]: Column | SQL | Columns }
const isNested = (column: Column | SQL | Columns): column is Columns =>
  Object.getPrototypeOf(column) === Object.prototype

/** SQL that answers columns as the text of one JSON object with the same names. */
export function jsonText(columns: Columns): string {
  const fields = Object.entries(columns).map(
    ([name, column]) => `'${name}', ${isNested(column) ? jsonText(column) : sqlText(column)}`,
  )
  return `json_build_object(${fields.join(', ')})`
}
