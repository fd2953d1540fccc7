import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { LetterAddress } from '#lib/domain/provider/letter'
import { memoryStore } from '#test/fakes/memory-store'
import { startLobServer, type LobServer } from '#test/fakes/lob-server'
import { startPostGridServer, type PostGridServer } from '#test/fakes/postgrid-server'
import { lettersLob } from './lob.ts'
import { lettersPostGrid } from './postgrid.ts'
import { lettersSandbox } from './sandbox.ts'

let lob: LobServer
let postGrid: PostGridServer
beforeAll(async () => {
  lob = await startLobServer()
  postGrid = await startPostGridServer()
})
afterAll(async () => await Promise.all([lob.close(), postGrid.close()]))
beforeEach(() => {
  for (const server of [lob, postGrid]) {
    server.calls.length = 0
    server.instead.length = 0
    server.verified.clear()
  }
})

const given: LetterAddress = {
  name: 'Jane Doe',
  addressLine1: '185 Berry Street',
  addressLine2: 'Suite 6100',
  city: 'San Francisco',
  state: 'CA',
  postalCode: '94107',
  country: 'US',
}
const within = () => AbortSignal.timeout(20_000)
const plain = { outcome: 'deliverable', suggestion: null, problems: [] }
const opened = (host: string) => ({ store: memoryStore(), allowPrivate: [host] })
const byLob = async (change: Partial<LetterAddress> = {}, apiKey = lob.liveKey) =>
  await lettersLob
    .open({
      config: lettersLob.config.parse({ apiUrl: lob.baseUrl, timeoutSeconds: 5 }),
      secrets: { apiKey },
      ...opened(lob.host),
    })
    .verifyAddress({ ...given, ...change }, within())
const byPostGrid = async (
  change: Partial<LetterAddress> = {},
  secrets: object = { apiKey: 'live_sk_letters', addressKey: 'live_sk_addresses' },
) =>
  await lettersPostGrid
    .open({
      config: lettersPostGrid.config.parse({
        apiUrl: `${postGrid.baseUrl}/print-mail/v1`,
        timeoutSeconds: 5,
      }),
      secrets: lettersPostGrid.secrets.parse(secrets),
      ...opened(postGrid.host),
    })
    .verifyAddress({ ...given, ...change }, within())

describe('an address checked by Lob', () => {
  it('is asked for in components, without the name', async () => {
    expect(await byLob()).toEqual(plain)
    const [call] = lob.calls
    expect(call).toMatchObject({
      method: 'POST',
      url: { pathname: '/v1/us_verifications', search: '?case=proper' },
    })
    expect(call?.json()).toEqual({
      primary_line: '185 Berry Street',
      secondary_line: 'Suite 6100',
      city: 'San Francisco',
      state: 'CA',
      zip_code: '94107',
    })
  })

  it('is corrected, and keeps the name', async () => {
    lob.verified.set('185 Berry Street', {
      primary_line: '185 Berry St Ste 6200',
      secondary_line: '',
      components: { zip_code: '94103' },
    })
    expect(await byLob()).toEqual({
      outcome: 'corrected',
      suggestion: {
        ...given,
        addressLine1: '185 Berry St Ste 6200',
        addressLine2: undefined,
        postalCode: '94103-2282',
      },
      problems: [],
    })
  })

  it.each([
    ['undeliverable', { deliverability: 'undeliverable' }, 'undeliverable'],
    ['a unit is missing', { deliverability: 'deliverable_missing_unit' }, 'deliverable'],
    ['a unit is wrong', { deliverability: 'deliverable_incorrect_unit' }, 'deliverable'],
    ['nobody lives there', { deliverability_analysis: { dpv_vacant: 'Y' } }, 'deliverable'],
    ['an empty answer', { primary_line: '', deliverability: 'undeliverable_' }, 'not_checked'],
  ])('has a problem in words when %s', async (_what, answer, outcome) => {
    lob.verified.set('185 Berry Street', answer)
    expect(await byLob()).toEqual({
      outcome,
      suggestion: null,
      problems: [expect.not.stringMatching(/Berry|Jane/)],
    })
  })

  it.each([
    ['abroad', { country: 'CA' }, 'live_x'],
    ['with a test key', {}, 'test_x'],
  ])('is not checked %s, without a call', async (_what, change, key) => {
    expect(await byLob(change, key)).toMatchObject({ outcome: 'not_checked' })
    expect(lob.calls).toEqual([])
  })

  it.each([
    ['not checked when the account may not', { status: 403 }, { outcome: 'not_checked' }],
    ['undeliverable when it is no address', { status: 422 }, { outcome: 'undeliverable' }],
  ])('is %s', async (_what, answer, expected) => {
    lob.instead.push(answer)
    expect(await byLob()).toMatchObject(expected)
  })

  it.each([{ status: 500 }, { status: 200, body: {} }])(
    'is asked for again later after %j: nothing was sent',
    async (answer) => {
      lob.instead.push(answer, answer, answer)
      await expect(byLob()).rejects.toMatchObject({ code: 'provider_error' })
    },
  )
})

describe('an address checked by PostGrid', () => {
  it('is asked for with the key of its address verification, without the name', async () => {
    expect(await byPostGrid()).toEqual(plain)
    const [call] = postGrid.calls
    expect(call).toMatchObject({
      url: { pathname: '/v1/addver/verifications', search: '?properCase=true' },
      headers: { 'x-api-key': 'live_sk_addresses' },
    })
    expect(call?.json()).toEqual({
      address: {
        line1: '185 Berry Street',
        line2: 'Suite 6100',
        city: 'San Francisco',
        provinceOrState: 'CA',
        postalOrZip: '94107',
        country: 'us',
      },
    })
  })

  it('is corrected', async () => {
    postGrid.verified.set('185 Berry Street', { status: 'corrected', city: 'Oakland', line2: '' })
    expect(await byPostGrid()).toEqual({
      outcome: 'corrected',
      suggestion: {
        ...given,
        city: 'Oakland',
        addressLine2: undefined,
        postalCode: '94107-2282',
      },
      problems: [],
    })
  })

  it('cannot be delivered to', async () => {
    postGrid.verified.set('185 Berry Street', { status: 'failed' })
    expect(await byPostGrid()).toMatchObject({ outcome: 'undeliverable' })
  })

  it('is not checked abroad, with a test key, or with a key that may not', async () => {
    expect(await byPostGrid({ country: 'DE' })).toMatchObject({ outcome: 'not_checked' })
    expect(await byPostGrid({}, { apiKey: 'test_sk_1' })).toMatchObject({ outcome: 'not_checked' })
    expect(postGrid.calls).toEqual([])
    expect(await byPostGrid({}, { apiKey: 'live_sk_1' })).toMatchObject({ outcome: 'not_checked' })
  })
})

it.each([
  [{}, plain],
  [{ addressLine1: 'Undeliverable Lane 1' }, { outcome: 'undeliverable' }],
  [{ city: 'Oakland' }, { outcome: 'corrected', suggestion: { ...given } }],
  [
    { addressLine1: '185 Berry Stret' },
    { outcome: 'corrected', suggestion: { addressLine1: '185 Berry Street' } },
  ],
  [{ addressLine1: 'Missing unit 1' }, { outcome: 'deliverable', problems: [expect.any(String)] }],
  [{ country: 'CA' }, { outcome: 'not_checked' }],
])('the sandbox has rules of its own: %j', async (change, expected) => {
  const port = lettersSandbox.open({ config: { secondsPerStep: 1 }, secrets: {}, ...opened('') })
  expect(await port.verifyAddress({ ...given, ...change }, within())).toMatchObject(expected)
})
