import { beforeAll, expect, it, vi } from 'vitest'
import { makeClient } from '#lib/postgres'
import { openText, sealText } from '#lib/sealed-text'
import { connectionPlace } from '#lib/operations/connections/secrets'
import { totpPlace } from '#lib/auth/factors/totp'
import { seedEveryTable } from '#test/harness/seed-every-table'
import {
  inCell,
  killCell,
  queryAt,
  runAt,
  useTwoCells,
  writeSettings,
} from '#test/harness/two-cells'
import { tablesFor } from './tables.ts'

// Two installations are started, each with its own cluster.
vi.setConfig({ testTimeout: 300_000, hookTimeout: 300_000 })

const two = useTwoCells()
const id = '00000000-0000-7000-8000-0000000000a1'
const stays = '00000000-0000-7000-8000-0000000000b2'
const connectionId = '00000000-0000-7000-8000-0000000000c3'
const secret = 'the-password-of-the-warehouse'

/** Each table's rows, without what the move changes of them. */
async function rowsAt(url: string): Promise<Record<string, unknown[]>> {
  const all: Record<string, unknown[]> = {}
  for (const [table, { rows }] of Object.entries(tablesFor('cell')))
    all[table] = await queryAt(
      url,
      `select to_jsonb(t) - '{moved_at,moved_to,access_revision,moved_epoch,paused_at,paused_by,lease_epoch,revision,
         lease_worker,parked,storage_key,raw_key,secrets,secret,wrapped,private_key,sealed,
         provider_secret,password,webhook_secret,id_token,number_hash,updated_at,content}'::text[] as row
       from ${table} t where ${rows.replaceAll('$1', `'${id}'`)} order by 1`,
    )
  return all
}

const withoutOwn = (rows: unknown[] = []): string[] =>
  rows
    .map((row) => JSON.stringify(row))
    .filter((row) => !/organization\.(?:imported|released|frozen|exported)/.test(row))

beforeAll(async () => {
  // A running cell would remove what is over, and the dates of the rows are long ago.
  await killCell(two.west)
  await killCell(two.east)
  const client = makeClient({ connectionString: two.west.databaseUrl })
  await client.connect()
  await seedEveryTable(client, [id, stays])
  // They stand for a database that there is not, and for keys that nobody has.
  await client.query(
    `delete from organization_databases; delete from secret_keys where id like 'text%'`,
  )
  await client.query(
    `update organizations set slug = 'whole' where id = '${id}';
     update workflows set paused_at = now(), paused_by = 'Ada';
     update users set password_hash = 'a hash';
     update identities set connection_id = (select id from sso_connections
         where organization_id = '${id}')
       where user_id in (select user_id from members where organization_id = '${id}');
     update runs set status = 'suspended', parked = true;
     update mails set status = 'sent'`,
  )
  await inCell(two.west, async () => {
    const place = { id: connectionId, organizationId: id }
    await client.query(
      `insert into connections (id, organization_id, kind, slug, provider, name, config, secrets)
       values ($1, $2, 'warehouse', 'ours', 'sandbox', 'Ours', '{}', $3)`,
      [connectionId, id, sealText(connectionPlace(place), secret)],
    )
    const { rows } = await client.query<{ userId: string }>(
      `select user_id as "userId" from second_factors`,
    )
    for (const { userId } of rows)
      await client.query('update second_factors set secret = $2 where user_id = $1', [
        userId,
        sealText(totpPlace(userId), 'the secret of an app'),
      ])
  })
  await client.end()
})

it('every table comes along, with accounts and secrets, and the other organization stays', async () => {
  const sent = await rowsAt(two.west.databaseUrl)
  const empty = Object.entries(sent).filter(([, rows]) => rows.length === 0)
  expect(empty.map(([table]) => table)).toEqual([])
  const stayed = await queryAt(
    two.west.databaseUrl,
    'select * from workflows where organization_id = $1',
    [stays],
  )
  const said = await runAt(two.west, [
    'lib/server/organizations.ts',
    'move',
    'whole',
    '--to',
    'east',
    '--settings',
    writeSettings(two.east, two.place),
  ])
  expect(said).toContain('is in the cell east')
  const there = await rowsAt(two.east.databaseUrl)
  for (const table of Object.keys(sent))
    expect([table, withoutOwn(there[table])]).toEqual([table, withoutOwn(sent[table])])
  expect(
    await queryAt(two.west.databaseUrl, 'select * from workflows where organization_id = $1', [
      stays,
    ]),
  ).toEqual(stayed)
  const opened = await inCell(two.east, async () => {
    const [row] = await queryAt<{ secrets: string }>(
      two.east.databaseUrl,
      'select secrets from connections where id = $1',
      [connectionId],
    )
    return openText(connectionPlace({ id: connectionId, organizationId: id }), row?.secrets ?? '')
  })
  expect(opened).toBe(secret)
})
