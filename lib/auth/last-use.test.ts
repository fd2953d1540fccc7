import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { authDb, closeDatabase } from '#db/client'
import { apiKeys } from '#db/schema/people'
import { organizationWithKeys } from '#test/harness/api'
import { useTestDatabase } from '#test/harness/test-database'
import { authenticate } from './authenticate.ts'

useTestDatabase()

const ask = async (key: string, usedFor: string) =>
  await authenticate(
    new Request('http://localhost:3000/api/v2/runs', {
      headers: { authorization: `Bearer ${key}` },
    }),
    usedFor,
  )
const usesOf = async (organizationId: string) => {
  const rows = await authDb()
    .select()
    .from(apiKeys)
    .where(eq(apiKeys.organizationId, organizationId))
  return Object.fromEntries(
    rows.map(({ name, lastUsedAt, lastUsedFor }) => [name, lastUsedAt && lastUsedFor]),
  )
}

test('uses are written in the background, and at the end of the process', async () => {
  const { id, keys } = await organizationWithKeys()
  await Promise.all([
    ...Array.from({ length: 20 }, async () => await ask(keys.owner, 'GET /things')),
    ask(keys.worker, 'POST /things'),
  ])
  expect(await usesOf(id)).toMatchObject({ owner: null, builder: null, worker: null })
  await closeDatabase()
  expect(await usesOf(id)).toMatchObject({
    owner: 'GET /things',
    builder: null,
    worker: 'POST /things',
  })
})

test('concurrent requests with valid, deleted and invented keys get their own answers', async () => {
  const { keys } = await organizationWithKeys()
  const owner = await organizationWithKeys()
  const other = keys
  await authDb().delete(apiKeys).where(eq(apiKeys.organizationId, owner.id))
  const answers = await Promise.allSettled(
    [other.owner, owner.keys.owner, other.worker, `rk_live_${'x'.repeat(43)}`].map(
      async (key) => (await ask(key, 'GET /things')).role,
    ),
  )
  expect(
    answers.map((answer) => (answer.status === 'fulfilled' ? answer.value : answer.reason.code)),
  ).toEqual(['owner', 'unauthorized', 'worker', 'unauthorized'])
})
