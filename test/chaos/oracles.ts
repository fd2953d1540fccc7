import type pg from 'pg'
import { engineDb } from '#db/client'
import { loadRunTotals } from '#lib/engine/store/reads/run-totals'
import type { CountingProvider } from './provider.ts'

type Seen = {
  admin: pg.Client
  provider: CountingProvider
  /** How often a person said "try again", by task. */ retries: Map<string, number>
  /** Tasks with a retry policy that a person was asked about. */ needless?: Set<string>
}
/** The conditions that must hold at the end, by name; each returns its violations. */
type Oracle = (seen: Seen) => Promise<string[]>

const query =
  (text: string): Oracle =>
  async ({ admin }) =>
    (await admin.query<{ wrong: string }>(text)).rows.map(({ wrong }) => wrong)

type Task = {
  id: string
  key: string
  type: string
  status: string
  attempt: number
  output: { receipt?: string } | null
  via: string | null
  begun: boolean
}

async function effectTasks(admin: pg.Client): Promise<Map<string, Task>> {
  const { rows } = await admin.query<Task>(
    `select id, key, step_type as type, status, attempt, output, via,
      started_at is not null as begun from tasks where step_type in ('book', 'charge', 'order')`,
  )
  return new Map(rows.map((task) => [task.id, task]))
}

/**
 * Oracles that need `installWitness`, a counting provider, and no run that should still wait. E1
 * shows in all of them: no half of a change is ever there.
 */
const oracles: Record<string, Oracle> = {
  'every run has ended (E4)': query(
    `select id || ' ' || status as wrong from runs where status in ('running', 'suspended')`,
  ),
  'every task of a run that has ended has ended (E1)': query(`
    select tasks.id || ' ' || tasks.status as wrong from tasks join runs on runs.id = run_id
    where runs.status in ('completed', 'failed', 'cancelled')
      and tasks.status not in ('completed', 'failed', 'skipped', 'cancelled')`),
  'nothing is leased (E2)': query(
    `select id || ' ' || lease_worker as wrong from runs where lease_worker is not null`,
  ),
  'nothing is queued (E4)': query(
    `select task_identifier || ' ' || coalesce(key, '') || ' ' || coalesce(last_error, '') as wrong
      from graphile_worker.jobs`,
  ),
  'what has ended never changes (E3)': query(
    `select what || ' ' || id || ': ' || was || ' → ' || became as wrong from witness`,
  ),
  'an end is read once for its caller, and only an end (E3)': query(`
    select object_id || ' ' || status || ' ' || count(*) as wrong
    from audit_entries join runs on runs.id::text = object_id
    where action = 'run.read' group by object_id, status, finished_at
    having count(*) > 1 or finished_at is null`),
  'a key starts one run, and is stored with it (E1)': query(`
    select title || ' ' || count(*) as wrong from runs
    where title like 'key %' group by title having count(*) > 1
    union all
    select coalesce(title, key) || ' is half there'
    from (select id, title from runs where title like 'key %') as run
      full join (select key, (result->'value'->>'id')::uuid as run_id from idempotency_keys
        where operation = 'chaos') as stored on run_id = run.id
    where run_id is null or run.id is null`),
  'a planned instant starts at most one run (E9)': query(`
    select schedule_id || ' ' || planned_at as wrong from schedule_occurrences
    where status = 'started' group by schedule_id, planned_at having count(*) > 1
    union all
    select 'run ' || runs.id from runs where trigger = 'schedule'
      and not exists (select from schedule_occurrences where run_id = runs.id)`),
  'every planned instant was decided (E9)': query(`
    select schedules.name || ' next at ' || next_at as wrong from schedules
    where next_at < now() - interval '2 minutes'
    union all
    select 'missing ' || schedule_id || ' ' || instant
    from (select schedule_id, min(planned_at) as first, max(planned_at) as last
      from schedule_occurrences join schedules on schedules.id = schedule_id
      where missed_policy = 'all' and overlap_policy = 'allow' and cron = '* * * * *'
      group by schedule_id) as span, generate_series(first, last, interval '1 minute') as instant
    where not exists (select from schedule_occurrences
      where schedule_id = span.schedule_id and planned_at = instant and status = 'started')`),
  'the books balance (E10)': async () => {
    const totals = await loadRunTotals(engineDb())
    return totals.balanced && totals.active + totals.suspended === 0 ? [] : [JSON.stringify(totals)]
  },
  'an unsafe effect is repeated only at a person’s word (E5)': async ({ provider, retries }) => {
    const calls = new Map<string, number[]>()
    for (const { effect, task, attempt } of provider.entries)
      if (effect === 'unsafe') calls.set(task, [...(calls.get(task) ?? []), attempt])
    return [...calls].flatMap(([task, attempts]) =>
      attempts.length > 1 + (retries.get(task) ?? 0) || new Set(attempts).size < attempts.length
        ? [`task ${task}, attempts ${attempts.join(', ')}`]
        : [],
    )
  },
  'nobody is asked about a call that may be repeated (E5)': async ({ needless = new Set() }) =>
    await Promise.resolve([...needless]),
  'an idempotent effect has one key (E5)': async ({ provider }) => {
    const keys = new Map<string, Set<string>>()
    for (const { effect, task, key } of provider.entries)
      if (effect !== 'unsafe') keys.set(task, (keys.get(task) ?? new Set()).add(key))
    return [...keys].flatMap(([task, own]) =>
      own.size > 1 ? [`task ${task}: ${[...own].join(', ')}`] : [],
    )
  },
  'no effect is lost, none is made up (E3)': async ({ admin, provider }) => {
    const receipts = new Map<string, Set<string>>()
    for (const { task, answer } of provider.entries)
      receipts.set(task, (receipts.get(task) ?? new Set()).add(answer.receipt))
    const tasks = await effectTasks(admin)
    const lost = [...tasks.values()].filter(
      ({ id, status, output }) =>
        status === 'completed' && !receipts.get(id)?.has(output?.receipt ?? ''),
    )
    const unknown = [...receipts.keys()].filter((id) => !tasks.has(id))
    return [
      ...lost.map(({ id, output }) => `task ${id} says ${JSON.stringify(output)}`),
      ...unknown.map((id) => `there is no task ${id}`),
    ]
  },
  'what was never begun had no effect (E6)': async ({ admin, provider }) => {
    const tasks = await effectTasks(admin)
    return [...new Set(provider.entries.map(({ task }) => task))].flatMap((id) =>
      tasks.get(id)?.begun === false ? [`task ${id} ${tasks.get(id)?.status}`] : [],
    )
  },
}

/** Asks every oracle; the answer names what speaks against each. */
export async function consult(seen: Seen): Promise<Record<string, string[]>> {
  const found: Record<string, string[]> = {}
  for (const [name, oracle] of Object.entries(oracles)) found[name] = await oracle(seen)
  return found
}
