import { expect, it } from 'vitest'
import { makeClient } from '#lib/postgres'
import { useTestDatabase } from '#test/harness/test-database'
import { tablesInOrder } from './rows.ts'
import { leftOut, transferred } from './tables.ts'

const database = useTestDatabase()

async function asked<T extends object>(text: string, values: unknown[] = []): Promise<T[]> {
  const client = makeClient({ connectionString: database.url })
  await client.connect()
  try {
    return (await client.query<T>(text, values)).rows
  } finally {
    await client.end()
  }
}

it('every table is in an archive, or left out with a reason', async () => {
  const rows = await asked<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace
     and relkind in ('r', 'p') and not relispartition order by 1`,
  )
  const known = [...Object.keys(transferred), ...Object.keys(leftOut)].toSorted()
  // A new table: put it into lib/operations/transfer/tables.ts, with its reason if it is left out.
  expect(known).toEqual(rows.map(({ name }) => name))
  expect(Object.values(leftOut).filter((reason) => !/^[A-Z].*\.$/.test(reason))).toEqual([])
})

it('the role of each table may read and write all of its columns', async () => {
  for (const [table, { role }] of Object.entries(transferred)) {
    const rows = await asked<{ able: boolean }>(
      `select has_table_privilege($1, $2, 'select') and has_table_privilege($1, $2, 'insert')
         as able`,
      [role, table],
    )
    expect([table, rows[0]?.able]).toEqual([table, true])
  }
})

it('a table comes after those that it refers to', async () => {
  const client = makeClient({ connectionString: database.url })
  await client.connect()
  const order = (await tablesInOrder(client, Object.keys(transferred))).map(({ name }) => name)
  await client.end()
  expect(order.toSorted()).toEqual(Object.keys(transferred).toSorted())
  const at = (name: string) => order.indexOf(name)
  expect(at('members')).toBeGreaterThan(at('organizations'))
  expect(at('tasks')).toBeGreaterThan(at('runs'))
  expect(at('identities')).toBeGreaterThan(at('sso_connections'))
})
