import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { newActor } from '#lib/auth/actor'
import { inOrganization } from '#db/client'
import { connections } from '#db/schema/connections'
import { files } from '#db/schema/documents'
import { letterEvents, letters } from '#db/schema/letters'
import { auditEntries } from '#db/schema/records'
import { seedConnections } from '#db/seed/connections'
import { newId } from '#lib/ids'
import { organizationWithKeys, useApi } from '#test/harness/api'
import { endpointsAt } from '#test/harness/endpoints-at'
import { letterPdf } from '#test/samples/letter-pdf'
import { lobMessage, lobTracking, startLobServer } from '#test/fakes/lob-server'
import { multipart, multipartHeaders, type Part } from '#test/samples/multipart'
import { pdfOf } from '#test/samples/sample-documents'
import { createConnection } from '../connections/create-connection.ts'
import { sendRunLetter } from './send-run-letter.ts'

const webhookRoute = endpointsAt('/api/v2/communication/connections/{slug}/webhook')
const letterRoute = endpointsAt('/api/v2/communication/letters/{trackingId}')
const lettersRoute = endpointsAt('/api/v2/communication/letters')
const filesRoute = endpointsAt('/api/v2/files')
const hookRoute = endpointsAt('/api/v2/hooks/letters/{token}')

// Before the settings are read for the first time: the server lies on an internal address.
const lob = await startLobServer()
process.env['HTTP_ALLOW_PRIVATE'] = lob.host

const api = useApi()
const path = '/api/v2/communication/letters'
const to = {
  name: 'Avery Lindqvist',
  addressLine1: '185 Berry St',
  addressLine2: 'Suite 6100',
  city: 'San Francisco',
  state: 'CA',
  postalCode: '94107',
}
const from = {
  company: 'Rounds Health',
  addressLine1: '1 Main St',
  city: 'Brooklyn',
  state: 'NY',
  postalCode: '11201',
  country: 'us',
}
/** What a step says besides. */
const asSteps = {
  extraService: 'none' as const,
  addressPolicy: 'ask' as const,
  confirmed: false,
  waits: false,
}
const pdf = await letterPdf(2)
let fileId: string

beforeAll(async () => {
  await inOrganization(
    api.organization.id,
    async (tx) => await seedConnections(tx, api.organization.id),
  )
  const owner = newActor({
    kind: 'api-key' as const,
    id: newId(),
    name: 'owner',
    email: null,
    organizationId: api.organization.id,
    role: 'owner' as const,
    sessionId: null,
  })
  const make = (slug: string, provider: string, config: object, secrets: Record<string, string>) =>
    createConnection(owner, {
      kind: 'letters',
      slug,
      name: slug,
      provider,
      config: config as Record<string, unknown>,
      secrets,
    })
  await make(
    'lob',
    'lob',
    { apiUrl: lob.baseUrl, timeoutSeconds: 5 },
    { apiKey: lob.apiKey, webhookSecret: lob.webhookSecret },
  )
  await make('slow', 'sandbox', { secondsPerStep: 80_000 }, {})
  await make('quick', 'sandbox', { secondsPerStep: 0.01 }, {})
  fileId = String(
    (
      await api.send(filesRoute.POST, '/api/v2/files', {
        body: multipart({
          name: 'file',
          fileName: 'appeal.pdf',
          type: 'application/pdf',
          content: pdf,
        }),
        headers: multipartHeaders,
      })
    ).body['id'],
  )
}, 60_000)
afterAll(async () => await lob.close())
beforeEach(() => {
  lob.calls.length = 0
  lob.instead.length = 0
})

type Sent = Parameters<typeof api.send>[2]
const post = (body: object = {}, sent: Sent = {}) =>
  api.send(lettersRoute.POST, path, {
    body: { fileId, connection: 'sandbox', to, from, ...body },
    ...sent,
  })
const parts = (change: Record<string, string> = {}, content: Uint8Array = pdf): Part[] => [
  ...Object.entries({
    to: JSON.stringify(to),
    from: JSON.stringify(from),
    connection: 'sandbox',
    ...change,
  }).flatMap(([name, value]) => (value ? [{ name, content: value }] : [])),
  { name: 'file', fileName: 'letter.pdf', type: 'application/pdf', content },
]
const upload = (given: Part[], sent: Sent = {}) =>
  api.send(lettersRoute.POST, path, {
    body: multipart(...given),
    ...sent,
    headers: { ...multipartHeaders, ...sent.headers },
  })
const read = (trackingId: string, sent: Sent = {}) =>
  api.send(letterRoute.GET, `${path}/${trackingId}`, { params: { trackingId }, ...sent })
const shapeA = (status: number, error: string, details: object = expect.any(Object)) => ({
  status,
  body: { error, message: expect.any(String), statusCode: status, details },
})
const answered = ({ status, body }: { status: number; body: unknown }) => ({ status, body })
const issue = (field: string, message = '') => ({
  issues: expect.arrayContaining([{ path: field, message: expect.stringContaining(message) }]),
})
const posts = () => lob.calls.filter(({ method }) => method === 'POST')
const rows = async <T>(
  work: (tx: Parameters<Parameters<typeof inOrganization>[1]>[0]) => Promise<T>,
) => await inOrganization(api.organization.id, work)
const idem = (key: string) => ({ headers: { 'idempotency-key': key } })

describe('POST /api/v2/communication/letters', () => {
  it('201: by multipart; it can be tracked, its PDF is stored, and it is audited', async () => {
    const answer = await upload(
      parts({ metadata: '{"kind":"appeal"}', color: 'true', doubleSided: 'false' }),
      { as: 'worker' },
    )
    expect(answered(answer)).toEqual({
      status: 201,
      body: {
        trackingId: expect.stringMatching(/^[0-9a-f-]{36}$/),
        status: 'created',
        expectedDeliveryDate: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
        trackingNumber: null,
      },
    })
    const trackingId = String(answer.body['trackingId'])
    const { body } = await read(trackingId)
    expect(body).toMatchObject({
      trackingId,
      connection: 'sandbox',
      provider: 'sandbox',
      providerId: expect.stringMatching(/^ltr_sandbox_/),
      pages: 2,
      color: true,
      doubleSided: false,
      metadata: { kind: 'appeal' },
      failure: null,
      events: [{ type: 'created', title: 'Created' }],
    })
    expect(JSON.stringify(body)).not.toContain('Lindqvist')
    const [file] = await rows((tx) =>
      tx
        .select()
        .from(files)
        .where(eq(files.id, String(body['fileId']))),
    )
    expect(file).toMatchObject({ fileName: 'letter.pdf', size: pdf.byteLength })
    const [audit] = await rows((tx) =>
      tx.select().from(auditEntries).where(eq(auditEntries.objectId, trackingId)),
    )
    expect(audit).toMatchObject({
      action: 'letter.sent',
      objectKind: 'letter',
      details: { connection: 'sandbox', pages: 2 },
    })
  })

  it('201: as JSON with the id of a file; a country left out is the United States', async () => {
    const answer = await post({ metadata: {} })
    expect(answer.status).toBe(201)
    expect((await read(String(answer.body['trackingId']))).body).toMatchObject({
      fileId,
      doubleSided: true,
      color: false,
    })
    const [row] = await rows((tx) =>
      tx
        .select()
        .from(letters)
        .where(eq(letters.id, String(answer.body['trackingId']))),
    )
    expect(row).toMatchObject({ recipient: { ...to, country: 'US' }, sender: { country: 'US' } })
  })

  it('201: by Lob', async () => {
    const answer = await post({ connection: 'lob' })
    expect(answered(answer)).toEqual({
      status: 201,
      body: {
        trackingId: expect.any(String),
        status: 'created',
        expectedDeliveryDate: '2026-03-14',
        trackingNumber: null,
      },
    })
    expect(posts().map(({ headers }) => headers['idempotency-key'])).toEqual([
      answer.body['trackingId'],
    ])
  })

  it.each([
    ['no sender', { from: undefined }, 'from', ''],
    ['neither name nor company', { to: { ...to, name: ' ' } }, 'to.name', ''],
    ['a name that is nothing', { to: { ...to, name: null } }, 'to.name', 'name or a company'],
    ['no address', { to: { ...to, addressLine1: '' } }, 'to.addressLine1', 'missing'],
    [
      '65 characters in a line',
      { to: { ...to, addressLine1: 'x'.repeat(65) } },
      'to.addressLine1',
      '64',
    ],
    [
      '51 characters in both lines',
      { to: { ...to, addressLine1: 'x'.repeat(30), addressLine2: 'x'.repeat(21) } },
      'to.addressLine1',
      '50',
    ],
    ['a line break', { to: { ...to, addressLine1: 'a\nb' } }, 'to.addressLine1', 'one line'],
    ['half a character', { to: { ...to, city: 'a\ud800' } }, '', ''],
    ['a state written out', { to: { ...to, state: 'California' } }, 'to.state', 'two letters'],
    ['a ZIP of four digits', { from: { ...from, postalCode: '1120' } }, 'from.postalCode', 'ZIP'],
    ['a country written out', { to: { ...to, country: 'Germany' } }, 'to.country', 'ISO'],
    ['a sender abroad', { from: { ...from, country: 'DE' } }, 'from.country', 'United States'],
    ['an unknown field', { to: { ...to, planet: 'Earth' } }, 'to.planet', ''],
    [
      '21 pairs of metadata',
      {
        metadata: Object.fromEntries(
          Array.from({ length: 21 }, (_each, index) => [`k${index}`, 'v']),
        ),
      },
      'metadata',
      '20',
    ],
    [
      'a name of 41 characters in metadata',
      { metadata: { ['k'.repeat(41)]: 'v' } },
      `metadata.${'k'.repeat(41)}`,
      '',
    ],
    ['501 characters in metadata', { metadata: { k: 'v'.repeat(501) } }, 'metadata.k', '500'],
    ['a quote in metadata', { metadata: { k: '"' } }, 'metadata.k', 'quotes'],
    ['a number in metadata', { metadata: { k: 1 } }, 'metadata.k', 'text'],
    ['color as a word', { color: 'yes' }, 'color', ''],
    [
      'no connection named, of four',
      { connection: undefined },
      'connection',
      'lob, quick, sandbox, slow',
    ],
    ['no file', { fileId: undefined }, 'fileId', ''],
    ['a file id that is none', { fileId: 'x' }, 'fileId', 'UUID'],
  ] as [string, object, string, string][])('400 A: %s', async (_what, change, field, message) => {
    const answer = await post(change)
    expect(answered(answer)).toEqual(
      shapeA(400, 'invalid_request', field ? issue(field, message) : expect.any(Object)),
    )
  })

  it.each([
    ['no recipient', parts({ to: '' }), 'to', ''],
    ['a recipient that is no JSON', parts({ to: 'Avery Lindqvist, 185 Berry St' }), 'to', 'JSON'],
    ['an unknown part', parts({ priority: 'high' }), 'priority', ''],
    ['half a character', parts({ to: JSON.stringify({ ...to, city: 'a\ud800' }) }), 'to.city', ''],
    ['a NUL', parts({ connection: 'sand\u0000box' }), 'connection', ''],
    ['color as a word', parts({ color: 'yes' }), 'color', ''],
    [
      'an unknown field within',
      parts({ to: JSON.stringify({ ...to, planet: 'Earth' }) }),
      'to.planet',
      '',
    ],
    ['no file', parts().slice(0, -1), 'file', ''],
    ['two files', [...parts(), { name: 'file', fileName: 'b.pdf', content: 'b' }], '', ''],
    ['an empty file', parts({}, Buffer.alloc(0)), 'file', 'empty'],
    ['no PDF', parts({}, Buffer.from('Dear Avery')), 'file', 'not a PDF'],
    ['an encrypted PDF', parts({}, pdfOf('x', { encrypted: true })), 'file', 'has a password'],
    ['a PDF cut off', parts({}, pdfOf('x').subarray(0, 200)), 'file', 'cannot be read'],
  ] as [string, Part[], string, string][])(
    '400 A by multipart: %s',
    async (_what, given, field, message) => {
      expect(answered(await upload(given))).toEqual(
        shapeA(400, 'invalid_request', field ? issue(field, message) : expect.any(Object)),
      )
    },
  )

  it('400 A: A4, and 61 sheets', async () => {
    expect(answered(await upload(parts({}, await letterPdf(1, { size: [595, 842] }))))).toEqual(
      shapeA(400, 'invalid_request', issue('file', 'US letter')),
    )
    expect(answered(await upload(parts({ doubleSided: 'false' }, await letterPdf(61))))).toEqual(
      shapeA(400, 'invalid_request', issue('file', '60 sheets')),
    )
  })

  it('nothing is left of what was refused: no letter, no file, no call', async () => {
    const count = async () =>
      await rows(async (tx) => [
        (await tx.select().from(letters)).length,
        (await tx.select().from(files)).length,
      ])
    const before = await count()
    await upload(parts({ connection: 'lob' }, Buffer.from('Dear Avery')))
    await post({ connection: 'lob', to: { ...to, addressLine2: 'x'.repeat(60) } })
    expect([await count(), lob.calls]).toEqual([before, []])
  })

  it.each([
    ['401 A: no credential', {}, { as: null }, shapeA(401, 'unauthorized')],
    [
      '404 A: an unknown connection',
      { connection: 'no-such' },
      {},
      shapeA(404, 'unknown_connection'),
    ],
    [
      '404 A: an unknown file',
      { fileId: '0199d3a0-7c2e-7b1a-9a53-1f6a52f4c001' },
      {},
      shapeA(404, 'not_found'),
    ],
    [
      '415 A: another type',
      {},
      { headers: { 'content-type': 'text/plain' } },
      shapeA(415, 'unsupported_media_type'),
    ],
  ] as [string, object, Sent, object][])('%s', async (_what, change, sent, expected) =>
    expect(answered(await post(change, sent))).toEqual(expected),
  )

  it('404 A: another organization’s file and connection; without a connection', async () => {
    const other = await organizationWithKeys()
    expect(answered(await post({}, { organization: other }))).toEqual(shapeA(404, 'not_found'))
    expect(answered(await upload(parts({ connection: '' }), { organization: other }))).toEqual(
      shapeA(404, 'unknown_connection', { kind: 'letters', slug: null }),
    )
    await inOrganization(other.id, async (tx) => await seedConnections(tx, other.id))
    expect((await upload(parts({ connection: '' }), { organization: other })).status).toBe(201)
  })

  it('405 A: another method', async () =>
    expect(answered(await api.send(lettersRoute.DELETE, path))).toEqual(
      shapeA(405, 'method_not_allowed'),
    ))

  it('400 A: what Lob refuses, 502 A: our credentials, 504 A: silence twice', async () => {
    lob.instead.push({
      status: 422,
      body: { error: { code: 'unembedded_fonts', message: 'x', status_code: 422 } },
    })
    expect(answered(await post({ connection: 'lob' }))).toEqual(
      shapeA(
        400,
        'invalid_request',
        expect.objectContaining({
          provider: 'lob',
          status: 422,
          code: 'unembedded_fonts',
          ...issue('file', 'embedded'),
        }),
      ),
    )
    lob.instead.push({ status: 401, body: { error: { code: 'invalid_api_key' } } })
    expect(answered(await post({ connection: 'lob' }))).toEqual(
      shapeA(502, 'provider_error', { provider: 'lob', status: 401, code: 'invalid_api_key' }),
    )
    lob.instead.push('hang', 'hang')
    const answer = await post({ connection: 'lob' })
    expect(answered(answer)).toEqual(
      shapeA(504, 'provider_timeout', {
        provider: 'lob',
        outcome: 'unknown',
        trackingId: expect.any(String),
        idempotencyKey: expect.any(String),
      }),
    )
    const details = answer.body['details'] as Record<string, string>
    expect((await read(details['trackingId'] ?? '')).body).toMatchObject({
      status: 'unknown',
      failure: { code: 'provider_timeout' },
      events: [],
    })
    // What the error says to do: the same request with that key.
    expect(
      answered(await post({ connection: 'lob' }, idem(details['idempotencyKey'] ?? ''))),
    ).toEqual({
      status: 201,
      body: {
        trackingId: details['trackingId'],
        status: 'created',
        expectedDeliveryDate: '2026-03-14',
        trackingNumber: null,
      },
    })
  })
})

describe('a letter is sent once', () => {
  it('the same key and letter get the first answer, by multipart or JSON', async () => {
    const first = await post({ connection: 'quick' }, idem('once-1'))
    const second = await post({ connection: 'quick' }, idem('once-1'))
    const third = await upload(parts({ connection: 'quick' }), idem('once-1'))
    expect([second.status, third.status]).toEqual([201, 201])
    expect([second.body, third.body]).toEqual([first.body, first.body])
    expect(
      (await rows((tx) => tx.select().from(letters).where(eq(letters.key, 'api:once-1')))).length,
    ).toBe(1)
  })

  it.each([
    ['the recipient', { to: { ...to, name: 'Somebody Else' } }],
    ['color', { color: true }],
    ['the metadata', { metadata: { a: 'b' } }],
    ['the connection', { connection: 'quick' }],
  ])('409 A: the same key with a change of %s', async (what, change) => {
    const key = `changed ${what}`
    expect((await post({ connection: 'slow' }, idem(key))).status).toBe(201)
    expect(answered(await post({ connection: 'slow', ...change }, idem(key)))).toEqual(
      shapeA(409, 'idempotency_key_reused'),
    )
  })

  it('409 A: the same key with another PDF', async () => {
    await upload(parts(), idem('other-pdf'))
    expect(answered(await upload(parts({}, await letterPdf(3)), idem('other-pdf')))).toEqual(
      shapeA(409, 'idempotency_key_reused'),
    )
  })

  it('the key of another organization is another letter', async () => {
    const other = await organizationWithKeys()
    await inOrganization(other.id, async (tx) => await seedConnections(tx, other.id))
    const ours = await upload(parts(), idem('shared'))
    const theirs = await upload(parts(), { ...idem('shared'), organization: other })
    expect([
      ours.status,
      theirs.status,
      ours.body['trackingId'] === theirs.body['trackingId'],
    ]).toEqual([201, 201, false])
    expect((await read(String(ours.body['trackingId']), { organization: other })).status).toBe(404)
  })

  it('ten requests at once with one key make one letter at Lob', async () => {
    const before = lob.letters.size
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => post({ connection: 'lob' }, idem('ten'))),
    )
    expect(new Set(answers.map(({ status }) => status))).toEqual(
      new Set(answers.some(({ status }) => status === 409) ? [201, 409] : [201]),
    )
    for (const { status, headers } of answers)
      if (status === 409) expect(headers.get('retry-after')).toMatch(/^\d+$/)
    expect(lob.letters.size).toBe(before + 1)
    expect((await post({ connection: 'lob' }, idem('ten'))).status).toBe(201)
    expect(lob.letters.size).toBe(before + 1)
  })

  it('a call without an answer is repeated at once with the same key: one letter', async () => {
    const before = lob.letters.size
    lob.takeThenHang = true
    const answer = await post({ connection: 'lob' }, idem('lost'))
    expect(answer.status).toBe(201)
    expect([
      lob.letters.size - before,
      posts().map(({ headers }) => headers['idempotency-key']),
    ]).toEqual([1, [answer.body['trackingId'], answer.body['trackingId']]])
  })

  it('the next request takes over the letter of a process that died while sending', async () => {
    const before = lob.letters.size
    lob.instead.push('hang', 'hang')
    expect((await post({ connection: 'lob' }, idem('died'))).status).toBe(504)
    const mine = eq(letters.key, 'api:died')
    await rows((tx) =>
      tx
        .update(letters)
        .set({ status: 'sending', attemptUntil: new Date(Date.now() + 60_000) })
        .where(mine),
    )
    expect(answered(await post({ connection: 'lob' }, idem('died')))).toEqual(
      shapeA(409, 'idempotency_in_progress'),
    )
    await rows((tx) =>
      tx
        .update(letters)
        .set({ attemptUntil: new Date(Date.now() - 1000) })
        .where(mine),
    )
    expect((await post({ connection: 'lob' }, idem('died'))).status).toBe(201)
    expect(lob.letters.size).toBe(before + 1)
  })

  it('409 A: an unknown outcome is not sent again when Lob may have forgotten the key', async () => {
    lob.instead.push('hang', 'hang')
    await post({ connection: 'lob' }, idem('old'))
    await rows((tx) =>
      tx
        .update(letters)
        .set({ firstAttemptAt: new Date(Date.now() - 23.5 * 60 * 60 * 1000) })
        .where(eq(letters.key, 'api:old')),
    )
    lob.calls.length = 0
    expect(answered(await post({ connection: 'lob' }, idem('old')))).toEqual(
      shapeA(409, 'conflict', { trackingId: expect.any(String), outcome: 'unknown' }),
    )
    expect(lob.calls).toEqual([])
  })

  it('what Lob refused may be sent again with the same key, however old', async () => {
    lob.instead.push({ status: 401, body: { error: { code: 'invalid_api_key' } } })
    expect((await post({ connection: 'lob' }, idem('refused'))).status).toBe(502)
    await rows((tx) =>
      tx
        .update(letters)
        .set({ firstAttemptAt: new Date(0) })
        .where(eq(letters.key, 'api:refused')),
    )
    expect((await post({ connection: 'lob' }, idem('refused'))).status).toBe(201)
  })

  it('a refusal of our credentials does not make an unknown outcome known', async () => {
    lob.instead.push('hang', 'hang', { status: 401, body: { error: { code: 'invalid_api_key' } } })
    await post({ connection: 'lob' }, idem('still-unknown'))
    const answer = await post({ connection: 'lob' }, idem('still-unknown'))
    expect(answered(answer)).toEqual(
      shapeA(502, 'provider_error', expect.objectContaining({ outcome: 'unknown', status: 401 })),
    )
    expect(
      (await read(String((answer.body['details'] as Record<string, unknown>)['trackingId']))).body[
        'status'
      ],
    ).toBe('unknown')
  })

  it('a step’s letter is one letter for its run and task', async () => {
    const call = {
      key: 'run:task',
      runId: newId(),
      connection: 'lob',
      fileId,
      to: { ...to, country: 'US' },
      from: { ...from, country: 'US' },
      metadata: {},
      color: false,
      doubleSided: true,
      ...asSteps,
      createdBy: 'a workflow',
      signal: AbortSignal.timeout(20_000),
    }
    const first = await sendRunLetter(api.organization.id, call)
    const second = await sendRunLetter(api.organization.id, call)
    expect(second).toEqual(first)
    expect(posts()).toHaveLength(1)
    await expect(
      sendRunLetter(api.organization.id, { ...call, key: 'x', fileId: 'none' }),
    ).rejects.toMatchObject({ code: 'not_found' })
    await expect(
      sendRunLetter(api.organization.id, { ...call, key: 'y', signal: AbortSignal.abort() }),
    ).rejects.toThrow('aborted')
  })

  it('of an attempt whose process ended is sent when its claim ends, and not failed', async () => {
    const key = newId()
    const call = {
      key,
      runId: newId(),
      connection: 'sandbox',
      fileId,
      to: { ...to, country: 'US' },
      from: { ...from, country: 'US' },
      metadata: {},
      color: false,
      doubleSided: false,
      ...asSteps,
      createdBy: 'a workflow',
      signal: AbortSignal.timeout(20_000),
    }
    const sent = await sendRunLetter(api.organization.id, call)
    const setAttemptUntil = async (attemptUntil: Date) =>
      await inOrganization(api.organization.id, (tx) =>
        tx
          .update(letters)
          .set({ answer: null, status: 'sending', attemptUntil })
          .where(eq(letters.key, `step:${key}`)),
      )
    await setAttemptUntil(new Date(Date.now() + 60_000))
    await expect(sendRunLetter(api.organization.id, call)).rejects.toMatchObject({
      code: 'unavailable',
      headers: { 'retry-after': expect.stringMatching(/^\d+$/) as string },
    })
    await setAttemptUntil(new Date(Date.now() - 1000))
    expect(await sendRunLetter(api.organization.id, call)).toEqual(sent)
  })
})

describe('GET /api/v2/communication/letters/{trackingId}', () => {
  it('plays to the end in the sandbox; the provider’s id is understood too', async () => {
    const trackingId = String((await post({ connection: 'quick' })).body['trackingId'])
    await expect.poll(async () => (await read(trackingId)).body['status']).toBe('delivered')
    const { body } = await read(trackingId)
    expect((body['events'] as { type: string }[]).map(({ type }) => type)).toEqual([
      'created',
      'rendered',
      'mailed',
      'in_transit',
      'in_local_area',
      'processed_for_delivery',
      'delivered',
    ])
    expect((await read(String(body['providerId']))).body['trackingId']).toBe(trackingId)
  })

  it('polls Lob at most every five minutes; shows the stored status when Lob fails', async () => {
    const trackingId = String((await post({ connection: 'lob' })).body['trackingId'])
    const providerId = String((await read(trackingId)).body['providerId'])
    lob.letters.get(providerId)?.tracking_events.push(lobTracking('Mailed', '2026-03-08T01:00:00Z'))
    expect((await read(trackingId)).body['status']).toBe('created')
    const forget = () =>
      rows((tx) =>
        tx
          .update(letters)
          .set({ lookedAt: new Date(0) })
          .where(eq(letters.id, trackingId)),
      )
    await forget()
    expect((await read(trackingId)).body).toMatchObject({
      status: 'mailed',
      events: [{ type: 'created' }, { type: 'mailed', at: '2026-03-08T01:00:00.000Z' }],
    })
    await forget()
    lob.instead.push({ status: 400, body: {} })
    expect(answered(await read(trackingId))).toMatchObject({
      status: 200,
      body: { status: 'mailed' },
    })
  })

  it.each([
    ['404 A: no letter', 'ltr_none', {}, shapeA(404, 'not_found')],
    [
      '404 A: an id of nobody',
      '0199d3a0-7c2e-7b1a-9a53-1f6a52f4c001',
      {},
      shapeA(404, 'not_found'),
    ],
    ['401 A: no credential', 'x', { as: null }, shapeA(401, 'unauthorized')],
    ['400 A: too long', 'x'.repeat(101), {}, shapeA(400, 'invalid_request')],
  ] as [string, string, Sent, object][])('%s', async (_what, trackingId, sent, expected) =>
    expect(answered(await read(trackingId, sent))).toEqual(expected),
  )
})

describe('GET /api/v2/communication/letters', () => {
  it('lists the newest first, page by page and by status, without addresses', async () => {
    const list = async (query: string) =>
      (await api.send(lettersRoute.GET, `${path}${query}`)).body as {
        items: { trackingId: string; status: string }[]
        nextCursor: string | null
      }
    const all = await list('?limit=200')
    const one = await list('?limit=2')
    const two = await list(`?limit=2&cursor=${(await list('?limit=2')).nextCursor}`)
    expect([...one.items, ...two.items]).toEqual(all.items.slice(0, 4))
    expect(JSON.stringify(all)).not.toContain('Lindqvist')
    expect(new Set((await list('?status=unknown')).items.map(({ status }) => status))).toEqual(
      new Set(['unknown']),
    )
    expect((await api.send(lettersRoute.GET, `${path}?cursor=x`)).status).toBe(400)
  })
})

describe('the webhook of a letters connection', () => {
  const addressOf = async (slug: string) =>
    String((await api.send(webhookRoute.GET, '/x', { params: { slug } })).body['url'])
  const tokenOf = async (slug: string) => (await addressOf(slug)).split('/').at(-1) ?? ''
  const tell = async (message: { body: string; headers: Record<string, string> }, token?: string) =>
    await api.send(hookRoute.POST, '/x', {
      as: null,
      params: { token: token ?? (await tokenOf('lob')) },
      ...message,
    })
  const sent = async () => {
    const { body } = await read(String((await post({ connection: 'lob' })).body['trackingId']))
    return {
      trackingId: String(body['trackingId']),
      letter: lob.letters.get(String(body['providerId'])),
    }
  }

  it('is shown to those who may read connections; 404 A for none', async () => {
    expect(await addressOf('lob')).toMatch(/\/api\/v2\/hooks\/letters\/[\w-]{64}$/)
    expect(answered(await api.send(webhookRoute.GET, '/x', { params: { slug: 'none' } }))).toEqual(
      shapeA(404, 'unknown_connection'),
    )
  })

  it('takes each message once, in any order, and a late scan does not undo an end', async () => {
    const { trackingId, letter } = await sent()
    const delivered = lobMessage(lob.webhookSecret, 'letter.delivered', letter, {
      id: 'evt_d',
      date: '2026-03-12T10:00:00.000Z',
    })
    const mailed = lobMessage(lob.webhookSecret, 'letter.mailed', letter, {
      id: 'evt_m',
      date: '2026-03-08T10:00:00.000Z',
    })
    const late = lobMessage(lob.webhookSecret, 'letter.in_transit', letter, {
      id: 'evt_t',
      date: '2026-03-13T10:00:00.000Z',
    })
    for (const message of [delivered, mailed, mailed, late, delivered])
      expect(answered(await tell(message))).toEqual({ status: 200, body: {} })
    expect((await read(trackingId)).body).toMatchObject({
      status: 'delivered',
      events: [
        { type: 'created' },
        { type: 'mailed' },
        { type: 'delivered' },
        { type: 'in_transit' },
      ],
    })
  })

  it('many messages at once of one letter leave one status and no event twice', async () => {
    const { trackingId, letter } = await sent()
    const message = (type: string, day: number) =>
      tell(
        lobMessage(lob.webhookSecret, `letter.${type}`, letter, {
          id: `evt_${type}`,
          date: `2026-03-0${day}T10:00:00.000Z`,
        }),
      )
    await Promise.all([
      message('mailed', 8),
      message('delivered', 9),
      message('mailed', 8),
      message('rendered_pdf', 7),
      message('delivered', 9),
    ])
    expect((await read(trackingId)).body).toMatchObject({ status: 'delivered' })
    expect(
      await rows((tx) =>
        tx.select().from(letterEvents).where(eq(letterEvents.letterId, trackingId)),
      ),
    ).toHaveLength(4)
  })

  it('a message about an unknown letter is accepted and ignored', async () => {
    const { letter } = await sent()
    expect(
      (await tell(lobMessage(lob.webhookSecret, 'letter.mailed', { ...letter, id: 'ltr_unknown' })))
        .status,
    ).toBe(200)
  })

  it('401 A: a wrong, an old and no signature change nothing', async () => {
    const { trackingId, letter } = await sent()
    const good = lobMessage(lob.webhookSecret, 'letter.delivered', letter)
    for (const message of [
      lobMessage('guessed', 'letter.delivered', letter),
      lobMessage(lob.webhookSecret, 'letter.delivered', letter, { now: Date.now() - 400_000 }),
      { ...good, headers: {} },
      { ...good, body: `${good.body} ` },
    ])
      expect(answered(await tell(message))).toEqual(shapeA(401, 'unauthorized'))
    expect((await read(trackingId)).body['status']).toBe('created')
  })

  it('404 A: an unknown address, another kind, without webhooks; 413 A: too large', async () => {
    const message = lobMessage(lob.webhookSecret, 'letter.mailed', {})
    const token = await tokenOf('lob')
    for (const bad of [
      'x',
      token.slice(0, -1),
      `${token.slice(0, -2)}AA`,
      await tokenOf('sandbox'),
    ])
      expect(answered(await tell(message, bad))).toEqual(shapeA(404, 'not_found'))
    expect((await tell({ ...message, body: 'x'.repeat(5 * 1024 * 1024 + 1) })).status).toBe(413)
  })

  it('refuses another connection’s secret and the address of a deleted connection', async () => {
    const { letter } = await sent()
    const owner = newActor({
      kind: 'api-key' as const,
      id: newId(),
      name: 'owner',
      email: null,
      organizationId: api.organization.id,
      role: 'owner' as const,
      sessionId: null,
    })
    const { id } = await createConnection(owner, {
      kind: 'letters',
      slug: 'second-lob',
      name: 'x',
      provider: 'lob',
      config: {},
      secrets: { webhookSecret: 'its own' },
    })
    const token = await tokenOf('second-lob')
    expect((await tell(lobMessage(lob.webhookSecret, 'letter.mailed', letter), token)).status).toBe(
      401,
    )
    // Signed rightly, but the letter belongs to the other connection.
    expect(
      (await tell(lobMessage('its own', 'letter.returned_to_sender', letter), token)).status,
    ).toBe(200)
    expect((await read(String(letter?.id))).body['status']).toBe('created')
    await rows((tx) => tx.delete(connections).where(eq(connections.id, id)))
    expect((await tell(lobMessage('its own', 'letter.mailed', letter), token)).status).toBe(404)
  })
})
