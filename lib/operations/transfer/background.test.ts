import { readFileSync } from 'node:fs'
import { glob } from 'node:fs/promises'
import { beforeAll, expect, it, vi } from 'vitest'
import { enginePool } from '#db/client'
import { queueDueRuns } from '#lib/engine/store/sweeps/long-timers'
import { requeueLostRuns } from '#lib/engine/store/sweeps/orphaned-runs'
import { newId } from '#lib/ids'
import { startWorker } from '#lib/engine/worker/worker'
import { makeClient } from '#lib/postgres'
import { workerOptions } from '#lib/server/services'
import { seedEveryTable } from '#test/harness/seed-every-table'
import { useTestDatabase } from '#test/harness/test-database'
import { queryAt } from '#test/harness/two-cells'
import { until } from '#test/harness/until'
import { tablesFor } from './tables.ts'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

const database = useTestDatabase()
const moving = '00000000-0000-7000-8000-0000000000a1'
const staying = '00000000-0000-7000-8000-0000000000b2'
const query = async <T extends object>(text: string, values: unknown[] = []) =>
  await queryAt<T>(database.url, text, values)

/** A row of a table that is due, and what shows that a worker has acted on it. */
type Due = { table: string; set: string; acted: string }

const looked = (table: string): Due => ({
  table,
  set: 'next_look_at = now()',
  acted: 'next_look_at is null or next_look_at > now()',
})
const gone = (table: string, set: string): Due => ({ table, set, acted: 'false' })

/** What each loop and each kind of job of a worker finds due. */
const dueOf: Readonly<Record<string, Due[]>> = {
  absences: [
    {
      table: 'absences',
      set: `first_day = '2026-01-01', last_day = '2099-01-01', begun_at = null, ended_at = null,
        held_cases = 'keep'`,
      acted: 'begun_at is not null',
    },
  ],
  'async results': [
    {
      table: 'async_results',
      set: `status = 'pending', due_at = now(), due_outcome = '{"status": "completed"}'`,
      acted: `status = 'completed'`,
    },
  ],
  'back-tests': [{ table: 'back_tests', set: 'next_at = now()', acted: 'tries > 0' }],
  deadlines: [
    {
      table: 'work_items',
      set: `next_action_at = now(), closed_at = null, outcome = null, actions = jsonb_build_array(
        jsonb_build_object('at', now(), 'do', 'remind', 'when', 'after-opening'))`,
      acted: `past_actions <> '[]' or next_action_at > now()`,
    },
  ],
  directories: [
    {
      table: 'directories',
      set: `kind = 'workos', sync_due_at = now()`,
      acted: 'last_sync_at is not null',
    },
  ],
  'expired async results': [
    {
      table: 'async_results',
      set: '',
      // The row that `beforeAll` adds.
      acted: `not exists (select from async_results as old where expires_at < now()
        and old.organization_id = async_results.organization_id)`,
    },
  ],
  'expiring API keys': [
    {
      table: 'api_keys',
      set: `expires_at = now() + interval '1 day', warned_at = null, stopped_at = null`,
      acted: 'warned_at is not null',
    },
  ],
  faxes: [looked('faxes')],
  'hie requests': [
    {
      table: 'hie_requests',
      set: `finished_at = null, next_look_at = now(), deadline_at = now() + interval '1 hour'`,
      acted: 'lease_epoch > 0',
    },
  ],
  history: [
    gone('code_use', `hour = now() - interval '32 days'`),
    gone('idempotency_keys', 'expires_at = now()'),
    gone(
      'mail_reply_addresses',
      `created_at = now() - interval '2 days', run_id = organization_id`,
    ),
    gone('saved_forms', 'ends_at = now()'),
  ],
  letters: [looked('letters')],
  'mails of notifications': [
    { table: 'notifications', set: 'mail_at = now()', acted: 'mailed_at is not null' },
  ],
  'messages to browsers': [
    { table: 'notifications', set: 'push_at = now()', acted: 'pushed_at is not null' },
  ],
  'received mails': [looked('received_mails')],
  schedules: [
    {
      table: 'schedules',
      set: `cron = '* * * * *', time_zone = 'UTC', next_at = now()`,
      acted: 'next_at > now()',
    },
  ],
  'secure messages': [
    {
      table: 'secure_messages',
      set: 'expires_at = now(), ended_at = null, end_reason = null',
      acted: 'ended_at is not null',
    },
    gone('secure_message_readings', 'expires_at = now()'),
  ],
  'single sign-on': [
    {
      table: 'break_glass_owners',
      set: 'used_at = now(), alerted_at = null',
      acted: 'alerted_at is not null',
    },
    {
      table: 'email_domains',
      set: `proven_at = now() - interval '2 days', checked_at = null, domain = id || '.invalid'`,
      acted: 'checked_at is not null',
    },
    {
      table: 'sso_connections',
      set: `kind = 'saml', created_at = now() - interval '2 days', checked_at = null,
        config = '{"certificates": []}'`,
      acted: 'checked_at is not null',
    },
  ],
  'test sets': [{ table: 'trials', set: 'next_at = now()', acted: 'tries > 0' }],
  'the job of mails': [
    {
      table: 'mails',
      set: `status = 'queued', private = false, recipients = '["a@example.com"]'`,
      acted: `status <> 'queued'`,
    },
  ],
}

beforeAll(async () => {
  const client = makeClient({ connectionString: database.url })
  await client.connect()
  await seedEveryTable(client, [moving, staying])
  for (const { table, set } of Object.values(dueOf).flat())
    if (set) await client.query(`update ${table} set ${set}`)
  await client.query(`update runs set status = 'suspended'`)
  await client.query(`update tasks set status = 'suspended',
    state = '{"reason": "screen", "title": "Review"}'`)
  await client.query(`update members set email = user_id || '@example.com'`)
  for (const id of [moving, staying])
    await client.query(
      `insert into async_results (id, organization_id, kind, status, completed_at, expires_at)
       values ($1, $2, 'manual', 'completed', now(), now() - interval '1 second')`,
      [newId(), id],
    )
  await client.query('select enqueue_mail(id) from mails')
  await client.query(`update organizations set moved_at = now(), moved_to = 'east' where id = $1`, [
    moving,
  ])
  await client.end()
})

/** All rows of an organization that a move takes along, but for the counts of its runs. */
async function rowsOf(id: string): Promise<Record<string, unknown[]>> {
  const all: Record<string, unknown[]> = {}
  const { run_books: _, ...tables } = tablesFor('cell')
  for (const [table, { rows }] of Object.entries(tables))
    all[table] = await query(
      `select to_jsonb(t) as row from ${table} t where ${rows.replaceAll('$1', `'${id}'`)} order by 1`,
    )
  return all
}

/** The loops that have not acted on everything of the organization that is due. */
async function idle(id: string): Promise<string[]> {
  const found = []
  for (const [loop, due] of Object.entries(dueOf))
    for (const { table, acted } of due) {
      const open = await query(
        `select from ${table} where organization_id = $1 and not coalesce(${acted}, false)`,
        [id],
      )
      if (open.length > 0) found.push(`${loop}: ${table}`)
    }
  return found
}

/** Lets a worker of the product work until it has acted on everything of the organization. */
async function workOff(id: string): Promise<void> {
  const worker = await startWorker(workerOptions())
  let left: string[] = []
  try {
    await until(
      'everything is done',
      async () => {
        left = await idle(id)
        return left.length === 0
      },
      60_000,
    )
  } catch (error) {
    throw new Error(`still due: ${left.join(', ')}`, { cause: error })
  } finally {
    await worker.stop()
  }
}

it('knows every loop', async () => {
  const names = new Set(['the job of mails'])
  for await (const file of glob('lib/**/*.ts'))
    for (const [, name] of readFileSync(file, 'utf8').matchAll(/startDueLoop\('([^']+)'/g))
      if (!file.endsWith('.test.ts') && name !== undefined) names.add(name)
  expect(Object.keys(dueOf).toSorted()).toEqual([...names].toSorted())
})

it('queues no timer of an organization that is moved', async () => {
  const keys = async () =>
    await query(`select key from graphile_worker.jobs where task_identifier = 'turn'`)
  await query(`update tasks set due_at = now()`)
  await queueDueRuns(enginePool())
  await requeueLostRuns(enginePool())
  const [run] = await query<{ id: string }>('select id from runs where organization_id = $1', [
    staying,
  ])
  expect(await keys()).toEqual([{ key: `run:${run?.id}` }])
  await query(`update tasks set due_at = null`)
  await query(`select graphile_worker.remove_job($1)`, [`run:${run?.id}`])
})

it('does nothing about an organization that is moved, and goes on where it goes on', async () => {
  const before = await rowsOf(moving)
  await workOff(staying)
  const after = await rowsOf(moving)
  for (const table of Object.keys(before))
    expect([table, after[table]]).toEqual([table, before[table]])

  await query(`update organizations set moved_at = null, moved_to = null where id = $1`, [moving])
  await query('select enqueue_mail(id) from mails where organization_id = $1', [moving])
  await workOff(moving)
})
