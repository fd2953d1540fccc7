import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { memoryStore } from '#test/fakes/memory-store'
import { plaidError, startPlaidServer, type PlaidServer } from '#test/fakes/plaid-server'
import { bankPlaid } from './plaid.ts'
import { syncToEnd } from './sync-to-end.ts'

let plaid: PlaidServer
beforeAll(async () => {
  plaid = await startPlaidServer()
})
afterAll(async () => await plaid.close())
beforeEach(() => {
  plaid.calls.length = 0
  plaid.instead.length = 0
  Object.assign(plaid, { changes: 0, itemError: null, stuck: false })
})

function open({
  config = {},
  secrets = { secret: plaid.secret, accessToken: plaid.accessToken },
}: { config?: object; secrets?: object } = {}) {
  const settings = {
    clientId: plaid.clientId,
    baseUrl: plaid.baseUrl,
    pageSize: 3,
    timeoutSeconds: 5,
    ...config,
  }
  return bankPlaid.open({
    config: bankPlaid.config.parse(settings),
    secrets: bankPlaid.secrets.parse(secrets),
    store: memoryStore(),
    allowPrivate: [plaid.host],
  })
}
const page = (cursor = '', port = open()) => port.syncPage(cursor, AbortSignal.timeout(20_000))
const toEnd = (cursor = '', maxPages = 100, port = open()) =>
  syncToEnd(port, cursor, maxPages, AbortSignal.timeout(20_000))
const ids = (transactions: Record<string, unknown>[]) =>
  transactions.map((each) => each['transaction_id'])

describe('a sync of a Plaid Item', () => {
  it('reads pages as Plaid gives them, unchanged', async () => {
    const first = await page()
    expect(first).toMatchObject({ hasMore: true, modified: [], removed: [] })
    expect(first.transactions[0]).toEqual({
      transaction_id: 't0',
      account_id: 'a1',
      amount: 0.25,
      iso_currency_code: 'USD',
      unofficial_currency_code: null,
      date: '2026-03-06',
      pending: false,
      extra: { kept: true },
    })
    const second = await page(first.nextCursor)
    const third = await page(second.nextCursor)
    expect([ids(first.transactions), ids(second.transactions), ids(third.transactions)]).toEqual([
      ['t0', 't1', 't2'],
      ['t3', 't4', 't5'],
      ['t6'],
    ])
    expect(third.hasMore).toBe(false)
    plaid.changes += 1
    expect(await page(third.nextCursor)).toMatchObject({
      transactions: [],
      modified: [{ transaction_id: 't1', amount: 99 }],
      removed: [{ transaction_id: 't2', account_id: 'a1' }],
      hasMore: false,
    })
  })

  it('distinguishes data that Plaid has not collected yet from no changes', async () => {
    plaid.updateStatus = 'NOT_READY'
    try {
      expect(await page()).toMatchObject({ transactions: [], history: 'not-ready' })
      expect(await toEnd()).toMatchObject({ transactions: [], history: 'not-ready' })
    } finally {
      plaid.updateStatus = 'HISTORICAL_UPDATE_COMPLETE'
    }
    expect((await page()).history).toBe('complete')
  })

  it('leaves the cursor out at first, and signs in by headers', async () => {
    await page()
    expect(plaid.calls[0]?.json()).toEqual({ access_token: plaid.accessToken, count: 3 })
    expect(plaid.calls[0]?.headers).toMatchObject({
      'plaid-client-id': plaid.clientId,
      'plaid-secret': plaid.secret,
    })
  })

  it('whose data changes between pages is 409 with the update’s start cursor', async () => {
    const end = await toEnd()
    for (const cursor of ['', end.nextCursor]) {
      const answer = {
        status: 200,
        body: {
          added: [],
          modified: [],
          removed: [],
          next_cursor: Buffer.from(`page ${plaid.changes} 3`).toString('base64'),
          has_more: true,
        },
      }
      plaid.instead.push(answer)
      const first = await page(cursor)
      const second = await page(first.nextCursor)
      plaid.changes += 1
      await expect(page(second.nextCursor)).rejects.toMatchObject({
        code: 'conflict',
        statusCode: 409,
        details: {
          restartCursor: cursor,
          code: 'TRANSACTIONS_SYNC_MUTATION_DURING_PAGINATION',
          provider: 'plaid',
        },
      })
    }
  })

  it.each([
    'nonsense',
    'page.nonsense',
    'page.W10',
    Buffer.from('other 0 0').toString('base64'),
    'x'.repeat(257),
  ])('with the unknown cursor %j is 400 at the cursor', async (cursor) => {
    await expect(page(cursor)).rejects.toMatchObject({
      code: 'invalid_request',
      details: { issues: [{ path: 'cursor' }] },
    })
  })
})

describe('reading to the end', () => {
  it('reads all pages, up to the limit', async () => {
    expect(await toEnd()).toMatchObject({
      pages: 3,
      restarts: 0,
      hasMore: false,
      fromBeginning: false,
    })
    const some = await toEnd('', 2)
    expect(some).toMatchObject({ pages: 2, hasMore: true })
    expect(ids((await toEnd(some.nextCursor)).transactions)).toEqual(['t6'])
  })

  it('discards its pages and starts the update again when the data changes', async () => {
    const port = open()
    let calls = 0
    const changing = {
      syncPage: async (cursor: string, signal: AbortSignal) => {
        calls += 1
        if (calls === 3) plaid.changes += 1
        return await port.syncPage(cursor, signal)
      },
    }
    const read = await syncToEnd(changing, '', 100, AbortSignal.timeout(20_000))
    expect(read).toMatchObject({ restarts: 1, pages: 3, hasMore: false, fromBeginning: false })
    expect(ids(read.transactions)).toEqual(['t0', 't1', 't2', 't3', 't4', 't5', 't6'])
  })

  it('gives up on data that never stops changing', async () => {
    const port = open()
    const changing = {
      syncPage: async (cursor: string, signal: AbortSignal) => {
        if (cursor) plaid.changes += 1
        return await port.syncPage(cursor, signal)
      },
    }
    await expect(syncToEnd(changing, '', 100, AbortSignal.timeout(20_000))).rejects.toMatchObject({
      code: 'conflict',
      details: { restartCursor: '' },
    })
    expect(plaid.calls).toHaveLength(12)
  })

  it('reads everything again when even the stored cursor is refused for it', async () => {
    const { nextCursor } = await toEnd()
    plaid.stuck = true
    plaid.calls.length = 0
    const read = await toEnd(nextCursor, 100, open({ config: { pageSize: 500 } }))
    expect(read).toMatchObject({ fromBeginning: true, restarts: 2, hasMore: false })
    expect(read.transactions).toHaveLength(7)
  })
})

describe('a Plaid that refuses or fails', () => {
  it.each([
    [
      'ITEM_LOGIN_REQUIRED',
      plaidError(400, 'ITEM_ERROR', 'ITEM_LOGIN_REQUIRED'),
      { status: 400, code: 'ITEM_LOGIN_REQUIRED', retryable: false },
      'sign in again',
    ],
    [
      'PRODUCT_NOT_READY',
      plaidError(400, 'ITEM_ERROR', 'PRODUCT_NOT_READY'),
      { code: 'PRODUCT_NOT_READY', retryable: true },
      'few minutes',
    ],
    [
      'INSTITUTION_DOWN',
      plaidError(400, 'INSTITUTION_ERROR', 'INSTITUTION_DOWN'),
      { code: 'INSTITUTION_DOWN', retryable: true },
      'bank does not answer',
    ],
    [
      'INTERNAL_SERVER_ERROR',
      plaidError(500, 'API_ERROR', 'INTERNAL_SERVER_ERROR'),
      { status: 500, code: 'INTERNAL_SERVER_ERROR', retryable: true },
      'refused',
    ],
    [
      'an unknown error',
      plaidError(400, 'NEW_TYPE', 'NEW_CODE'),
      { code: 'NEW_CODE', retryable: false },
      'NEW_CODE',
    ],
    ['no PlaidError', { status: 500, body: 'stack trace' }, { status: 500 }, '500'],
    ['a page that is none', { status: 200, body: { added: 1 } }, { status: 200 }, 'no page'],
    [
      'a redirect',
      { status: 302, headers: { location: 'https://example.com' } },
      { status: 302 },
      '302',
    ],
  ] as const)(
    '%s is a provider_error with its code and without its words',
    async (_what, answer, details, words) => {
      plaid.instead.push(answer)
      const error: unknown = await page().catch((thrown: unknown) => thrown)
      expect(error).toMatchObject({
        code: 'provider_error',
        statusCode: 502,
        message: expect.stringContaining(words),
        details: { provider: 'plaid', ...details },
      })
      expect(JSON.stringify([error, String(error)])).not.toMatch(/Jane|stack|secret-that/)
    },
  )

  it('is asked again, as Retry-After says', async () => {
    plaid.instead.push(
      plaidError(429, 'RATE_LIMIT_EXCEEDED', 'TRANSACTIONS_SYNC_LIMIT', { 'retry-after': '0' }),
      'cut',
    )
    expect((await page()).transactions).toHaveLength(3)
    expect(plaid.calls).toHaveLength(3)
    plaid.instead.push(
      plaidError(429, 'RATE_LIMIT_EXCEEDED', 'TRANSACTIONS_SYNC_LIMIT', { 'retry-after': '60' }),
    )
    await expect(page()).rejects.toMatchObject({
      code: 'provider_error',
      headers: { 'retry-after': '60' },
      details: { status: 429, code: 'TRANSACTIONS_SYNC_LIMIT', retryable: true },
    })
  })

  it('is given up in time', async () => {
    plaid.instead.push('hang')
    await expect(page()).rejects.toMatchObject({ code: 'provider_timeout', statusCode: 504 })
  })

  it('says which credentials are wrong, and is not called without any', async () => {
    for (const secrets of [
      { secret: 'wrong', accessToken: plaid.accessToken },
      { secret: plaid.secret, accessToken: 'wrong' },
    ])
      await expect(page('', open({ secrets }))).rejects.toMatchObject({
        code: 'provider_error',
        message: expect.stringContaining('credentials'),
        details: { retryable: false },
      })
    plaid.calls.length = 0
    await expect(page('', open({ secrets: {} }))).rejects.toMatchObject({
      message: expect.stringContaining('not complete'),
    })
    expect(plaid.calls).toEqual([])
  })
})

describe('the test of a Plaid connection', () => {
  const test = (options = {}) => open(options).test(AbortSignal.timeout(30_000))
  it('reads the Item only', async () => {
    expect(await test()).toContain('took our credentials')
    expect(plaid.calls.map(({ url }) => url.pathname)).toEqual(['/item/get'])
  })
  it('says that the bank wants a new sign-in', async () => {
    plaid.itemError = 'ITEM_LOGIN_REQUIRED'
    await expect(test()).rejects.toMatchObject({
      message: expect.stringContaining('ITEM_LOGIN_REQUIRED'),
    })
  })
  it('fails with wrong credentials', async () =>
    await expect(test({ secrets: { secret: 'x', accessToken: 'y' } })).rejects.toMatchObject({
      details: { code: 'INVALID_API_KEYS' },
    }))
})
