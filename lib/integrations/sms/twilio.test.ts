import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { memoryStore } from '#test/fakes/memory-store'
import { startTwilioServer, twilioCallback, type TwilioServer } from '#test/fakes/twilio-server'
import { twilioSignature } from './twilio-signature.ts'
import { smsTwilio } from './twilio.ts'

let twilio: TwilioServer
beforeAll(async () => {
  twilio = await startTwilioServer()
})
afterAll(async () => await twilio.close())
beforeEach(() => {
  twilio.calls.length = 0
  twilio.instead.length = 0
})

const within = () => AbortSignal.timeout(20_000)
const statusUrl = 'https://rounds.example.com/api/v2/hooks/sms/token/id'
const open = (config: object = {}, secrets: object = { authToken: twilio.authToken }) =>
  smsTwilio.open({
    config: smsTwilio.config.parse({
      accountSid: twilio.accountSid,
      sender: twilio.sender,
      apiUrl: twilio.baseUrl,
      timeoutSeconds: 1,
      ...config,
    }),
    secrets: smsTwilio.secrets.parse(secrets),
    store: memoryStore(),
    allowPrivate: [twilio.host],
  })
const send = (change: { to?: string; text?: string } = {}, port = open()) =>
  port.send({ to: '+12125550123', text: 'Call us.', ...change }, { statusUrl, signal: within() })

describe('a text message by Twilio', () => {
  it('is sent as a form, from a number', async () => {
    expect(await send()).toEqual({
      providerId: expect.stringMatching(/^SM[0-9a-f]{32}$/),
      status: 'accepted',
      segments: 1,
      errorCode: null,
    })
    expect(twilio.messages.at(-1)?.form).toEqual({
      To: '+12125550123',
      From: twilio.sender,
      Body: 'Call us.',
      StatusCallback: statusUrl,
    })
  })

  it('is sent by a messaging service, without reports where Twilio cannot reach us', async () => {
    const sender = `MG${'0'.repeat(32)}`
    const message = { to: '+12125550123', text: 'Ä & = ü' }
    const options = { statusUrl: undefined, signal: within() }
    expect(await open({ sender }).send(message, options)).toMatchObject({ segments: null })
    expect(twilio.messages.at(-1)?.form).toEqual({
      To: '+12125550123',
      MessagingServiceSid: sender,
      Body: 'Ä & = ü',
    })
  })

  it.each([
    ['a number that is none', { to: '+1' }, 'to', '21211'],
    ['a recipient who replied STOP', { to: '+12125550199' }, 'to', '21610'],
    ['a text that is too long', { text: 'x'.repeat(1601) }, 'text', '21617'],
  ])('to %s is an error of the caller, without quoting it', async (_what, change, path, code) => {
    const error = await send(change).then(
      () => undefined,
      (thrown: unknown) => thrown,
    )
    expect(error).toMatchObject({
      code: 'invalid_request',
      details: { code, issues: [{ path, message: expect.stringContaining(' ') }] },
    })
    expect(JSON.stringify([error, String(error)])).not.toMatch(/\+1|xxx/)
  })

  it.each([
    ['a wrong token', { status: 401, body: { code: 20003 } }, { details: { status: 401 } }],
    ['a sender of somebody else', { status: 400, body: { code: 21606 } }, { statusCode: 502 }],
    ['500', { status: 500, body: 'stack' }, { code: 'provider_error', details: { status: 500 } }],
    ['503', { status: 503 }, { details: { status: 503 } }],
    ['no message', { status: 201, body: { sid: 'x' } }, { details: { status: 201 } }],
    ['a cut connection', 'cut', { code: 'provider_error' }],
    ['silence', 'hang', { code: 'provider_timeout' }],
  ] as const)('%s: it is called once', async (_what, answer, expected) => {
    twilio.instead.push(answer)
    await expect(send()).rejects.toMatchObject(expected)
    expect(twilio.calls).toHaveLength(1)
  })

  it('is read: its state and the code of its failure', async () => {
    const { providerId } = await send()
    const known = twilio.messages.at(-1)
    Object.assign(known?.message ?? {}, { status: 'undelivered', error_code: 30003 })
    expect(await open().read(providerId, within())).toEqual({
      providerId,
      status: 'undelivered',
      segments: 1,
      errorCode: '30003',
    })
    await expect(open().read('../x', within())).rejects.toMatchObject({ code: 'not_found' })
  })

  it('is not sent without the auth token', async () => {
    await expect(send({}, open({}, {}))).rejects.toMatchObject({ details: { code: 'incomplete' } })
    expect(twilio.calls).toEqual([])
  })
})

describe('Twilio’s reports', () => {
  const providerId = `SM${'a'.repeat(32)}`
  const params = { MessageSid: providerId, MessageStatus: 'delivered' }
  const receive = (
    { body, headers }: ReturnType<typeof twilioCallback>,
    { url = statusUrl, port = open() } = {},
  ) => port.webhooks?.receive({ url, headers: new Headers(headers), body: Buffer.from(body) })
  const signed = (change: Record<string, string> = {}) =>
    twilioCallback(twilio.authToken, statusUrl, { ...params, ...change })

  it('are signed as Twilio’s page shows', () => {
    const call = new URLSearchParams({
      To: '+18005551212',
      From: '+14158675309',
      Digits: '1234',
      Caller: '+14158675309',
      CallSid: 'CA1234567890ABCDE',
    })
    const url = 'https://mycompany.com/myapp.php?foo=1&bar=2'
    expect(twilioSignature('12345', url, call)).toBe('RSOYDt4T1cUTdK1PDd93/VVr8B8=')
  })

  it('say how the message fares', async () => {
    expect(await receive(signed())).toEqual({
      providerId,
      status: 'delivered',
      segments: null,
      errorCode: null,
    })
    const failed = signed({ MessageStatus: 'undelivered', ErrorCode: '30006' })
    expect(await receive(failed)).toMatchObject({ status: 'undelivered', errorCode: '30006' })
  })

  it('of a status that nobody knows are ignored', async () =>
    expect(await receive(signed({ MessageStatus: 'abducted' }))).toBeUndefined())

  it.each([
    ['another token', () => receive(twilioCallback('guessed', statusUrl, params))],
    ['another address', () => receive(signed(), { url: `${statusUrl}0` })],
    [
      'a changed form',
      () => receive({ ...signed(), body: signed().body.replace('delivered', 'failed') }),
    ],
    ['no signature', () => receive({ ...signed(), headers: {} })],
    [
      'no token of ours',
      () => receive(twilioCallback('', statusUrl, params), { port: open({}, {}) }),
    ],
  ])('with %s are refused', async (_what, received) => {
    await expect(received()).rejects.toMatchObject({ statusCode: 401 })
  })
})

describe('the test of a Twilio connection', () => {
  it('reads the account', async () => {
    expect(await open().test(within())).toContain('No message was sent')
    const wrong = open({}, { authToken: 'wrong' })
    await expect(wrong.test(within())).rejects.toMatchObject({ details: { status: 401 } })
  })
})
