import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { memoryStore } from '#test/fakes/memory-store'
import type { Letter } from './port.ts'
import { lettersSandbox } from './sandbox.ts'

const letter: Letter = {
  to: {
    name: 'Avery Lindqvist',
    addressLine1: '185 Berry St',
    city: 'San Francisco',
    state: 'CA',
    postalCode: '94107',
    country: 'US',
  },
  from: {
    company: 'Rounds Health',
    addressLine1: '1 Main St',
    city: 'Brooklyn',
    state: 'NY',
    postalCode: '11201',
    country: 'US',
  },
  metadata: {},
  color: false,
  doubleSided: true,
  extraService: 'none',
}
const store = memoryStore()
const port = lettersSandbox.open({
  config: { secondsPerStep: 20 },
  secrets: {},
  store,
  allowPrivate: [],
})
const within = () => AbortSignal.timeout(30_000)
const send = (idempotencyKey: string, change: Partial<Letter> = {}) =>
  port.send(
    { ...letter, ...change },
    { pdf: Buffer.from('%PDF'), pages: 1, idempotencyKey, signal: within() },
  )
const typesOf = async (providerId: string) =>
  (await port.read(providerId, within())).events.map(({ type }) => type)
const way = [
  'created',
  'rendered',
  'mailed',
  'in_transit',
  'in_local_area',
  'processed_for_delivery',
  'delivered',
]

beforeEach(
  () => void vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-03-07T09:00:00.000Z') }),
)
afterEach(() => void vi.useRealTimers())

describe('the sandbox print queue', () => {
  it('simulates a letter’s delivery by the clock', async () => {
    const { providerId, events, expectedDeliveryDate } = await send('one')
    expect([events.map(({ type }) => type), expectedDeliveryDate]).toEqual([
      ['created'],
      '2026-03-07',
    ])
    for (const [index] of way.entries()) {
      vi.setSystemTime(Date.parse('2026-03-07T09:00:00.000Z') + index * 20_000)
      expect(await typesOf(providerId)).toEqual(way.slice(0, index + 1))
    }
    expect((await port.read(providerId, within())).events.at(-1)).toMatchObject({
      location: '94107',
      at: new Date('2026-03-07T09:02:00.000Z'),
    })
  })

  it('creates one letter per key, even for concurrent calls', async () => {
    const ids = (await Promise.all(Array.from({ length: 5 }, () => send('same')))).map(
      ({ providerId }) => providerId,
    )
    expect(new Set(ids).size).toBe(1)
    expect((await send('other')).providerId).not.toBe(ids[0])
  })

  it('stores what it would print', async () => {
    const { providerId } = await send('kept', { metadata: { kind: 'appeal' } })
    expect(await store.get('letters', providerId)).toMatchObject({
      to: letter.to,
      from: letter.from,
      pages: 1,
      bytes: 4,
      metadata: { kind: 'appeal' },
      sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
    })
  })

  it('sends some back', async () => {
    const { providerId } = await send('back', {
      to: { ...letter.to, addressLine1: 'Return to sender 1' },
    })
    vi.setSystemTime(Date.parse('2026-03-08T09:00:00.000Z'))
    expect((await typesOf(providerId)).at(-1)).toBe('returned_to_sender')
  })

  it('refuses the addresses that Lob refuses, and knows no other letters', async () => {
    expect(
      port.rules.issuesOf({ ...letter, from: { ...letter.from, country: 'DE' } }),
    ).toHaveLength(1)
    await expect(port.read('ltr_sandbox_none', within())).rejects.toMatchObject({
      code: 'not_found',
    })
  })
})
