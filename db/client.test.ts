import { expect, it, vi } from 'vitest'
import { seedOrganization } from '#test/harness/seed-organization'
import { useTestDatabase } from '#test/harness/test-database'
import { inOneTrip } from './client.ts'

useTestDatabase()

it('a statement prepared by one copy of this module is known to another, since they share the connections', async () => {
  const { organizationId } = await seedOrganization()
  const call = { statement: { name: 'twice', text: 'select $1::int as one' }, values: [1] }
  expect(await inOneTrip(organizationId, call)).toEqual([[{ one: 1 }]])
  vi.resetModules()
  const copy = await import('./client.ts')
  expect(copy.inOneTrip).not.toBe(inOneTrip)
  expect(await copy.inOneTrip(organizationId, call)).toEqual([[{ one: 1 }]])
})
