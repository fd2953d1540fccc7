import { beforeAll, expect, it } from 'vitest'
import { inOrganization } from '#db/client'
import type { LinkedKind } from '#lib/contracts/organization/memberships'
import { makeClient } from '#lib/postgres'
import { seedEveryTable } from '#test/harness/seed-every-table'
import { useTestDatabase } from '#test/harness/test-database'
import { linkedFinders } from './linked-finders.ts'

const database = useTestDatabase()
const mine = '00000000-0000-7000-8000-00000000000a'
const theirs = '00000000-0000-7000-8000-00000000000b'
/** As `seedEveryTable` makes the first organization's rows. */
const id = '00000000-0000-7000-8000-000000000001'
const name = 'text-1'

beforeAll(async () => {
  const admin = makeClient({ connectionString: database.url })
  await admin.connect()
  await seedEveryTable(admin, [mine, theirs])
  await admin.query(`update former_slugs set slug = 'former' where organization_id = $1`, [mine])
  await admin.end()
})

const find = async (organizationId: string, kind: LinkedKind, wanted: string) =>
  await inOrganization(organizationId, async (tx) => await linkedFinders[kind](tx, wanted))

const kinds = Object.keys(linkedFinders) as LinkedKind[]

it.each(kinds)('finds a %s in the organization that has it, and in no other', async (kind) => {
  const wanted = kind === 'form' || kind === 'policy' ? name : id
  expect([await find(mine, kind, wanted), await find(theirs, kind, wanted)]).toEqual([true, false])
  expect(await find(mine, kind, 'nonsense')).toBe(false)
})

it.each([name, 'former'])('finds a workflow by its slug %s', async (slug) => {
  expect(await find(mine, 'workflow', slug)).toBe(true)
  expect(await find(theirs, 'workflow', slug)).toBe(false)
})
