import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { formOf } from '#test/fakes/form-of'
import { letterPdf } from '#test/samples/letter-pdf'
import { memoryStore } from '#test/fakes/memory-store'
import {
  postGridJson,
  postGridToken,
  startPostGridServer,
  type PostGridServer,
} from '#test/fakes/postgrid-server'
import { lettersPostGrid } from './postgrid.ts'
import type { Letter } from './port.ts'

let postGrid: PostGridServer
let pdf: Uint8Array
beforeAll(async () => {
  postGrid = await startPostGridServer()
  pdf = await letterPdf(1)
})
afterAll(async () => await postGrid.close())
beforeEach(() => {
  postGrid.calls.length = 0
  postGrid.instead.length = 0
})

const letter: Letter = {
  to: {
    name: 'Jane Doe',
    company: undefined,
    addressLine1: '185 Berry St',
    addressLine2: 'Suite 6100',
    city: 'San Francisco',
    state: 'CA',
    postalCode: '94107',
    country: 'US',
  },
  from: {
    name: undefined,
    company: 'Rounds Health',
    addressLine1: '1 Main St',
    addressLine2: undefined,
    city: 'Brooklyn',
    state: 'NY',
    postalCode: '11201',
    country: 'US',
  },
  metadata: { kind: 'appeal' },
  color: true,
  doubleSided: false,
  extraService: 'none',
}
const within = () => AbortSignal.timeout(20_000)
function open({
  config = {},
  secrets = { apiKey: postGrid.apiKey, webhookSecret: postGrid.webhookSecret },
}: { config?: object; secrets?: object } = {}) {
  const settings = { apiUrl: `${postGrid.baseUrl}/print-mail/v1`, timeoutSeconds: 5, ...config }
  return lettersPostGrid.open({
    config: lettersPostGrid.config.parse(settings),
    secrets: lettersPostGrid.secrets.parse(secrets),
    store: memoryStore(),
    allowPrivate: [postGrid.host],
  })
}
const send = (
  change: Partial<Letter> = {},
  { key = crypto.randomUUID() as string, port = open() } = {},
) => port.send({ ...letter, ...change }, { pdf, pages: 1, idempotencyKey: key, signal: within() })

describe('a letter by PostGrid', () => {
  it('goes by express when the connection says so', async () => {
    await send({}, { port: open({ config: { express: true } }) })
    const [call] = postGrid.calls
    expect(call && (await formOf(call))?.fields).toMatchObject({ mailingClass: 'express' })
  })

  it('goes as multipart with the PDF, its API key and its idempotency key', async () => {
    const taken = await send({}, { key: 'row-1' })
    expect(taken).toEqual({
      providerId: expect.stringMatching(/^letter_/),
      expectedDeliveryDate: null,
      trackingNumber: null,
      events: [
        {
          key: 'created',
          type: 'created',
          at: new Date('2026-03-07T09:00:00.000Z'),
          location: null,
        },
      ],
    })
    const [call] = postGrid.calls
    expect(call).toMatchObject({
      method: 'POST',
      url: { pathname: '/print-mail/v1/letters' },
      headers: { 'idempotency-key': 'row-1', 'x-api-key': 'test_sk_postgrid' },
    })
    const form = call && (await formOf(call))
    expect(form?.fields).toEqual({
      'to[firstName]': 'Jane Doe',
      'to[addressLine1]': '185 Berry St',
      'to[addressLine2]': 'Suite 6100',
      'to[city]': 'San Francisco',
      'to[provinceOrState]': 'CA',
      'to[postalOrZip]': '94107',
      'to[countryCode]': 'US',
      'from[companyName]': 'Rounds Health',
      'from[addressLine1]': '1 Main St',
      'from[city]': 'Brooklyn',
      'from[provinceOrState]': 'NY',
      'from[postalOrZip]': '11201',
      'from[countryCode]': 'US',
      color: 'true',
      doubleSided: 'false',
      size: 'us_letter',
      addressPlacement: 'top_first_page',
      'metadata[kind]': 'appeal',
    })
    expect(form?.files['pdf']?.bytes.equals(Buffer.from(pdf))).toBe(true)
  })

  it('of the same key is the same letter, even after a lost answer', async () => {
    const before = postGrid.letters.size
    postGrid.instead.push('cut')
    const first = await send({}, { key: 'row-2' })
    const second = await send({}, { key: 'row-2' })
    expect([second.providerId, postGrid.letters.size]).toEqual([first.providerId, before + 1])
  })

  it('that PostGrid refuses is an error of the caller, without quoting it', async () => {
    const error: unknown = await send({ from: { ...letter.from, company: undefined } }).catch(
      (thrown: unknown) => thrown,
    )
    expect(error).toMatchObject({
      statusCode: 400,
      details: { provider: 'postgrid', status: 400, code: 'validation_error' },
    })
    expect(JSON.stringify([error, String(error)])).not.toContain('Jane')
  })

  it.each([
    [
      'a wrong key',
      { status: 401, body: { error: { type: 'invalid_api_key_error' } } },
      { statusCode: 502, details: { status: 401, code: 'invalid_api_key_error' } },
    ],
    [
      'too many requests',
      { status: 429, headers: { 'retry-after': '30' }, body: {} },
      { details: { status: 429 }, headers: { 'retry-after': '30' } },
    ],
    ['500', { status: 500, body: 'stack' }, { statusCode: 502, details: { status: 500 } }],
    [
      'no letter',
      { status: 201, body: { id: 'postcard_1' } },
      { statusCode: 502, details: { status: 201 } },
    ],
    ['silence', 'hang', { code: 'provider_timeout', statusCode: 504 }],
  ] as const)('%s', async (_what, answer, expected) => {
    postGrid.instead.push(answer)
    await expect(send()).rejects.toMatchObject(expected)
  })

  it('without an API key says so', async () =>
    await expect(send({}, { port: open({ secrets: {} }) })).rejects.toMatchObject({
      details: { code: 'incomplete' },
    }))

  it.each([
    [{ status: 'printing' }, ['created', 'rendered']],
    [
      {
        status: 'processed_for_delivery',
        imbStatus: 'entered_mail_stream',
        imbDate: '2026-03-08T01:00:00.000Z',
        imbZIPCode: '11201',
      },
      ['created', 'mailed', 'in_transit'],
    ],
    [
      { status: 'processed_for_delivery', imbStatus: 'out_for_delivery' },
      ['created', 'mailed', 'processed_for_delivery'],
    ],
    [
      { status: 'completed', imbStatus: 'returned_to_sender' },
      ['created', 'delivered', 'returned_to_sender'],
    ],
    [{ status: 'cancelled' }, ['created', 'cancelled']],
    [{ status: 'a_new_one', imbStatus: null }, ['created']],
  ])('in the state %j implies %j', async (state, types) => {
    const { providerId } = await send()
    postGrid.letters.set(providerId, {
      ...postGrid.letters.get(providerId),
      id: providerId,
      ...state,
    })
    expect((await open().read(providerId, within())).events.map(({ type }) => type)).toEqual(types)
  })

  it('that does not exist is not found', async () =>
    await expect(open().read('letter_none', within())).rejects.toMatchObject({ code: 'not_found' }))
})

describe('PostGrid’s webhooks', () => {
  const known = {
    id: 'letter_1',
    object: 'letter',
    status: 'printing',
    createdAt: '2026-03-07T09:00:00.000Z',
    updatedAt: '2026-03-08T09:00:00.000Z',
  }
  const receive = (
    { body, headers }: { body: string; headers: Record<string, string> },
    port = open(),
  ) => port.webhooks?.receive(new Headers(headers), Buffer.from(body))
  const told = {
    providerId: 'letter_1',
    events: [
      { type: 'created' },
      { key: 'rendered', type: 'rendered', at: new Date('2026-03-08T09:00:00.000Z') },
    ],
  }

  it('are read as signed JSON and as a JSON Web Token', async () => {
    expect(
      await receive(postGridJson(postGrid.webhookSecret, 'letter.updated', known)),
    ).toMatchObject(told)
    expect(
      await receive(await postGridToken(postGrid.webhookSecret, 'letter.updated', known)),
    ).toMatchObject(told)
  })
  it('of other kinds are ignored', async () =>
    expect(
      await receive(postGridJson(postGrid.webhookSecret, 'postcard.updated', { id: 'postcard_1' })),
    ).toBeUndefined())

  it.each([
    [
      'JSON without a signature',
      async () => ({
        ...postGridJson(postGrid.webhookSecret, 'letter.updated', known),
        headers: {},
      }),
    ],
    ['JSON with another secret', async () => postGridJson('guessed', 'letter.updated', known)],
    [
      'JSON of six minutes ago',
      async () =>
        postGridJson(postGrid.webhookSecret, 'letter.updated', known, Date.now() - 6 * 60_000),
    ],
    [
      'a token with another secret',
      async () => await postGridToken('guessed', 'letter.updated', known),
    ],
    [
      'a token of eleven minutes ago',
      async () =>
        await postGridToken(postGrid.webhookSecret, 'letter.updated', known, {
          now: Date.now() - 11 * 60_000,
        }),
    ],
    [
      'a token signed another way',
      async () =>
        await postGridToken(`${postGrid.webhookSecret}`.padEnd(64, 'x'), 'letter.updated', known, {
          algorithm: 'HS512',
        }),
    ],
    [
      'a token without a signature',
      async () => ({
        body: `${Buffer.from('{"alg":"none"}').toString('base64url')}.${Buffer.from(JSON.stringify({ type: 'letter.updated', data: known, iat: Math.floor(Date.now() / 1000) })).toString('base64url')}.x`,
        headers: {},
      }),
    ],
  ])(
    '%s is refused',
    async (_what, make) =>
      await expect(receive(await make())).rejects.toMatchObject({ statusCode: 401 }),
  )
  it('are refused while the connection has no secret', async () =>
    await expect(
      receive(
        await postGridToken('x', 'letter.updated', known),
        open({ secrets: { apiKey: 'x' } }),
      ),
    ).rejects.toMatchObject({ statusCode: 401 }))
})

describe('the test of a PostGrid connection', () => {
  it('reports the kind of key', async () =>
    expect(await open().test(within())).toContain('test key'))
  it('fails with a wrong key', async () =>
    await expect(open({ secrets: { apiKey: 'live_sk_x' } }).test(within())).rejects.toMatchObject({
      details: { status: 401 },
    }))
})
