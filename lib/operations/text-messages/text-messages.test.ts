import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { inOrganization } from '#db/client'
import { textMessages } from '#db/schema/text-messages'
import { seedConnections } from '#db/seed/connections'
import { newActor } from '#lib/auth/actor'
import { newId } from '#lib/ids'
import { startTwilioServer, twilioCallback } from '#test/fakes/twilio-server'
import { organizationWithKeys, useApi } from '#test/harness/api'
import { endpointsAt } from '#test/harness/endpoints-at'
import { createConnection } from '../connections/create-connection.ts'
import { sendTextMessage } from './send-text-message.ts'

const path = '/api/v2/communication/text-messages'
const listRoute = endpointsAt(path)
const messageRoute = endpointsAt(`${path}/{messageId}`)
const hookRoute = endpointsAt('/api/v2/hooks/sms/{token}/{messageId}')

// Before the settings are read for the first time: the server lies on an internal address, and
// Twilio takes only an address with TLS for its reports.
const twilio = await startTwilioServer()
process.env['HTTP_ALLOW_PRIVATE'] = twilio.host
process.env['BASE_URL'] = 'https://rounds.example.com'

const api = useApi()
beforeAll(async () => {
  const organizationId = api.organization.id
  await inOrganization(organizationId, (tx) => seedConnections(tx, organizationId))
  const owner = newActor({
    kind: 'api-key' as const,
    id: newId(),
    name: 'owner',
    email: null,
    organizationId,
    role: 'owner' as const,
    sessionId: null,
  })
  const { accountSid, sender, authToken, baseUrl: apiUrl } = twilio
  await createConnection(owner, {
    kind: 'sms',
    slug: 'twilio',
    name: 'Twilio',
    provider: 'twilio',
    config: { accountSid, sender, apiUrl, timeoutSeconds: 5 },
    secrets: { authToken },
  })
}, 60_000)
afterAll(async () => await twilio.close())
beforeEach(() => {
  twilio.messages.length = 0
  twilio.instead.length = 0
})

const send = (change: Partial<Parameters<typeof sendTextMessage>[1]> = {}) =>
  sendTextMessage(api.organization.id, {
    key: newId(),
    connection: 'twilio',
    to: '+12125550123',
    text: 'Your code is 123456.',
    createdBy: 'a test',
    signal: AbortSignal.timeout(20_000),
    ...change,
  })
const read = async (messageId: string) =>
  (await api.send(messageRoute.GET, `${path}/${messageId}`, { params: { messageId } })).body
const rowOf = async (key: string) =>
  await inOrganization(api.organization.id, async (tx) => {
    const [row] = await tx.select().from(textMessages).where(eq(textMessages.key, key))
    return row
  })
/** A report of Twilio on the message that it took last. */
function report(params: Record<string, string>, { token = twilio.authToken } = {}) {
  const { message, form } = twilio.messages.at(-1) ?? {}
  const url = new URL(form?.['StatusCallback'] ?? '')
  const sent = twilioCallback(token, url.href, { MessageSid: message?.sid ?? '', ...params })
  const [hook = '', messageId = ''] = url.pathname.split('/').slice(-2)
  return api.send(hookRoute.POST, url.pathname, {
    params: { token: hook, messageId },
    as: null,
    ...sent,
  })
}

describe('a text message', () => {
  it('is sent once for its key; neither its number nor its text is kept', async () => {
    const first = await send({ key: 'one' })
    expect(first).toEqual({ messageId: expect.any(String), status: 'accepted' })
    expect(await send({ key: 'one' })).toEqual(first)
    expect(twilio.messages).toHaveLength(1)
    const row = await rowOf('one')
    expect(row).toMatchObject({ provider: 'twilio', segments: 1, attempts: 1, createdBy: 'a test' })
    expect(JSON.stringify(row)).not.toMatch(/12125550123|123456/)
  })

  it('is delivered by a report; an older or repeated report changes nothing', async () => {
    const { messageId } = await send()
    expect((await report({ MessageStatus: 'sent' })).status).toBe(200)
    expect((await report({ MessageStatus: 'delivered' })).body).toEqual({})
    await report({ MessageStatus: 'sent' })
    await report({ MessageStatus: 'undelivered', ErrorCode: '30003' })
    expect(await read(messageId)).toMatchObject({ status: 'delivered', failure: null })
  })

  it('that cannot be delivered has the provider’s code', async () => {
    const { messageId } = await send()
    await report({ MessageStatus: 'undelivered', ErrorCode: '30006' })
    expect(await read(messageId)).toMatchObject({
      status: 'undelivered',
      failure: { code: '30006', message: expect.stringContaining('30006') },
    })
  })

  it('without a report is asked for when it is read', async () => {
    const { messageId } = await send()
    Object.assign(twilio.messages[0]?.message ?? {}, { status: 'delivered' })
    expect(await read(messageId)).toMatchObject({ status: 'delivered' })
  })

  it('that the provider refuses is not sent, and may be sent again with its key', async () => {
    twilio.instead.push({ status: 429, body: { code: 20429 } })
    await expect(send({ key: 'refused' })).rejects.toMatchObject({ details: { status: 429 } })
    expect(await rowOf('refused')).toMatchObject({ status: 'not_sent' })
    expect(await send({ key: 'refused' })).toMatchObject({ status: 'accepted' })
    expect(await rowOf('refused')).toMatchObject({ attempts: 2, failure: null })
  })

  it('to a number that takes none is an error of the caller', async () => {
    await expect(send({ to: '+12125550199' })).rejects.toMatchObject({
      code: 'invalid_request',
      details: { issues: [{ path: 'to' }] },
    })
  })

  it('of which no answer came is unknown, until a report says that it was sent', async () => {
    twilio.takeThenHang = true
    await expect(send({ key: 'lost' })).rejects.toMatchObject({
      code: 'provider_error',
      details: { outcome: 'unknown', messageId: expect.any(String) },
    })
    expect(await rowOf('lost')).toMatchObject({ status: 'unknown', providerId: null })
    await report({ MessageStatus: 'delivered' })
    expect(await send({ key: 'lost' })).toMatchObject({ status: 'delivered' })
    expect(twilio.messages).toHaveLength(1)
  })

  it('that another call is sending is not sent by this one, unless that call is known to be over', async () => {
    twilio.takeThenHang = true
    await expect(send({ key: 'busy' })).rejects.toMatchObject({ code: 'provider_error' })
    await inOrganization(api.organization.id, (tx) =>
      tx
        .update(textMessages)
        .set({ status: 'sending', attemptUntil: new Date(Date.now() + 60_000) })
        .where(eq(textMessages.key, 'busy')),
    )
    await expect(send({ key: 'busy' })).rejects.toMatchObject({ code: 'unavailable' })
    expect(await send({ key: 'busy', takeOver: true })).toMatchObject({ status: 'accepted' })
    expect(twilio.messages).toHaveLength(2)
  })

  it('by the sandbox fares by the clock', async () => {
    const { messageId, status } = await send({ connection: 'sandbox' })
    expect([status, (await read(messageId))['provider']]).toEqual(['accepted', 'sandbox'])
  })
})

describe('a report', () => {
  it('with another token is 401, at another address 404; nothing is written', async () => {
    const { messageId } = await send()
    const forged = await report({ MessageStatus: 'failed' }, { token: 'guessed' })
    expect(forged.status).toBe(401)
    const params = { token: 'x'.repeat(64), messageId }
    const elsewhere = await api.send(hookRoute.POST, '/api/v2/hooks/sms/x/y', {
      params,
      as: null,
      body: 'a=b',
    })
    expect(elsewhere.status).toBe(404)
    expect(await read(messageId)).toMatchObject({ status: 'accepted' })
  })
})

describe('the list', () => {
  it('has the newest first, by status; other organizations find nothing', async () => {
    const { messageId } = await send()
    const { body } = await api.send(listRoute.GET, `${path}?status=accepted&limit=1`)
    expect(body['items']).toMatchObject([{ messageId, status: 'accepted' }])
    const organization = await organizationWithKeys()
    const other = await api.send(messageRoute.GET, `${path}/${messageId}`, {
      params: { messageId },
      organization,
    })
    expect(other.status).toBe(404)
  })
})
