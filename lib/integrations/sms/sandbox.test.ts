import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { memoryStore } from '#test/fakes/memory-store'
import { smsSandbox } from './sandbox.ts'

const start = Date.parse('2026-03-07T09:00:00Z')
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: start }))
afterEach(() => void vi.useRealTimers())

const store = memoryStore()
const port = smsSandbox.open({ config: {}, secrets: {}, store, allowPrivate: [] })
const { signal } = new AbortController()
const send = (to: string) => port.send({ to, text: 'Call us.' }, { statusUrl: undefined, signal })

it.each([
  ['+12125550123', { status: 'delivered', errorCode: null }],
  ['+12125550100', { status: 'undelivered', errorCode: '30003' }],
])('a message to %s fares by the clock', async (to, end) => {
  const { providerId, status } = await send(to)
  expect(status).toBe('accepted')
  expect(await store.get('messages', providerId)).toMatchObject({ to, text: 'Call us.' })
  vi.setSystemTime(start + 3000)
  expect(await port.read(providerId, signal)).toMatchObject({ status: 'sent' })
  vi.setSystemTime(start + 5000)
  expect(await port.read(providerId, signal)).toMatchObject(end)
})

it('refuses a number whose owner takes no messages, and knows no others', async () => {
  await expect(send('+12125550199')).rejects.toMatchObject({ code: 'invalid_request' })
  await expect(port.read('sms_sandbox_none', signal)).rejects.toMatchObject({ code: 'not_found' })
})
