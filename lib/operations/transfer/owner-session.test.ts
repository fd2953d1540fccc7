import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { newId } from '#lib/ids'
import { makeClient } from '#lib/postgres'
import { seedOrganization } from '#test/harness/seed-organization'
import { useTestDatabase } from '#test/harness/test-database'
import { inOwnerSession } from './owner-session.ts'

/** Managed Postgres gives no superuser: its role has made ours, and may grant them. */
const owner = `owner_${randomBytes(4).toString('hex')}`
const database = useTestDatabase()
let url: string

async function asSuperuser<T extends object>(text: string): Promise<T[]> {
  const client = makeClient({ connectionString: database.url })
  await client.connect()
  try {
    return (await client.query<T>(text)).rows
  } finally {
    await client.end()
  }
}

beforeAll(async () => {
  await asSuperuser(
    `create role ${owner} login password 'secret' createrole nosuperuser;
     grant rounds_app, rounds_auth, rounds_engine to ${owner} with admin true, inherit false, set false;
     grant connect on database ${new URL(database.url).pathname.slice(1)} to ${owner}`,
  )
  url = Object.assign(new URL(database.url), { username: owner, password: 'secret' }).href
})
afterAll(async () => {
  const made = new URL(database.url).pathname.slice(1)
  await asSuperuser(
    `revoke all on database ${made} from ${owner};
     revoke rounds_app, rounds_auth, rounds_engine from ${owner}; drop role ${owner}`,
  )
})

const maySet = async () =>
  await asSuperuser<{ able: boolean }>(
    `select pg_has_role('${owner}', 'rounds_app', 'SET') as able`,
  )

it.each([true, false])('acts as our roles and gives the right back (keep: %s)', async (keep) => {
  const { organizationId } = await seedOrganization()
  await seedOrganization()
  const seen = await inOwnerSession(url, { organizationId, keep }, async ({ client, actAs }) => {
    await actAs('rounds_app')
    const { rows } = await client.query<{ id: string }>('select id from organizations')
    await actAs('rounds_auth')
    const all = await client.query('select from organizations')
    return { own: rows.map(({ id }) => id), all: all.rowCount ?? 0 }
  })
  expect(seen.own).toEqual([organizationId])
  expect(seen.all).toBeGreaterThan(1)
  expect(await maySet()).toEqual([{ able: false }])
})

it('keeps nothing of work that throws', async () => {
  const id = newId()
  const work = inOwnerSession(
    url,
    { organizationId: id, keep: true },
    async ({ client, actAs }) => {
      await actAs('rounds_auth')
      await client.query(
        `insert into organizations (id, slug, name) values ($1, 'broken', 'Broken')`,
        [id],
      )
      throw new Error('it broke off')
    },
  )
  await expect(work).rejects.toThrow('it broke off')
  expect(await asSuperuser(`select from organizations where id = '${id}'`)).toEqual([])
})
