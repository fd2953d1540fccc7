import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { letterPdf } from '#test/samples/letter-pdf'
import { formOf } from '#test/fakes/form-of'
import { lobMessage, lobTracking, startLobServer, type LobServer } from '#test/fakes/lob-server'
import { memoryStore } from '#test/fakes/memory-store'
import { lettersLob } from './lob.ts'
import type { Letter } from './port.ts'

let lob: LobServer
let pdf: Uint8Array
beforeAll(async () => {
  lob = await startLobServer()
  pdf = await letterPdf(2)
})
afterAll(async () => await lob.close())
beforeEach(() => {
  lob.calls.length = 0
  lob.instead.length = 0
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
    postalCode: '11201-0001',
    country: 'US',
  },
  metadata: { kind: 'appeal', 'case id': 'C-1' },
  color: false,
  doubleSided: true,
  extraService: 'none',
}
const within = () => AbortSignal.timeout(20_000)
function open({
  config = {},
  secrets = { apiKey: lob.apiKey, webhookSecret: lob.webhookSecret },
}: { config?: object; secrets?: object } = {}) {
  return lettersLob.open({
    config: lettersLob.config.parse({ apiUrl: lob.baseUrl, timeoutSeconds: 5, ...config }),
    secrets: lettersLob.secrets.parse(secrets),
    store: memoryStore(),
    allowPrivate: [lob.host],
  })
}
const send = (
  change: Partial<Letter> = {},
  { key = crypto.randomUUID() as string, port = open() } = {},
) => port.send({ ...letter, ...change }, { pdf, pages: 2, idempotencyKey: key, signal: within() })
const caught = (work: Promise<unknown>) => work.catch((error: unknown) => error)

describe('a letter by Lob', () => {
  it(
    'goes as multipart with the PDF, the fields of lob-openapi, the key as user name, ' +
      'and its own idempotency key',
    async () => {
      const taken = await send({}, { key: 'row-1' })
      expect(taken).toEqual({
        providerId: expect.stringMatching(/^ltr_/),
        expectedDeliveryDate: '2026-03-14',
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
      const [call] = lob.calls
      expect(call).toMatchObject({
        method: 'POST',
        url: { pathname: '/v1/letters', search: '' },
        headers: { 'idempotency-key': 'row-1', authorization: expect.stringMatching(/^Basic /) },
      })
      const form = call && (await formOf(call))
      expect(form?.fields).toEqual({
        'to[name]': 'Jane Doe',
        'to[address_line1]': '185 Berry St',
        'to[address_line2]': 'Suite 6100',
        'to[address_city]': 'San Francisco',
        'to[address_state]': 'CA',
        'to[address_zip]': '94107',
        'to[address_country]': 'US',
        'from[company]': 'Rounds Health',
        'from[address_line1]': '1 Main St',
        'from[address_city]': 'Brooklyn',
        'from[address_state]': 'NY',
        'from[address_zip]': '11201-0001',
        'from[address_country]': 'US',
        color: 'false',
        double_sided: 'true',
        use_type: 'operational',
        mail_type: 'usps_first_class',
        address_placement: 'top_first_page',
        'metadata[kind]': 'appeal',
        'metadata[case id]': 'C-1',
      })
      expect(form?.files['file']).toMatchObject({ type: 'application/pdf', name: 'letter.pdf' })
      expect(form?.files['file']?.bytes.equals(Buffer.from(pdf))).toBe(true)
    },
  )

  it('of the same key is the same letter', async () => {
    const first = await send({}, { key: 'row-2' })
    const second = await send({}, { key: 'row-2' })
    expect(second.providerId).toBe(first.providerId)
  })

  it.each([
    ['503', { status: 503 }],
    ['429 with a short pause', { status: 429, headers: { 'retry-after': '0' } }],
    ['a cut connection', 'cut'],
  ] as const)('is requested again after %s, with the same key', async (_what, answer) => {
    const before = lob.letters.size
    lob.instead.push(answer)
    await send({}, { key: `again-${_what}` })
    expect(lob.calls.map(({ headers }) => headers['idempotency-key'])).toEqual([
      `again-${_what}`,
      `again-${_what}`,
    ])
    expect(lob.letters.size).toBe(before + 1)
  })

  it.each([
    [
      'two lines of 51 characters',
      { to: { ...letter.to, addressLine1: 'x'.repeat(41), addressLine2: 'y'.repeat(10) } },
      'to.addressLine1',
    ],
    ['a name of 41 characters', { to: { ...letter.to, name: 'x'.repeat(41) } }, 'to.name'],
    [
      'a company of 41 characters',
      { from: { ...letter.from, company: 'x'.repeat(41) } },
      'from.company',
    ],
    ['a sender abroad', { from: { ...letter.from, country: 'CA' } }, 'from.country'],
  ])('%s is refused before it is sent', (_what, change, path) => {
    expect(open().rules.issuesOf({ ...letter, ...change })).toEqual([
      { path, message: expect.stringContaining(' ') },
    ])
    expect(open().rules.issuesOf(letter)).toEqual([])
  })

  it.each([
    [
      'address_length_exceeds_limit',
      { to: { ...letter.to, addressLine1: 'x'.repeat(60) } },
      'to.addressLine1',
    ],
    ['foreign_return_address', { from: { ...letter.from, country: 'DE' } }, 'from.country'],
    ['invalid', { to: { ...letter.to, state: 'California' } }, ''],
  ])(
    'that Lob refuses with %s is an error of the caller, without quoting Lob',
    async (code, change, path) => {
      const error = await caught(send(change))
      expect(error).toMatchObject({
        code: 'invalid_request',
        statusCode: 400,
        details: {
          provider: 'lob',
          status: 422,
          code,
          issues: [{ path, message: expect.stringContaining(' ') }],
        },
      })
      expect(JSON.stringify([error, String(error)])).not.toMatch(/Jane|185 Berry/)
    },
  )

  it.each([
    'unembedded_fonts',
    'invalid_file_dimensions',
    'pdf_encrypted',
    'file_pages_exceed_max',
    'invalid_file',
    'failed_deliverability_strictness',
  ])('422 %s names the problem', async (code) => {
    lob.instead.push({ status: 422, body: { error: { message: 'Jane', status_code: 422, code } } })
    await expect(send()).rejects.toMatchObject({
      statusCode: 400,
      details: { code, issues: [{ path: expect.stringMatching(/^(file|to)$/) }] },
    })
  })

  it.each([
    [
      'a wrong key',
      { status: 401, body: { error: { code: 'invalid_api_key' } } },
      {
        statusCode: 502,
        message: expect.stringContaining('credentials'),
        details: { status: 401, code: 'invalid_api_key' },
      },
    ],
    [
      'a forbidden account',
      { status: 403, body: { error: { code: 'forbidden' } } },
      { statusCode: 502, details: { status: 403 } },
    ],
    [
      'a setting of ours',
      { status: 422, body: { error: { code: 'mail_use_type_can_not_be_null' } } },
      { statusCode: 502, details: { status: 422, code: 'mail_use_type_can_not_be_null' } },
    ],
    [
      'a letter that is still being made',
      { status: 409, body: { error: { code: 'conflict' } } },
      { statusCode: 502, details: { code: 'conflict', retryable: true } },
    ],
    [
      'too many requests',
      {
        status: 429,
        headers: { 'retry-after': '30' },
        body: { error: { code: 'rate_limit_exceeded' } },
      },
      { details: { status: 429, code: 'rate_limit_exceeded' }, headers: { 'retry-after': '30' } },
    ],
    ['500', { status: 500, body: 'stack' }, { code: 'provider_error', details: { status: 500 } }],
    [
      'no letter',
      { status: 200, body: { id: 'psc_1' } },
      { code: 'provider_error', details: { status: 200 } },
    ],
    ['silence', 'hang', { code: 'provider_timeout', statusCode: 504 }],
    [
      'a redirect',
      { status: 302, headers: { location: 'https://example.com/' } },
      { code: 'provider_error', details: { status: 302 } },
    ],
  ] as const)('%s', async (_what, answer, expected) => {
    lob.instead.push(answer)
    await expect(send()).rejects.toMatchObject(expected)
    expect(lob.calls).toHaveLength(1)
  })

  it('without an API key is reported without a call', async () => {
    await expect(send({}, { port: open({ secrets: {} }) })).rejects.toMatchObject({
      details: { code: 'incomplete' },
    })
    expect(lob.calls).toEqual([])
  })

  it('is read with its tracking events; unknown ones are ignored', async () => {
    const { providerId } = await send()
    const known = lob.letters.get(providerId)
    known?.tracking_events.push(
      lobTracking('In Transit', '2026-03-09T01:00:00Z', '11201'),
      lobTracking('Re-Routed', '2026-03-10T01:00:00Z'),
      lobTracking('Abducted', '2026-03-11T01:00:00Z'),
      { broken: true },
    )
    const read = await open().read(providerId, within())
    expect(read.events.map(({ type, location }) => [type, location])).toEqual([
      ['created', null],
      ['in_transit', '11201'],
      ['re_routed', null],
    ])
    await expect(open().read('ltr_unknown', within())).rejects.toMatchObject({ code: 'not_found' })
    await expect(open().read('../accounts', within())).rejects.toMatchObject({ code: 'not_found' })
  })
})

describe('Lob’s webhooks', () => {
  const known = {
    id: 'ltr_1',
    expected_delivery_date: '2026-03-14',
    tracking_number: null,
    tracking_events: [],
    date_created: '2026-03-07T09:00:00.000Z',
    date_modified: '2026-03-07T09:00:00.000Z',
  }
  const receive = (
    { body, headers }: { body: string; headers: Record<string, string> },
    port = open(),
  ) => port.webhooks?.receive(new Headers(headers), Buffer.from(body))

  it('report an event once: the letter’s tracking event if present, else the message', async () => {
    expect(
      await receive(lobMessage(lob.webhookSecret, 'letter.rendered_pdf', known)),
    ).toMatchObject({
      providerId: 'ltr_1',
      events: [
        { key: 'created' },
        { key: 'rendered', type: 'rendered', at: new Date('2026-03-08T10:00:00.000Z') },
      ],
    })
    const tracking = lobTracking('Mailed', '2026-03-08T08:00:00.000Z')
    expect(
      (
        await receive(
          lobMessage(lob.webhookSecret, 'letter.mailed', { ...known, tracking_events: [tracking] }),
        )
      )?.events[1],
    ).toMatchObject({
      key: tracking['id'],
      type: 'mailed',
      at: new Date('2026-03-08T08:00:00.000Z'),
    })
    expect(
      (
        await receive(
          lobMessage(lob.webhookSecret, 'letter.certified.delivered', known, { id: 'evt_9' }),
        )
      )?.events[1],
    ).toMatchObject({ key: 'evt_9', type: 'delivered' })
  })

  it('of other kinds are accepted and ignored', async () => {
    expect(
      await receive(lobMessage(lob.webhookSecret, 'postcard.mailed', { id: 'psc_1' })),
    ).toBeUndefined()
    expect(await receive(lobMessage(lob.webhookSecret, 'letter.viewed', known))).toBeUndefined()
  })

  it.each([
    [
      'no signature',
      (message: ReturnType<typeof lobMessage>) => ({
        ...message,
        headers: { 'lob-signature-timestamp': message.headers['lob-signature-timestamp'] ?? '' },
      }),
    ],
    [
      'no time',
      (message: ReturnType<typeof lobMessage>) => ({
        ...message,
        headers: { 'lob-signature': message.headers['lob-signature'] ?? '' },
      }),
    ],
    [
      'a changed body',
      (message: ReturnType<typeof lobMessage>) => ({
        ...message,
        body: message.body.replace('mailed', 'failed'),
      }),
    ],
    [
      'a changed time',
      (message: ReturnType<typeof lobMessage>) => ({
        ...message,
        headers: { ...message.headers, 'lob-signature-timestamp': String(Date.now() + 1) },
      }),
    ],
    ['another secret', () => lobMessage('guessed', 'letter.mailed', known)],
    [
      'a message of six minutes ago',
      () => lobMessage(lob.webhookSecret, 'letter.mailed', known, { now: Date.now() - 6 * 60_000 }),
    ],
    [
      'a message of the future',
      () => lobMessage(lob.webhookSecret, 'letter.mailed', known, { now: Date.now() + 6 * 60_000 }),
    ],
  ])('with %s are refused', async (_what, change) => {
    await expect(
      receive(change(lobMessage(lob.webhookSecret, 'letter.mailed', known))),
    ).rejects.toMatchObject({ code: 'unauthorized', statusCode: 401 })
  })

  it('are refused while the connection has no secret', async () =>
    await expect(
      receive(lobMessage('', 'letter.mailed', known), open({ secrets: { apiKey: 'x' } })),
    ).rejects.toMatchObject({ statusCode: 401 }))
  it('signed, but no message of Lob, are 400', async () => {
    const { headers } = lobMessage(lob.webhookSecret, 'letter.mailed', known)
    const { createHmac } = await import('node:crypto')
    const signature = createHmac('sha256', lob.webhookSecret)
      .update(`${headers['lob-signature-timestamp']}.[1]`)
      .digest('hex')
    await expect(
      receive({ body: '[1]', headers: { ...headers, 'lob-signature': signature } }),
    ).rejects.toMatchObject({ statusCode: 400 })
  })
})

describe('the test of a Lob connection', () => {
  it('reads one letter and reports the kind of key', async () => {
    expect(await open().test(within())).toContain('test key')
    expect(lob.calls).toMatchObject([{ method: 'GET', url: { pathname: '/v1/letters' } }])
  })
  it('fails with a wrong key', async () =>
    await expect(open({ secrets: { apiKey: 'live_x' } }).test(within())).rejects.toMatchObject({
      details: { status: 401, code: 'invalid_api_key' },
    }))
})
