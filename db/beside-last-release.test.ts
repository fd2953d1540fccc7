import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { makeClient } from '#lib/postgres'
import { createTestDatabase, type TestDatabase } from '#test/harness/test-database'
import { applyMigrations } from './apply-migrations.ts'
import { readMigrationFiles } from './migration-files.ts'

/**
 * While an installation is updated, the code of the last release (N) works on the schema of the
 * present one (N+1), beside it, and it goes back to it. The schema of N is its last migration's:
 * migrations never change, so this folder has it, whatever the clone has of the history.
 * `scripts/upgrade/rehearse.ts` starts both. At a release, name its last migration here, and empty
 * `reviewed`.
 */
const lastOfRelease = '0101_renamed-steps-of-back-tests'

/**
 * Constraints and policies of tables of N that are another since, each with the reason why N goes on
 * working. What is only new in a table that N does not know needs none.
 */
const reviewed: Record<string, string> = {
  'runs: runs_trigger': 'It allows one more trigger, and all that N writes.',
  'notifications: notifications_kind': 'It allows more kinds, and all that N writes.',
  'notifications: notifications_unread_workflow':
    'It is of notifications about a workflow without a step, and N writes none of these.',
}

type Facts = Record<string, string>

const columnsSql = `
  select format('%s.%s', relname, attname) as key,
    concat_ws(' ', format_type(atttypid, atttypmod), case when attnotnull then 'not null' end,
      case when atthasdef or attidentity <> '' then 'default' end) as value
  from pg_class c join pg_attribute a on attrelid = c.oid
  where relnamespace in ('public'::regnamespace, 'organization_reading'::regnamespace)
    and relkind in ('r', 'p', 'v') and not relispartition and attnum > 0 and not attisdropped`

const functionsSql = `
  select format('%s(%s)', proname, pg_get_function_identity_arguments(p.oid)) as key,
    concat_ws(' ', pg_get_function_result(p.oid),
      (select string_agg(r, ' ' order by r) from unnest(array['rounds_app', 'rounds_auth',
        'rounds_engine', 'rounds_narrow']) r where has_function_privilege(r, p.oid, 'execute'))) as value
  from pg_proc p where pronamespace = 'public'::regnamespace`

const rightsSql = `
  select format('%s: %s of %s may %s', relname, r, coalesce(a, 'the table'), privilege) as key,
    'yes' as value
  from pg_class c, unnest(array['rounds_app', 'rounds_auth', 'rounds_engine', 'rounds_narrow']) r,
    unnest(array['select', 'insert', 'update', 'delete']) privilege, lateral (
      select null::text as a where has_table_privilege(r, c.oid, privilege)
      union all
      select attname from pg_attribute where attrelid = c.oid and attnum > 0 and not attisdropped
        and privilege <> 'delete' and has_column_privilege(r, c.oid, attnum, privilege)) of_what
  where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition`

const constraintsSql = `
  select format('%s: %s', conrelid::regclass, conname) as key, pg_get_constraintdef(k.oid) as value
  from pg_constraint k join pg_class c on c.oid = conrelid
  where connamespace = 'public'::regnamespace and contype in ('c', 'f', 'x') and not relispartition
  union all
  select format('%s: %s', indrelid::regclass, i.relname),
    regexp_replace(pg_get_indexdef(indexrelid), ' ON ONLY ', ' ON ')
  from pg_index join pg_class i on i.oid = indexrelid join pg_class c on c.oid = indrelid
  where c.relnamespace = 'public'::regnamespace and indisunique and not c.relispartition`

const policiesSql = `
  select format('%s: %s', polrelid::regclass, polname) as key,
    concat_ws(' ', polcmd, polpermissive, (select string_agg(x::regrole::text, ' ') from unnest(polroles) x),
      pg_get_expr(polqual, polrelid), pg_get_expr(polwithcheck, polrelid)) as value
  from pg_policy`

type Schema = Record<'columns' | 'functions' | 'rights' | 'constraints' | 'policies', Facts>

async function schemaOf(client: pg.Client): Promise<Schema> {
  const facts = async (text: string): Promise<Facts> => {
    const { rows } = await client.query<{ key: string; value: string }>(text)
    return Object.fromEntries(rows.map(({ key, value }) => [key, value]))
  }
  return {
    columns: await facts(columnsSql),
    functions: await facts(functionsSql),
    rights: await facts(rightsSql),
    constraints: await facts(constraintsSql),
    policies: await facts(policiesSql),
  }
}

const tableOf = (key: string): string => key.split(/[.:]/)[0] ?? ''

/** What N needs of the present schema and does not find there, in sentences. */
function problems(old: Schema, present: Schema): string[] {
  const found: string[] = []
  for (const [column, value] of Object.entries(old.columns)) {
    const now = present.columns[column]
    const type = value.replace(/ not null| default/g, '')
    if (now === undefined) found.push(`${column}: N reads or writes it, and it is gone`)
    else if (now.replace(/ not null| default/g, '') !== type)
      found.push(`${column}: N knows it as ${type}; now it is ${now}`)
    else if (now.includes('not null') && !value.includes('not null'))
      found.push(`${column}: N may write null, and now it is not null`)
    else if (value.includes('default') && !now.includes('default'))
      found.push(`${column}: N leaves it to its default, which is gone`)
  }
  const tables = new Set(Object.keys(old.columns).map(tableOf))
  for (const [column, value] of Object.entries(present.columns))
    if (tables.has(tableOf(column)) && !(column in old.columns) && value.endsWith(' not null'))
      found.push(`${column}: N does not know it and writes none, and it has no default`)
  for (const kind of ['functions', 'rights'] as const)
    for (const [key, value] of Object.entries(old[kind]))
      if (!(present[kind][key] ?? '').startsWith(value))
        found.push(`${key}: N has "${value}"; now it is "${present[kind][key] ?? 'gone'}"`)
  for (const kind of ['constraints', 'policies'] as const)
    for (const key of new Set([...Object.keys(old[kind]), ...Object.keys(present[kind])])) {
      const before = old[kind][key]
      const now = present[kind][key]
      if (before === now || !tables.has(tableOf(key)) || key in reviewed) continue
      found.push(`${key}: it was "${before ?? 'not there'}"; now it is "${now ?? 'gone'}"`)
    }
  return found
}

async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = makeClient({ connectionString: url })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/** A folder with the migrations up to that of the last release. */
function migrationsOfRelease(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'rounds-release-'))
  mkdirSync(path.join(folder, 'meta'))
  const all = readMigrationFiles('db/migrations')
  const count = all.findIndex(({ name }) => name === lastOfRelease) + 1
  if (count === 0) throw new Error(`there is no migration ${lastOfRelease}`)
  const entries = all.slice(0, count).map(({ name, madeAt }) => ({ tag: name, when: madeAt }))
  for (const { tag } of entries) cpSync(`db/migrations/${tag}.sql`, path.join(folder, `${tag}.sql`))
  writeFileSync(path.join(folder, 'meta/_journal.json'), JSON.stringify({ entries }))
  return folder
}

let present: TestDatabase
let old: Schema
let now: Schema

beforeAll(async () => {
  present = await createTestDatabase()
  const admin = Object.assign(new URL(inject('templateUrl')), { pathname: '/postgres' }).href
  const name = `release_${process.pid}`
  await withClient(admin, async (client) => await client.query(`create database ${name}`))
  const folder = migrationsOfRelease()
  try {
    const url = Object.assign(new URL(admin), { pathname: `/${name}` }).href
    old = await withClient(url, async (client) => {
      await applyMigrations(client, { folder })
      return await schemaOf(client)
    })
    now = await withClient(present.url, schemaOf)
  } finally {
    rmSync(folder, { recursive: true })
    await withClient(
      admin,
      async (client) => await client.query(`drop database ${name} with (force)`),
    )
  }
}, 300_000)
afterAll(async () => await present.drop())

it('the last release goes on working on the present schema', () => {
  // Expand now, contract a release later (db/README.md). A constraint or policy that loosens only:
  // name it in `reviewed` with the reason.
  expect(problems(old, now)).toEqual([])
})

it('names no reviewed change that is none', () => {
  const same = Object.keys(reviewed).filter(
    (key) =>
      old.constraints[key] === now.constraints[key] && old.policies[key] === now.policies[key],
  )
  expect(same).toEqual([])
})

describe('finds what would break the last release', () => {
  const broken: [string, string, string][] = [
    ['a column that is gone', 'alter table mails drop column subject', 'mails.subject: N reads'],
    ['a new name', 'alter table mails rename column subject to title', 'mails.subject: N reads'],
    [
      'another type',
      'alter table mails alter column subject type varchar(9)',
      'N knows it as text',
    ],
    [
      'a column that must be written',
      'alter table mails add x int not null',
      'mails.x: N does not',
    ],
    [
      'null that is refused',
      'alter table mails alter column html set not null',
      'N may write null',
    ],
    [
      'no default',
      'alter table mails alter column private drop default',
      'left to its default|leaves it',
    ],
    [
      'a right that is taken',
      'revoke update on mails from rounds_engine',
      'mails: rounds_engine of',
    ],
    ['a function with other arguments', 'drop function run_id_at(timestamptz)', 'run_id_at'],
    ['a check', `alter table mails add constraint few check (subject <> 'x')`, 'mails: few'],
    ['a unique index', 'create unique index one on mails (subject)', 'mails: one'],
    ['a key that is gone', 'alter table api_keys drop constraint api_keys_name', 'api_keys_name'],
    ['a policy', 'drop policy organization on mails', 'mails: organization'],
  ]
  it.each(broken)('%s', async (_what, statement, says) => {
    const changed = await withClient(present.url, async (client) => {
      await client.query('begin')
      await client.query(statement)
      return await schemaOf(client)
    })
    expect(problems(old, changed).join('\n')).toMatch(new RegExp(says))
  })
})
