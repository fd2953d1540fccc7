import type pg from 'pg'
import { isTerminalRun } from '#lib/domain/statuses'
import { storableJson } from '#lib/domain/text'
import type { offloadCommit } from './offload-commit.ts'
import type { Commit, LeasedRun } from '../../model/run.ts'
import { newTaskColumns, newTaskValues, taskArrays } from './task-arrays.ts'

type Offloaded = Awaited<ReturnType<typeof offloadCommit>>
/** Adds a value to the statement's parameters and answers its placeholder. */
type Parameter = (value: unknown) => string
/**
 * A `with` query. `counted` is set for queries that only select: Postgres runs them only when the
 * statement asks for their rows.
 */
type Part = { name: string; text: string; counted?: true }

/**
 * One statement, one transaction. It changes nothing unless the lease is still valid and the run
 * did not change since it was read, because all parts depend on the rows of `run`. The statement
 * has only the parts that this commit needs, since each costs Postgres up to 50 µs also when it
 * writes nothing. There are few different statements, so they are prepared under names that list
 * their parts.
 */
export function commitStatement(
  workerId: string,
  run: LeasedRun,
  commit: Commit,
  offloaded: Offloaded,
): pg.QueryConfig {
  const values: unknown[] = []
  const $: Parameter = (value) => `$${values.push(value)}`
  const ended = commit.run !== undefined && isTerminalRun(commit.run.status)
  const { awaited = [] } = commit
  const parts: (Part | false)[] = [
    awaited.length > 0 && pendingResults($, awaited),
    lockedRun($, workerId, run, commit, offloaded),
    offloaded.changed.length > 0 && changed($, run, offloaded),
    offloaded.added.length > 0 && added($, run, offloaded),
    offloaded.rows.length > 0 && large($, offloaded),
    ...(commit.mail ? mailed($, commit.mail) : []),
    ...(offloaded.children.length > 0 ? children($, run, offloaded) : []),
    ended &&
      run.isChild && {
        name: 'parent',
        counted: true,
        text: `select child_run_ended(parent_run_id, parent_task_id,
          ${$(commit.run?.status !== 'completed')}::boolean) from run`,
      },
    // The end of a run makes room for the next one of a limited workflow.
    ended &&
      run.limited && {
        name: 'admitting',
        counted: true,
        text: `select admit_waiting(workflow_id) from run where slot = 'taken'`,
      },
    ...waking($, commit),
  ]
  const present = parts.filter((part) => part !== false)
  const leaving = commit.run?.waitsForLabels ? 'bound' : 'rest'
  const resting = commit.run ? leaving : 'on'
  const state = ended ? 'end' : resting
  const partNames = present.map((part) => part.name).join(':')
  const naming = commit.named ? ':named' : ''
  const name = `commit:${run.leased ? 'leased' : 'first'}:${state}${naming}:${partNames}`
  const counts = present.flatMap((part) =>
    part.counted ? [`(select count(*) from ${part.name})`] : [],
  )
  const queries = present.map(
    (part) => `${part.name} as ${part.counted ? 'materialized ' : ''}(${part.text})`,
  )
  const columns = ['revision::float8 as revision', 'lease_epoch::float8 as epoch', ...counts]
  const text = `with ${queries.join(',\n')}
    select ${columns.join(', ')} from run`
  // Postgres cuts names at 63 characters.
  return { name: name.length < 64 ? name : `commit:${shorten(name)}`, text, values }
}

const shorten = (name: string): string =>
  name
    .split(':')
    .map((word) => word.slice(0, 3))
    .join('')

function lockedRun(
  $: Parameter,
  workerId: string,
  run: LeasedRun,
  { run: ending, named, awaited = [] }: Commit,
  offloaded: Offloaded,
): Part {
  const id = $(run.id)
  const epoch = $(run.epoch)
  const revision = $(run.revision)
  // A run that must check a result again at once stays `running`, so that it is found also when its
  // job is lost (orphaned-runs.ts).
  const rests = (status: string): string =>
    status === 'suspended' && awaited.length > 0
      ? `case when ${missed($, awaited)} then 'running' else ${$(status)}::text end`
      : `${$(status)}::text`
  const worker = ending && !run.leased ? '' : `${$(workerId)}::uuid`
  const ends = ending && isTerminalRun(ending.status)
  const leaving = ending
    ? `, status = ${rests(ending.status)}, lease_worker = null,
      waits_for_label = ${ending.waitsForLabels ? servedFirst($, ending.waitsForLabels) : 'null'},
      active_ms = active_ms + ${$(Math.round(ending.activeMs))}::bigint,
      error = ${$(json(ending.error))}::jsonb,
      output = ${$(json(offloaded.output))}::jsonb, output_ref = ${$(offloaded.outputRef)}::text,
      finished_at = ${ends ? 'now()' : 'null'}`
    : `, lease_worker = ${worker}`
  const naming = named
    ? `, title = ${$(named.title)}::text, subtitle = ${$(named.subtitle)}::text,
      case_columns = ${$(json(named.caseColumns ?? undefined))}::jsonb,
      patient_key = coalesce(${$(named.patientKey)}::text, patient_key)`
    : ''
  const mine = run.leased
    ? `lease_worker = ${worker}`
    : `lease_worker is null and exists (
        select from workflows where workflows.id = workflow_id and paused_at is null)`
  const text = `
    update runs set revision = revision + 1, unwritten = false,
    lease_epoch = lease_epoch + ${run.leased ? 0 : 1}${leaving}${naming}
    where id = ${id} and lease_epoch = ${epoch} and revision = ${revision} and status = 'running'
      and ${mine}
    returning id, organization_id, workflow_id, slot, priority, revision, lease_epoch,
      parent_run_id, parent_task_id, created_at, sandbox, held, waits_for_label`
  return { name: 'run', text }
}

/** The columns of a changed task, as `jsonb_to_recordset` takes them. */
export const changedTaskColumns = `
  id uuid, key text, "stepId" text, "handlesStepId" text, status text, attempt integer, effect text,
  via text, error jsonb, state jsonb, "dueAt" timestamptz, resuming boolean,
  "startedAt" timestamptz, "finishedAt" timestamptz, input jsonb, "inputRef" text, output jsonb,
  logs jsonb, "childrenLeft" integer`

/** The assignments from such a `row`. Large values are written only when they are set. */
export const changedTaskValues = `
  status = row.status, attempt = row.attempt, effect = row.effect, via = row.via,
  error = row.error, state = coalesce(row.state, tasks.state), due_at = row."dueAt",
  resuming = row.resuming, started_at = row."startedAt", finished_at = row."finishedAt",
  input = case when row."inputRef" is null then coalesce(row.input, tasks.input) end,
  input_ref = case when row.input is null then coalesce(row."inputRef", tasks.input_ref) end,
  logs = tasks.logs || row.logs, children_left = coalesce(row."childrenLeft", tasks.children_left),
  output = case when row.output is null then tasks.output else row.output->'value' end,
  output_ref = case when row.output is null then tasks.output_ref else row.output->>'ref' end`

function changed($: Parameter, run: LeasedRun, offloaded: Offloaded): Part {
  const text = `
    update tasks set ${changedTaskValues}
    from run, jsonb_to_recordset(${$(JSON.stringify(offloaded.changed))}::jsonb)
      as row(${changedTaskColumns})
    where tasks.id = row.id and tasks.run_id = ${$(run.id)}::uuid`
  return { name: 'changed', text }
}

/**
 * Inserts tasks from arrays of values; an object has the fields that few tasks have. This costs
 * half as much as an array of objects.
 */
function added($: Parameter, { unwritten }: LeasedRun, offloaded: Offloaded): Part {
  const { names, arrays } = taskArrays(offloaded.added)
  const text = `
    insert into tasks (${newTaskColumns})
    select ${newTaskValues(unwritten ? 'run.created_at' : 'now()')}
    from run,
    unnest(${arrays.map(({ type, values }) => `${$(values)}::${type}[]`).join(', ')}) as row(${names.join(', ')})`
  return { name: unwritten ? 'written' : 'added', text }
}

function large($: Parameter, offloaded: Offloaded): Part {
  const text = `
    insert into payloads (run_id, hash, organization_id, size, body)
    select row."runId", row.hash, run.organization_id, row.size, row.body
    from run,
    jsonb_to_recordset(${$(JSON.stringify(offloaded.rows))}::jsonb) as row("runId" uuid, hash text,
      size bigint, body jsonb)
    on conflict do nothing`
  return { name: 'large', text }
}

function mailed($: Parameter, mail: NonNullable<Commit['mail']>): Part[] {
  const text = `
    insert into mails (id, organization_id, key, recipients, subject, text, status, run_id)
    select mail.id, run.organization_id, mail.key, mail.recipients, mail.subject, mail.text,
    'queued', run.id
    from run,
    jsonb_to_record(${$(JSON.stringify(storableJson(mail)))}::jsonb) as mail(id uuid, key text,
      recipients jsonb, subject text, text text)
    on conflict (key) do nothing returning id`
  return [
    { name: 'mailed', text },
    { name: 'sending', text: 'select enqueue_mail(id) from mailed', counted: true },
  ]
}

function children($: Parameter, run: LeasedRun, offloaded: Offloaded): Part[] {
  const text = `
    insert into runs (id, organization_id, workflow_id, version_id, status, trigger, started_by,
      title, subtitle, case_columns, patient_key, start_data, start_ref, created_at, parent_run_id,
      parent_task_id, child_attempt, child_index, depth, scope_run_id, loop, priority, sandbox,
      held)
    select child.id, run.organization_id, child."workflowId", child."versionId", 'running',
    'parent', ${$(run.workflowName)}::text, child.title, child.subtitle,
      child."caseColumns", child."patientKey", child."startData", child."startRef", child."createdAt",
      run.id,
      child."taskId", child.attempt, child.index, child.depth, child."scopeRunId", child.loop,
        run.priority, run.sandbox, run.held
    from run,
    jsonb_to_recordset(${$(JSON.stringify(offloaded.children))}::jsonb) as child(id uuid,
      "taskId" uuid, attempt integer, index integer, "workflowId" uuid, "versionId" uuid,
      title text, subtitle text, "caseColumns" jsonb, "patientKey" text, "startData" jsonb,
        "startRef" text, depth integer, "scopeRunId" uuid, loop jsonb,
        "createdAt" timestamptz)
    returning id, priority, child_index`
  // Many children of one run step back like the runs of a backlog (fairness.ts).
  const started = `
    select enqueue_run(id, priority + 40 * case when place <= 16 then 0
      else floor(log(2, place / 16.0))::integer + 1 end)
    from (select id, priority, row_number() over (order by child_index) as place
      from children) as placed`
  return [
    { name: 'children', text },
    { name: 'started', text: started, counted: true },
  ]
}

/**
 * No wake-up is lost: a transaction that ends a result locks it, and only then finds the tasks that
 * wait for it. The share lock keeps the result pending until this commit is visible to that
 * transaction. A result that is already locked is skipped, and then another turn checks it. No
 * transaction waits for a result's lock while it has locked a run, so there is no deadlock.
 */
function pendingResults($: Parameter, awaited: string[]): Part {
  return {
    name: 'pending',
    text: `select id from async_results where id = any(${$(awaited)}::uuid[])
      and status = 'pending' for share skip locked`,
    counted: true,
  }
}

const missed = ($: Parameter, awaited: string[]): string =>
  `(select count(*) from pending) < ${$(awaited.length)}::integer`

/**
 * Of these labels the first that a worker serves, else the first: a run has one job, and what can
 * go on should not wait for what cannot.
 */
const servedFirst = ($: Parameter, labels: string[]): string =>
  labels.length === 1
    ? `${$(labels[0])}::text`
    : `(select label from unnest(${$(labels)}::text[]) with ordinality as wanted(label, place)
      order by exists (select from workers where label = any(labels)) desc, place limit 1)`

const forLabel = 'enqueue_labelled_run(id, organization_id, waits_for_label, priority)'

function waking($: Parameter, { awaited = [], run: ending }: Commit): Part[] {
  const wakeAt = ending?.wakeAt
  const isBound = ending?.waitsForLabels !== undefined
  if (awaited.length === 0) {
    if (!isBound && !wakeAt) return []
    const job = isBound ? forLabel : `enqueue_run(id, priority, ${$(wakeAt)}::timestamptz)`
    return [{ name: 'waking', text: `select ${job} from run`, counted: true }]
  }
  if (isBound) {
    const text = `
      select case when missed then enqueue_run(id, priority) else ${forLabel} end
      from run, (select ${missed($, awaited)} as missed) as result`
    return [{ name: 'waking', text, counted: true }]
  }
  const at = `${$(wakeAt ?? null)}::timestamptz`
  const text = `
    select enqueue_run(id, priority, case when missed then null else ${at} end)
    from run, (select ${missed($, awaited)} as missed) as result
    where missed or ${at} is not null`
  return [{ name: 'waking', text, counted: true }]
}

function json(value: unknown): string | null {
  return value === undefined ? null : JSON.stringify(value)
}
