import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeClient } from '#lib/postgres'
import { useTestDatabase } from '#test/harness/test-database'
import { seedEveryTable } from '#test/harness/seed-every-table'

/**
 * Tests row-level security on every table. It reads the tables from the catalogue and builds their
 * rows from the column types, so it includes new tables by itself and fails until they have a
 * policy.
 */
const database = useTestDatabase()
const mine = '00000000-0000-7000-8000-00000000000a'
const theirs = '00000000-0000-7000-8000-00000000000b'
let admin: pg.Client
let app: pg.Client
let tables: { name: string; keyed: boolean }[]
/** The generated columns, each as `table.column`. */
let generated: Set<string>

/** Runs one statement as the app role for this organization, and rolls it back. */
async function asOrganization(
  organizationId: string | null,
  statement: string,
  values: unknown[] = [],
): Promise<pg.QueryResult | { refused: string }> {
  await app.query('begin')
  try {
    if (organizationId !== null)
      await app.query(`select set_config('rounds.organization_id', $1, true)`, [organizationId])
    return await app.query(statement, values)
  } catch (error) {
    return { refused: (error as { code: string }).code }
  } finally {
    await app.query('rollback')
  }
}

/** What all organizations may read of the installation: which labels its workers serve. */
const ofInstallation: Record<string, string[]> = { workers: ['seen_at', 'labels', 'unbound'] }

/** The columns that the app role can read and should not. */
async function readableOf(name: string): Promise<string[]> {
  const { rows } = await admin.query<{ column: string }>(
    `select column_name as column from information_schema.columns
      where table_schema = 'public' and table_name = $1`,
    [name],
  )
  const readable: string[] = []
  for (const { column } of rows)
    if (!('refused' in (await asOrganization(mine, `select "${column}" from "${name}"`))))
      readable.push(`select ${column}`)
  return readable.filter((each) => !ofInstallation[name]?.includes(each.replace('select ', '')))
}

/**
 * Finds what the app role can do, as `mine`, with the rows of `theirs` in this table. A table
 * without organization_id must be closed to it, except for what is of the installation.
 */
async function leaksOf({ name, keyed }: { name: string; keyed: boolean }): Promise<string[]> {
  if (!keyed && name !== 'organizations') return await readableOf(name)
  const column = keyed ? 'organization_id' : 'id'
  const { rows } = await admin.query<Record<string, unknown>>(
    `select * from "${name}" where "${column}" = $1`,
    [theirs],
  )
  const row = rows[0] ?? {}
  // The database refuses a value for a generated column before it asks the policy.
  const columns = Object.keys(row).filter((key) => !generated.has(`${name}.${key}`))
  // Arrays are those of columns like text[]; JSON is seeded as an object.
  const isJson = (value: unknown) =>
    value !== null && typeof value === 'object' && !(value instanceof Date) && !Array.isArray(value)
  const values = columns.map((key) => (isJson(row[key]) ? JSON.stringify(row[key]) : row[key]))
  const insert = `insert into "${name}" (${columns.map((key) => `"${key}"`).join(', ')})
    values (${columns.map((_, index) => `$${index + 1}`).join(', ')})`
  const found = async (
    organizationId: string | null,
    statement: string,
    given: unknown[] = [theirs],
  ) => {
    const result = await asOrganization(organizationId, statement, given)
    return 'refused' in result ? result.refused !== '42501' : (result.rowCount ?? 0) > 0
  }
  const tries: [string, boolean][] = [
    ['select', await found(mine, `select from "${name}" where "${column}" = $1`)],
    [
      'update',
      await found(mine, `update "${name}" set "${column}" = "${column}" where "${column}" = $1`),
    ],
    ['delete', await found(mine, `delete from "${name}" where "${column}" = $1`)],
    [
      'select without an organization',
      (await found(null, `select from "${name}"`, [])) ||
        (await found('', `select from "${name}"`, [])),
    ],
    // 42501 is the policy or the missing privilege; any other error (a unique key) would mean that
    // the policy allowed the row.
    ['insert', await found(mine, insert, values)],
    ['move', await found(mine, `update "${name}" set "${column}" = $1`)],
  ]
  return tries.flatMap(([what, leaks]) => (leaks ? [what] : []))
}

beforeAll(async () => {
  admin = makeClient({ connectionString: database.url })
  app = makeClient({ connectionString: database.appUrl })
  await Promise.all([admin.connect(), app.connect()])
  tables = (
    await admin.query<{ name: string; keyed: boolean }>(
      `select t.table_name as name,
        exists(select from information_schema.columns c
          where c.table_schema = t.table_schema and c.table_name = t.table_name
            and c.column_name = 'organization_id') as keyed
       from information_schema.tables t where t.table_schema = 'public'
         and t.table_type = 'BASE TABLE' and t.table_name not like '%drizzle%'
         and not (select relispartition from pg_class
           where oid = format('%I.%I', t.table_schema, t.table_name)::regclass) order by 1`,
    )
  ).rows
  const computed = await admin.query<{ name: string }>(
    `select table_name || '.' || column_name as name from information_schema.columns
      where table_schema = 'public' and is_generated = 'ALWAYS'`,
  )
  generated = new Set(computed.rows.map((column) => column.name))
  await seedEveryTable(admin, [mine, theirs])
})
afterAll(async () => {
  await Promise.all([admin.end(), app.end()])
})

describe('the app role', () => {
  it('cannot bypass the policies', async () => {
    const { rows } = await app.query(
      'select rolsuper, rolbypassrls, rolcreaterole, rolcreatedb from pg_roles where rolname = current_user',
    )
    expect(rows).toEqual([
      { rolsuper: false, rolbypassrls: false, rolcreaterole: false, rolcreatedb: false },
    ])
    const owned = await admin.query(
      `select relname from pg_class
        where relowner = (select oid from pg_roles where rolname = 'rounds_app')`,
    )
    expect(owned.rows).toEqual([])
    for (const role of ['rounds_auth', 'rounds_engine', 'postgres'])
      await expect(app.query(`set role ${role}`), role).rejects.toThrow(/permission denied/)
  })

  it('finds an organization’s rows in every table that has some', async () => {
    const organizational = tables.filter((table) => table.keyed).map((table) => table.name)
    expect(organizational.length).toBeGreaterThanOrEqual(14)
    for (const name of organizational) {
      const seeded = await admin.query(`select from "${name}" where organization_id = $1`, [theirs])
      expect(seeded.rowCount, `${name} has a row of each organization`).toBe(1)
      const own = await asOrganization(theirs, `select organization_id from "${name}"`)
      // A table that the role may not read at all needs no policy (sessions).
      if (!('refused' in own)) expect(own.rows, name).toEqual([{ organization_id: theirs }])
    }
  })

  it('reaches a partition only through its table', async () => {
    const { rows } = await admin.query<{ name: string }>(
      `select relname as name from pg_class where relispartition and relkind = 'r'
        and relnamespace = 'public'::regnamespace`,
    )
    expect(rows.length).toBeGreaterThanOrEqual(16)
    for (const { name } of rows)
      for (const statement of ['select from', 'delete from'])
        expect(await asOrganization(mine, `${statement} "${name}"`), name).toHaveProperty(
          'refused',
          '42501',
        )
  })

  it('sees, changes, deletes and adds nothing of another organization, in any table', async () => {
    for (const table of tables) expect(await leaksOf(table), table.name).toEqual([])
  })

  it('fails this test when a new table has no policy, or one that admits rows', async () => {
    await admin.query(
      `create table unguarded (organization_id uuid not null); insert into unguarded values ('${theirs}'), ('${mine}'); grant select, insert, update, delete on unguarded to rounds_app`,
    )
    expect(await leaksOf({ name: 'unguarded', keyed: true })).toEqual([
      'select',
      'update',
      'delete',
      'select without an organization',
      'insert',
      'move',
    ])
    await admin.query(
      `alter table unguarded enable row level security; create policy half on unguarded to rounds_app using (organization_id = nullif(current_setting('rounds.organization_id', true), '')::uuid) with check (true)`,
    )
    expect(await leaksOf({ name: 'unguarded', keyed: true })).toEqual(['insert', 'move'])
    await admin.query('drop table unguarded')
  })
})
