import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startDocumoServer, type DocumoServer } from '#test/fakes/documo-server'
import { memoryStore } from '#test/fakes/memory-store'
import { letterPdf } from '#test/samples/letter-pdf'
import { faxDocumo } from './documo.ts'

let documo: DocumoServer
let pdf: Uint8Array
beforeAll(async () => {
  documo = await startDocumoServer()
  pdf = await letterPdf(2)
})
afterAll(async () => await documo.close())
beforeEach(() => {
  documo.calls.length = 0
  documo.instead.length = 0
})

const within = () => AbortSignal.timeout(20_000)
const secrets = { apiKey: 'key-of-documo', webhookUser: 'rounds', webhookPassword: 'a long one' }
const open = (given: object = secrets, timeoutSeconds = 20) =>
  faxDocumo.open({
    config: faxDocumo.config.parse({
      callerId: '+12125550100',
      apiUrl: documo.baseUrl,
      timeoutSeconds,
    }),
    secrets: faxDocumo.secrets.parse(given),
    store: memoryStore(),
    allowPrivate: [documo.host],
  })
const send = (change: object = {}, port = open()) =>
  port.send({ to: '+12125550123', pdfs: [pdf, pdf], pages: 4, ...change }, within())

describe('a fax by Documo', () => {
  it('is sent as a form, with its PDFs in their order and no cover page of Documo', async () => {
    expect(await send()).toEqual({
      providerId: expect.any(String),
      direction: 'out',
      state: 'queued',
      pages: 4,
      failure: null,
      said: null,
      from: null,
      to: null,
    })
    expect(documo.forms.at(-1)).toEqual({
      fields: {
        faxNumber: '+12125550123',
        callerId: '2125550100',
        coverPage: 'false',
      },
      attachments: [
        { name: 'document-1.pdf', pages: 2 },
        { name: 'document-2.pdf', pages: 2 },
      ],
    })
  })

  it('that Documo refuses is an error of the caller, without quoting it', async () => {
    const error = await send({ to: '12' }).catch((thrown: unknown) => thrown)
    expect(error).toMatchObject({ code: 'invalid_request', details: { status: 400 } })
  })

  it.each([
    ['a wrong key', { status: 401 }, { details: { status: 401 } }],
    ['500', { status: 500 }, { details: { status: 500 } }],
    ['no fax', { status: 200, body: { messageId: '../x' } }, { details: { status: 200 } }],
    ['a cut connection', 'cut', { code: 'provider_error' }],
  ] as const)('%s: it is called once', async (_what, answer, expected) => {
    documo.instead.push(answer)
    await expect(send()).rejects.toMatchObject(expected)
    expect(documo.calls).toHaveLength(1)
  })

  it('is not waited for longer than the time limit, and not sent a second time', async () => {
    documo.instead.push('hang')
    await expect(send({}, open(secrets, 1))).rejects.toMatchObject({ code: 'provider_timeout' })
    expect(documo.calls).toHaveLength(1)
  })

  it.each([
    ['success', '0', 'OK', 'delivered', null],
    ['transmitting', null, null, 'transmitting', null],
    ['failed', null, 'Remote line was Busy', 'failed', 'busy'],
    ['failed', null, 'No answer', 'failed', 'no_answer'],
    ['failed', null, 'No carrier detected', 'failed', 'line'],
    ['failed', null, 'Unallocated number', 'failed', 'wrong_number'],
    ['failed', null, 'Invalid fax number', 'failed', 'wrong_number'],
    ['failed', null, 'A human answered', 'failed', 'no_fax_machine'],
    ['failed', null, 'Invalid document', 'failed', 'refused'],
    ['failed', '6100', null, 'failed', 'busy'],
    ['failed', 6000, 'Failed', 'failed', 'line'],
    ['failed', '7777', 'Failed', 'failed', 'refused'],
    ['something new', null, null, 'queued', null],
  ])('with status %s, %s, “%s” is %s', async (status, resultCode, resultInfo, state, failure) => {
    const { providerId } = await send()
    Object.assign(documo.faxes.get(providerId) ?? {}, { status, resultCode, resultInfo })
    expect(await open().read(providerId, within())).toMatchObject({ state, failure })
  })

  it('that failed has Documo’s own words, without numbers to call', async () => {
    const { providerId } = await send()
    const resultInfo = 'Odd thing\r\nat +1 (212) 555-0123'
    const failed = { status: 'failed', resultCode: '7777', resultInfo }
    Object.assign(documo.faxes.get(providerId) ?? {}, failed)
    const read = await open().read(providerId, within())
    expect(read).toMatchObject({ failure: 'refused', said: '7777 Odd thing at …' })
  })

  it('is read and fetched when it came in', async () => {
    documo.faxes.set('in-1', {
      messageId: 'in-1',
      status: 'success',
      direction: 'inbound',
      faxCallerId: '2125550123',
      faxNumber: '12125550100',
      pagesCount: 3,
    })
    expect(await open().read('in-1', within())).toMatchObject({
      direction: 'in',
      state: 'delivered',
      pages: 3,
      from: '+12125550123',
      to: '+12125550100',
    })
    Object.assign(documo.faxes.get('in-1') ?? {}, { direction: undefined })
    expect(await open().read('in-1', within())).toMatchObject({
      direction: null,
      from: '+12125550123',
    })
    expect(Buffer.from(await open().download('in-1', within())).toString()).toContain('%PDF')
    await expect(open().read('none', within())).rejects.toMatchObject({ code: 'not_found' })
  })
})

describe('Documo’s webhooks', () => {
  const basic = (user: string, password: string) =>
    `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`
  const receive = (authorization: string | undefined, body: string, port = open()) =>
    port.webhooks?.receive(new Headers(authorization ? { authorization } : {}), Buffer.from(body))
  const right = basic('rounds', 'a long one')

  it('name a fax, in both shapes', async () => {
    expect(await receive(right, '{"messageId":"a-1","status":"success"}')).toEqual({
      providerId: 'a-1',
      isSent: false,
    })
    const body = '{"event":"fax.v1.inbound.complete","data":{"messageId":"a-2"}}'
    expect(await receive(right, body)).toEqual({ providerId: 'a-2', isSent: false })
    expect(await receive(right, '{"event":"fax.v1.number.add"}')).toBeUndefined()
    const sent = '{"event":"fax.v1.outbound.succeed","data":{"messageId":"a-3"}}'
    expect(await receive(right, sent)).toEqual({ providerId: 'a-3', isSent: true })
  })

  it.each([
    ['no credential', undefined, secrets],
    ['another password', basic('rounds', 'guessed'), secrets],
    ['no password of ours', basic('undefined', 'undefined'), { apiKey: 'key-of-documo' }],
  ])('with %s are refused', async (_what, authorization, given) => {
    const body = '{"messageId":"a-1"}'
    await expect(receive(authorization, body, open(given))).rejects.toMatchObject({
      statusCode: 401,
    })
  })

  it('that are no JSON are 400', async () =>
    await expect(receive(right, 'x')).rejects.toMatchObject({ statusCode: 400 }))
})

it('a Documo connection is tested without a fax', async () => {
  expect(await open().test(within())).toContain('No fax was sent')
})
