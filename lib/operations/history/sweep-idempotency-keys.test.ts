import { expect, it } from 'vitest'
import { engineDb } from '#db/client'
import { idempotencyKeys } from '#db/schema/records'
import { newId } from '#lib/ids'
import { seedOrganization } from '#test/harness/seed-organization'
import { useTestDatabase } from '#test/harness/test-database'
import { applyRetention } from './start-history.ts'

useTestDatabase()

it('the answers stored for idempotency keys are deleted when their time is over', async () => {
  const { organizationId } = await seedOrganization()
  const row = (key: string, expiresAt: Date) => ({
    id: newId(),
    organizationId,
    operation: 'runSql',
    key,
    fingerprint: 'x',
    status: 200,
    result: { value: { patient: 'EMR-1001' } },
    expiresAt,
  })
  const over = new Date(Date.now() - 1000)
  const good = new Date(Date.now() + 60_000)
  await engineDb()
    .insert(idempotencyKeys)
    .values([row('over', over), row('good', good)])
  await applyRetention()
  const left = await engineDb().select({ key: idempotencyKeys.key }).from(idempotencyKeys)
  expect(left).toEqual([{ key: 'good' }])
})
