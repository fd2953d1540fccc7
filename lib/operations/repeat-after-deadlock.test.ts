import { eq, sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { inOrganization } from '#db/client'
import { policies } from '#db/schema/documents'
import { newActor } from '#lib/auth/actor'
import { organizationWithKeys } from '#test/harness/api'
import { useTestDatabase } from '#test/harness/test-database'
import { defineOperation } from './define-operation.ts'

useTestDatabase()

it('two acts that wait for each other both come to their end, each once', async () => {
  const { id: organizationId } = await organizationWithKeys()
  await inOrganization(organizationId, async (tx) => {
    for (const id of ['one', 'two'])
      await tx
        .insert(policies)
        .values({ organizationId, id, title: id, text: '', updatedAt: new Date() })
  })
  // Each has its first row before either asks for the other's.
  let waiting = 2
  let bothHave: () => void = () => undefined
  const together = new Promise<void>((resolve) => {
    bothHave = resolve
  })
  let rounds = 0
  const touch = defineOperation<{ order: [string, string] }, void>({
    name: 'touch',
    permission: 'policies:manage',
    async run({
      input: {
        order: [first, second],
      },
      tx,
    }) {
      rounds++
      const append = (id: string) =>
        tx
          .update(policies)
          .set({ text: sql`${policies.text} || ${first}` })
          .where(eq(policies.id, id))
      await append(first)
      if (--waiting === 0) bothHave()
      if (waiting >= 0) await together
      await append(second)
    },
  })
  const actor = newActor({
    kind: 'api-key',
    id: 'test',
    name: 'test',
    email: null,
    organizationId,
    role: 'owner',
    sessionId: null,
  })
  await Promise.all([
    touch(actor, { order: ['one', 'two'] }),
    touch(actor, { order: ['two', 'one'] }),
  ])
  const texts = await inOrganization(organizationId, (tx) =>
    tx.select({ text: policies.text }).from(policies),
  )
  // One of them was repeated; more often only when the machine is busy.
  expect(rounds).toBeGreaterThanOrEqual(3)
  for (const { text } of texts) expect(text.length).toBe(6)
})
