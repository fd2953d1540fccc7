import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { inOrganization } from '#db/client'
import { idempotencyKeys } from '#db/schema/records'
import { newActor, type Actor } from '#lib/auth/actor'
import { newId } from '#lib/ids'
import { useApi } from '#test/harness/api'
import { defineOutsideOperation } from './define-operation.ts'

const api = useApi()
const actor = (): Actor =>
  newActor({
    kind: 'api-key',
    id: newId(),
    name: 'owner',
    email: null,
    organizationId: api.organization.id,
    role: 'owner',
    sessionId: null,
  })

/** An act outside that is under way until the test ends it; `seen` is what each call was told. */
function heldAct(resumesUnknown: boolean) {
  const seen: (boolean | undefined)[] = []
  const begun = Promise.withResolvers<void>()
  const end = Promise.withResolvers<void>()
  const operation = defineOutsideOperation<object, { n: number }>({
    name: `heldAct${newId()}`,
    permission: 'integrations:call',
    resumesUnknown,
    async run({ info }) {
      seen.push(info.mayHaveHappened)
      begun.resolve()
      if (seen.length === 1) await end.promise
      return { n: seen.length }
    },
  })
  const key = newId()
  const call = async () =>
    await operation(actor(), {}, { idempotency: { key, fingerprint: 'the same request' } })
  /** As when the process that began the call was killed more than a minute ago. */
  const lapse = async () =>
    await inOrganization(api.organization.id, (tx) =>
      tx
        .update(idempotencyKeys)
        .set({ heldUntil: new Date(Date.now() - 1000) })
        .where(eq(idempotencyKeys.key, key)),
    )
  return { call, lapse, seen, begun: begun.promise, end: () => end.resolve() }
}

test('while the first request is under way, its key says so', async () => {
  const { call, begun, end } = heldAct(false)
  const first = call()
  await begun
  await expect(call()).rejects.toMatchObject({ code: 'idempotency_in_progress' })
  end()
  expect(await first).toEqual({ n: 1 })
  expect(await call()).toEqual({ n: 1 })
})

test('when the process of the first request ended, its key repeats nothing', async () => {
  const { call, lapse, begun, end, seen } = heldAct(false)
  const first = call()
  await begun
  await lapse()
  await expect(call()).rejects.toMatchObject({ code: 'idempotency_outcome_unknown' })
  expect(seen).toHaveLength(1)
  end()
  await first
})

test('an operation that can find the outcome of the first request gets its key', async () => {
  const { call, lapse, begun, end, seen } = heldAct(true)
  const first = call()
  await begun
  await lapse()
  expect(await call()).toEqual({ n: 2 })
  expect(seen).toEqual([false, true])
  end()
  await first
})
