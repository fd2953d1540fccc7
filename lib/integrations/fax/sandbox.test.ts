import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { memoryStore } from '#test/fakes/memory-store'
import { faxSandbox } from './sandbox.ts'

const start = Date.parse('2026-03-07T09:00:00Z')
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: start }))
afterEach(() => void vi.useRealTimers())

const config = faxSandbox.config.parse({})
const port = faxSandbox.open({ config, secrets: {}, store: memoryStore(), allowPrivate: [] })
const { signal } = new AbortController()
const receive = (body: string) => port.webhooks?.receive(new Headers(), Buffer.from(body))

it.each([
  ['+12125550123', { state: 'delivered', failure: null }],
  ['+12125550100', { state: 'failed', failure: 'no_answer' }],
  ['+12125550111', { state: 'failed', failure: 'busy' }],
  ['+12125550144', { state: 'failed', failure: 'wrong_number' }],
  ['+12125550155', { state: 'failed', failure: 'no_fax_machine' }],
  ['+12125550199', { state: 'failed', failure: 'refused' }],
])('a fax to %s fares by the clock', async (to, end) => {
  const fax = { to, pdfs: [Buffer.from('%PDF')], pages: 3 }
  const sent = await port.send(fax, signal)
  expect(sent).toMatchObject({ direction: 'out', state: 'transmitting', pages: 3 })
  vi.setSystemTime(start + 5000)
  expect(await port.read(sent.providerId, signal)).toMatchObject(end)
})

it('takes a fax by its webhook address: a page with the text', async () => {
  const sent = '{"id":"one","from":"+12125550123","to":"+12125550100"}'
  const providerId = (await receive(sent))?.providerId ?? ''
  expect(await receive(sent)).toEqual({ providerId })
  const numbers = { from: '+12125550123', to: '+12125550100' }
  const arrived = { direction: 'in', state: 'delivered', pages: 1, ...numbers }
  expect(await port.read(providerId, signal)).toMatchObject(arrived)
  expect(Buffer.from(await port.download(providerId, signal)).toString()).toMatch(/^%PDF/)
})

it.each(['x', '{"from":"12"}', '{"from":"+12125550123","more":1}'])('%s is 400', async (body) => {
  await expect(receive(body)).rejects.toMatchObject({ statusCode: 400 })
})
