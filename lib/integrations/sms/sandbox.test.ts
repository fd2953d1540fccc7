import { expect, it } from 'vitest'
import { memoryStore } from '#test/fakes/memory-store'
import { smsSandbox } from './sandbox.ts'

it('stores one text message for one key', async () => {
  const store = memoryStore()
  const port = smsSandbox.open({ config: {}, secrets: {}, store, allowPrivate: [] })
  const call = { idempotencyKey: 'one', signal: AbortSignal.timeout(20_000) }
  const message = { to: '+12125550100', text: 'Your code is 123456.' }
  expect(await port.send(message, call)).toEqual({ id: 'one' })
  await port.send(message, call)
  expect(await store.list('messages')).toHaveLength(1)
  expect(await port.test(call.signal)).toContain('1 text messages')
})
