import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { memoryStore } from '#test/fakes/memory-store'
import { bankSandbox } from './sandbox.ts'
import { ledgerChanges } from './sandbox-ledger.ts'
import { syncToEnd } from './sync-to-end.ts'

type Transactions = Map<unknown, Record<string, unknown>>
const seconds = 60
const open = (changeEverySeconds = seconds) =>
  bankSandbox.open({
    config: bankSandbox.config.parse({ changeEverySeconds }),
    secrets: {},
    store: memoryStore(),
    allowPrivate: [],
  })
const page = (cursor: string, port = open()) => port.syncPage(cursor, AbortSignal.timeout(30_000))
const toEnd = (cursor: string) => syncToEnd(open(), cursor, 100, AbortSignal.timeout(30_000))
const wait = (ticks: number) => vi.setSystemTime(Date.now() + ticks * seconds * 1000)

/** Applies an update by id, as a reader does, with all three lists. */
function applied(
  known: Transactions,
  { transactions, modified, removed }: Awaited<ReturnType<typeof toEnd>>,
): Transactions {
  const after = new Map(known)
  for (const each of transactions) {
    expect(after.has(each['transaction_id']), 'new ones are new').toBe(false)
    after.set(each['transaction_id'], each)
  }
  for (const each of modified) {
    expect(after.get(each['transaction_id']), 'changed ones are known and different').not.toEqual(
      each,
    )
    expect(after.has(each['transaction_id'])).toBe(true)
    after.set(each['transaction_id'], each)
  }
  for (const each of removed)
    expect(after.delete(each['transaction_id']), 'vanished ones were known').toBe(true)
  return after
}

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2026, 2, 7, 9) }))
afterEach(() => void vi.useRealTimers())

describe('the sandbox bank', () => {
  it('has more than 500 transactions in pages, in Plaid’s shape', async () => {
    const first = await page('')
    expect(first).toMatchObject({ hasMore: true, modified: [], removed: [] })
    expect(first.transactions).toHaveLength(100)
    const all = await toEnd('')
    expect(all.transactions.length).toBeGreaterThanOrEqual(500)
    expect(new Set(all.transactions.map((each) => each['transaction_id'])).size).toBe(
      all.transactions.length,
    )
    for (const each of all.transactions) {
      expect(each).toMatchObject({
        transaction_id: expect.stringMatching(/^\w{37}$/),
        account_id: expect.stringMatching(/^\w{37}$/),
        amount: expect.any(Number),
        iso_currency_code: 'USD',
        date: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
        pending: expect.any(Boolean),
      })
      expect(each['amount']).toBe(Math.round(Number(each['amount']) * 100) / 100)
    }
  })

  it.each([1, 2, 4, 7, 30, 699, 700, 1500])(
    '%i changes later returns exactly the differences',
    async (ticks) => {
      const first = await toEnd('')
      const known = applied(new Map(), first)
      wait(ticks)
      const later = await toEnd(first.nextCursor)
      const all = await toEnd('')
      expect(new Map([...applied(known, later)].sort())).toEqual(
        new Map([...applied(new Map(), all)].sort()),
      )
      expect(later.removed.length).toBeGreaterThan(0)
      expect(later.transactions.length).toBeGreaterThan(0)
      if (ticks < 700) expect(later.modified.length).toBeGreaterThan(0)
      expect(later.nextCursor).toBe(all.nextCursor)
    },
  )

  it('answers all processes alike, and returns nothing without a change', async () => {
    expect(await page('')).toEqual(await page(''))
    const { nextCursor } = await toEnd('')
    expect(await page(nextCursor)).toEqual({
      transactions: [],
      modified: [],
      removed: [],
      hasMore: false,
      nextCursor,
    })
  })

  it('a change between pages is 409 with the cursor at the start of the update', async () => {
    const settled = (await toEnd('')).nextCursor
    wait(700)
    for (const cursor of ['', settled]) {
      const first = await page(cursor)
      const second = await page(first.nextCursor)
      wait(1)
      await expect(page(second.nextCursor)).rejects.toMatchObject({
        code: 'conflict',
        details: { restartCursor: cursor, code: 'TRANSACTIONS_SYNC_MUTATION_DURING_PAGINATION' },
      })
    }
  })

  it('always has more than 500 transactions', () => {
    for (let tick = 1_000_000; tick < 1_000_020; tick++)
      expect(ledgerChanges(undefined, tick).length).toBeGreaterThanOrEqual(500)
  })

  it.each([
    'nonsense',
    '!!',
    'e30',
    Buffer.from('[60,1]x').toString('base64url'),
    Buffer.from('[60,-5]').toString('base64url'),
    Buffer.from('[60,99999999999]').toString('base64url'),
    Buffer.from('[61,100]').toString('base64url'),
    Buffer.from('[60,1,2,-3]').toString('base64url'),
  ])('the unknown cursor %j is 400 at the cursor', async (cursor) => {
    await expect(page(cursor)).rejects.toMatchObject({
      code: 'invalid_request',
      details: { issues: [{ path: 'cursor' }] },
    })
  })

  it('can be tested', async () =>
    expect(await open().test(AbortSignal.timeout(30_000))).toMatch(/has \d{3} transactions/))
})
