import { chmodSync, cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

import type pg from 'pg'

import { applyMigrations } from '../../db/apply-migrations.ts'
import { startEmbeddedPostgres } from '../../db/embedded.ts'
import { readMigrationFiles } from '../../db/migration-files.ts'
import { makeClient } from '../../lib/postgres.ts'
import { fillQuickly } from './fill-quickly.ts'

/**
 * Fills a database of an earlier migration with runs and what belongs to them, and times each later
 * migration: how long it takes, which tables it writes anew, and how much it writes to the log.
 * `node scripts/upgrade/time-migrations.ts <migration> <runs>`; five rows a run, two of them tasks.
 */
const [from = '', runs = '100000'] = process.argv.slice(2)
const place = mkdtempSync(path.join(tmpdir(), 'rounds-migrations-'))
chmodSync(place, 0o711)
const say = (sentence: string) => process.stdout.write(`${sentence}\n`)
const all = readMigrationFiles('db/migrations')

/** A folder with the migrations up to that number. */
function folderUpTo(count: number): string {
  const folder = path.join(place, 'migrations')
  mkdirSync(path.join(folder, 'meta'), { recursive: true })
  const entries = all.slice(0, count).map(({ name, madeAt }) => ({ tag: name, when: madeAt }))
  for (const { tag } of entries) cpSync(`db/migrations/${tag}.sql`, path.join(folder, `${tag}.sql`))
  writeFileSync(path.join(folder, 'meta/_journal.json'), JSON.stringify({ entries }))
  return folder
}

/** Ids of six months: a v7 UUID begins with its milliseconds. */
const idAt = (number: string, kind: number) => `(lpad(to_hex((extract(epoch from
  timestamptz '2026-06-01' + ${number} * interval '182 days' / ${runs}) * 1000)::bigint), 12, '0')
  || '7${kind}00' || '8' || lpad(to_hex(${number}), 15, '0'))::uuid`

const fill = [
  `insert into organizations (id, slug, name)
     select lpad(n::text, 32, '0')::uuid, 'org-' || n, 'Clinic' from generate_series(1, 10) n`,
  `insert into workflows (id, organization_id, slug, name, draft, form_token)
     select id, id, 'w', 'W', '{}', id::text from organizations`,
  `select make_run_months('2026-06-01', '2026-11-30')`,
  `insert into runs (id, organization_id, workflow_id, status, trigger, title, start_data,
     created_at, finished_at)
   select ${idAt('n', 1)}, lpad((n % 10 + 1)::text, 32, '0')::uuid,
     lpad((n % 10 + 1)::text, 32, '0')::uuid, 'completed', 'api', 'Referral ' || n,
     jsonb_build_object('patient', 'P-' || n % 50000, 'note', md5(n::text) || ' ' || md5((n + 1)::text)),
     now() - interval '1 day', now() from generate_series(1, ${runs}) n`,
  `insert into tasks (id, organization_id, run_id, key, step_id, step_type, title, effect, status,
     output, state)
   select ${idAt('n', 2)}, lpad((n % 10 + 1)::text, 32, '0')::uuid, ${idAt('n', 1)}, key, key,
     'transform', key, 'pure', 'completed', jsonb_build_object('value', md5(n::text)), '{}'
   from generate_series(1, ${runs}) n, unnest(array['first']) key`,
  // What the trigger of runs does, which is off; with fewer words, which cost most of its time.
  `insert into run_search (run_id, organization_id, fields, words)
   select id, organization_id, start_data, array_to_tsvector(string_to_array(title, ' ')) from runs`,
  `insert into tasks (id, organization_id, run_id, key, step_id, step_type, title, effect, status,
     output, state)
   select ${idAt('n', 3)}, lpad((n % 10 + 1)::text, 32, '0')::uuid, ${idAt('n', 1)}, key, key,
     'screen', key, 'pure', case when n % 50 = 0 then 'suspended' else 'completed' end,
     jsonb_build_object('value', md5(n::text)),
     case when n % 50 = 0 then '{"reason": "screen", "title": "Review"}'::jsonb else '{}' end
   from generate_series(1, ${runs}) n, unnest(array['second']) key`,
  `insert into audit_entries (id, organization_id, actor_kind, actor_id, actor_name, action,
     object_kind, object_id, details)
   select gen_random_uuid(), lpad((n % 10 + 1)::text, 32, '0')::uuid, 'user', 'u', 'Ada', 'run.started',
     'run', n::text, '{}' from generate_series(1, ${runs}) n`,
]

const filesSql = `select relname as name, pg_relation_filenode(oid)::text as file from pg_class
  where relnamespace = 'public'::regnamespace and relkind = 'r' and pg_relation_size(oid) > 8192`

async function measure(client: pg.Client, count: number): Promise<void> {
  const facts = async () => {
    const { rows } = await client.query<{ name: string; file: string }>(filesSql)
    const log = await client.query<{ bytes: string }>(
      `select pg_current_wal_insert_lsn() - '0/0'::pg_lsn as bytes`,
    )
    return {
      files: new Map(rows.map(({ name, file }) => [name, file])),
      log: Number(log.rows[0]?.bytes),
    }
  }
  const before = await facts()
  const start = performance.now()
  await applyMigrations(client, { folder: folderUpTo(count) })
  const seconds = (performance.now() - start) / 1000
  const after = await facts()
  const anew = [...before.files].filter(([name, file]) => (after.files.get(name) ?? file) !== file)
  const megabytes = (after.log - before.log) / 1024 / 1024
  if (seconds > 0.3 || megabytes > 5 || anew.length > 0)
    say(
      `${all[count - 1]?.name}: ${seconds.toFixed(1)} s, ${megabytes.toFixed(0)} MB of log` +
        (anew.length > 0 ? `, written anew: ${anew.map(([name]) => name).join(', ')}` : ''),
    )
}

const postgres = await startEmbeddedPostgres({ dataDir: path.join(place, 'database') })
try {
  const client = makeClient({ connectionString: postgres.url })
  await client.connect()
  const first = all.findIndex(({ name }) => name.startsWith(from)) + 1
  await applyMigrations(client, { folder: folderUpTo(first) })
  await fillQuickly(client, fill, say)
  await client.query('vacuum analyze')
  const { rows } = await client.query<{ size: string }>(
    'select pg_size_pretty(pg_database_size(current_database())) as size',
  )
  say(`${runs} runs, ${Number(runs) * 2} tasks: ${rows[0]?.size}`)
  for (let count = first + 1; count <= all.length; count++) await measure(client, count)
  await client.end()
} finally {
  await postgres.stop()
  rmSync(place, { recursive: true, force: true })
}
