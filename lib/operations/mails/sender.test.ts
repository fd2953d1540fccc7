import { createSign, generateKeyPairSync } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import { createServer as createTlsServer } from 'node:tls'
import { eq } from 'drizzle-orm'
import { authenticate } from 'mailauth'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { engineDb, inOrganization } from '#db/client'
import { mails } from '#db/schema/documents'
import { dkimKeys, mailSenders, suppressedAddresses } from '#db/schema/mails'
import { env } from '#lib/env'
import { newId } from '#lib/ids'
import { startDnsServer, type DnsServer } from '#test/fakes/dns-server'
import { startMailServer, type MailServer } from '#test/fakes/mail-server'
import { selfSigned } from '#test/fakes/self-signed'
import { organizationWithKeys, useApi } from '#test/harness/api'
import { endpointsAt } from '#test/harness/endpoints-at'
import { hookToken } from '../hie/hook-token.ts'
import { deliverMail } from './deliver-mail.ts'
import { queueMail, type OutgoingMail } from './queue-mail.ts'
import { mailToken } from './reports/bounce-address.ts'
import { receiveNews } from './reports/receive-mail-webhook.ts'
import { checkRecords } from './sender/check-mail-records.ts'

const sender = endpointsAt('/api/v2/mail-sender')
const keys = endpointsAt('/api/v2/mail-sender/dkim-keys')
const key = endpointsAt('/api/v2/mail-sender/dkim-keys/{id}')
const records = endpointsAt('/api/v2/mail-sender/check-records')
const test = endpointsAt('/api/v2/mail-sender/test')
const hook = endpointsAt('/api/v2/hooks/mail/{token}')

const api = useApi()
let own: MailServer
let installation: MailServer
let dns: DnsServer
let host = { host: '127.0.0.1', port: 0 }
beforeAll(async () => {
  own = await startMailServer({ password: 'a secret of theirs' })
  installation = await startMailServer()
  dns = await startDnsServer()
  host = { host: '127.0.0.1', port: Number(new URL(own.url).port) }
  Object.assign(env(), {
    HTTP_ALLOW_PRIVATE: [`127.0.0.1:${host.port}`],
    DNS_SERVERS: [dns.address],
    SMTP_URL: installation.url,
  })
})
afterAll(async () => {
  Object.assign(env(), { HTTP_ALLOW_PRIVATE: [], DNS_SERVERS: [], SMTP_URL: undefined })
  for (const server of [own, installation]) await server.close()
  await dns.stop()
})

const server = () => ({
  ...host,
  security: 'none',
  userName: 'clinic',
  password: 'a secret of theirs',
})
const change = async (body: object, organization = api.organization) =>
  await api.send(sender.PATCH, '/api/v2/mail-sender', { body, organization })
const ready = async () => {
  const organization = await organizationWithKeys()
  await change({ address: 'intake@clinic.example', server: server() }, organization)
  return organization
}
async function deliver(organizationId: string, outgoing: Partial<OutgoingMail> = {}) {
  const { mailId } = await inOrganization(organizationId, (tx) =>
    queueMail(tx, organizationId, {
      key: newId(),
      to: ['ada@example.com'],
      subject: 'A referral',
      text: 'See Rounds.',
      ...outgoing,
    }),
  )
  await deliverMail({ mailId })
  const sent = [...own.received, ...installation.received].find(({ raw }) => raw.includes(mailId))
  return { mailId, sent }
}

/** Sends a test mail with the settings as they are. */
const tried = async (organization = api.organization) =>
  (
    await api.send(test.POST, '/api/v2/mail-sender/test', {
      body: { to: 'owner@example.com' },
      organization,
    })
  ).body

describe('the sender of an organization', () => {
  it('sends from its address by its own server, and keeps the password to itself', async () => {
    const organization = await ready()
    const saved = await change({ name: 'Intake', replyTo: 'answers@clinic.example' }, organization)
    expect(saved.body).toMatchObject({
      sendsFromAddress: true,
      server: { ...host, security: 'none', userName: 'clinic', hasPassword: true },
    })
    expect(JSON.stringify(saved.body)).not.toContain('secret')
    const [row] = await engineDb()
      .select()
      .from(mailSenders)
      .where(eq(mailSenders.organizationId, organization.id))
    expect(row?.password).not.toContain('secret')
    const { sent } = await deliver(organization.id)
    expect(own.received).toContain(sent)
    expect(sent?.mail).toMatchObject({
      from: { name: 'Intake', address: 'intake@clinic.example' },
      replyTo: [{ address: 'answers@clinic.example' }],
    })
    const replies = await deliver(organization.id, { replyTo: 'nurse@clinic.example' })
    expect(replies.sent?.mail.replyTo).toMatchObject([{ address: 'nurse@clinic.example' }])
  })

  it('leaves mails about accounts to the installation', async () => {
    const organization = await ready()
    const { sent } = await deliver(organization.id, { private: true, ofAccount: true })
    expect(installation.received).toContain(sent)
  })

  it('drops the password with the server that it was for, and asks for encryption', async () => {
    const organization = await ready()
    const issueOf = async (changed: object) =>
      (await change({ server: { ...server(), ...changed } }, organization)).body
    const issue = (path: string) => ({ details: { issues: [{ path }] } })
    const { password: _password, ...same } = server()
    expect((await change({ server: same }, organization)).body).toMatchObject({
      server: { hasPassword: true },
    })
    expect(await issueOf({ host: 'smtp.evil.example', password: undefined })).toMatchObject(
      issue('server.password'),
    )
    expect(await issueOf({ host: 'smtp.example.com' })).toMatchObject(issue('server.security'))
    expect((await change({ address: null }, organization)).body).toMatchObject(issue('address'))
    expect((await change({ server: null, address: null }, organization)).status).toBe(200)
  })

  it('is for owners', async () => {
    for (const as of ['builder', 'worker'] as const) {
      expect((await api.send(sender.GET, '/api/v2/mail-sender', { as })).status).toBe(403)
      expect((await api.send(test.POST, '/x', { as, body: { to: 'a@example.com' } })).status).toBe(
        403,
      )
    }
  })
})

describe('a test', () => {
  it('is really sent, by the own server or that of the installation', async () => {
    expect(await tried()).toMatchObject({ sent: true })
    expect(installation.received.at(-1)?.recipients).toEqual(['owner@example.com'])
    expect(await tried(await ready())).toMatchObject({ sent: true })
    expect(own.received.at(-1)?.mail.subject).toBe('A test from Rounds')
  })

  it.each([
    [{ password: 'wrong' }, 'refused the user name or the password'],
    [{ host: '127.0.0.1', port: 9, security: 'tls' }, 'is an internal address'],
    [{ host: 'mail.invalid', security: 'tls' }, 'no server of this name'],
    [{ security: 'starttls' }, 'encrypted connection could not be made'],
    [{ security: 'tls' }, 'does not speak TLS'],
  ])('with %j says what went wrong', async (wrong, sentence) => {
    const organization = await ready()
    const saved = await change({ server: { ...server(), ...wrong } }, organization)
    expect(saved.status).toBe(200)
    const { sent, message } = await tried(organization)
    expect(sent).toBe(false)
    expect(message).toContain(sentence)
  })
})

describe('the server of an organization', () => {
  /** A mail server of somebody who means harm. */
  async function harmful(greet: (socket: Socket) => void, options: object = {}) {
    const { key: serverKey, certificate } = selfSigned('clinic.example')
    const listener =
      'tls' in options
        ? createTlsServer({ key: serverKey, cert: certificate }, greet)
        : createServer(greet)
    listener.on('tlsClientError', () => undefined)
    listener.listen(0, '127.0.0.1')
    await once(listener, 'listening')
    const { port } = listener.address() as AddressInfo
    env().HTTP_ALLOW_PRIVATE.push(`127.0.0.1:${port}`)
    onTestFinished(() => void listener.close())
    return { host: '127.0.0.1', port, userName: null }
  }

  it('that talks without end is hung up on', async () => {
    const flood = await harmful((socket) => {
      socket.on('error', () => undefined)
      const talk = () => void (socket.writable && socket.write('x'.repeat(65_536), talk))
      talk()
    })
    const organization = await ready()
    await change({ server: { ...server(), ...flood } }, organization)
    expect(await tried(organization)).toMatchObject({ sent: false })
  })

  it('with a certificate of another is not spoken to', async () => {
    const stranger = await harmful((socket) => void socket.on('error', () => undefined), {
      tls: true,
    })
    const organization = await ready()
    await change({ server: { ...server(), ...stranger, security: 'tls' } }, organization)
    const { message } = await tried(organization)
    expect(message).toContain('certificate of the mail server is not valid')
  })
})

describe('DKIM', () => {
  it('signs once the record was seen, so that others can verify it', async () => {
    const organization = await ready()
    const made = await api.send(keys.POST, '/api/v2/mail-sender/dkim-keys', {
      body: { domain: 'clinic.example' },
      organization,
    })
    expect(made.status).toBe(201)
    const { id, recordName, record } = made.body as Record<'id' | 'recordName' | 'record', string>
    expect(JSON.stringify(made.body)).not.toContain('PRIVATE')
    const [stored] = await engineDb().select().from(dkimKeys).where(eq(dkimKeys.id, id))
    expect(stored?.privateKey).not.toContain('PRIVATE')
    const unsigned = await deliver(organization.id)
    expect(unsigned.sent?.raw).not.toContain('DKIM-Signature')

    const texts: Record<string, string> = { [recordName]: record }
    const resolve = async (name: string) => {
      const text = texts[name]
      if (text === undefined) throw Object.assign(new Error('no'), { code: 'ENODATA' })
      return [text]
    }
    const { verified } = await checkRecords(
      {
        domain: 'clinic.example',
        envelopeDomain: 'clinic.example',
        provider: undefined,
        keys: stored ? [stored] : [],
      },
      resolve,
    )
    expect(verified).toEqual([id])
    await engineDb().update(dkimKeys).set({ verifiedAt: new Date() }).where(eq(dkimKeys.id, id))

    const { sent } = await deliver(organization.id, { html: '<p>See <b>Rounds</b>.</p>' })
    const { dkim } = await authenticate(sent?.raw ?? '', {
      ip: '192.0.2.1',
      helo: 'clinic.example',
      mta: 'mx.example.net',
      sender: 'intake@clinic.example',
      resolver: async (name: string, type: string) =>
        type === 'TXT' ? [await resolve(name)] : await Promise.reject(new Error('offline')),
    })
    expect(dkim.results).toMatchObject([
      { signingDomain: 'clinic.example', status: { result: 'pass' } },
    ])
    expect(
      (await api.send(key.DELETE, '/x', { params: { id }, organization: api.organization })).status,
    ).toBe(404)
    expect((await api.send(key.DELETE, '/x', { params: { id }, organization })).status).toBe(204)
    expect((await deliver(organization.id)).sent?.raw).not.toContain('DKIM-Signature')
  })
})

describe('the DNS records', () => {
  const asked = {
    domain: 'mail.clinic.example',
    envelopeDomain: 'clinic.example',
    provider: undefined,
    keys: [{ id: 'k', domain: 'clinic.example', selector: 's', publicKey: 'MIIB' }],
  }
  const check = async (texts: Record<string, string[]>, provider?: 'ses') =>
    (
      await checkRecords({ ...asked, provider }, async (name) => {
        const found = texts[name]
        if (found) return found
        throw Object.assign(new Error('no'), { code: 'ENOTFOUND' })
      })
    ).records.map(({ kind, state }) => `${kind} ${state}`)

  it.each([
    [{}, ['spf missing', 'dkim missing', 'dmarc missing']],
    [
      {
        'clinic.example': ['v=spf1 mx -all', 'other'],
        's._domainkey.clinic.example': ['v=DKIM1; k=rsa; p=MI IB'],
        // That of the domain above.
        '_dmarc.clinic.example': ['v=DMARC1; p=reject'],
      },
      ['spf good', 'dkim good', 'dmarc good'],
    ],
    [
      {
        'clinic.example': ['v=spf1 mx -all', 'v=spf1 a -all'],
        's._domainkey.clinic.example': ['v=DKIM1; p=other'],
        '_dmarc.mail.clinic.example': ['v=DMARC1'],
      },
      ['spf wrong', 'dkim wrong', 'dmarc wrong'],
    ],
    [{ 'clinic.example': ['v=spf1 +all'] }, ['spf wrong', 'dkim missing', 'dmarc missing']],
  ])('%j', async (texts, states) => {
    expect(await check(texts)).toEqual(states)
  })

  it('of a provider have to name it', async () => {
    expect((await check({ 'clinic.example': ['v=spf1 mx -all'] }, 'ses'))[0]).toBe('spf wrong')
    const right = { 'clinic.example': ['v=spf1 include:amazonses.com -all'] }
    expect((await check(right, 'ses'))[0]).toBe('spf good')
  })

  it('are not known when the name server does not answer', async () => {
    const { records: found } = await checkRecords(asked, async () => {
      throw Object.assign(new Error('no'), { code: 'ETIMEOUT' })
    })
    expect(found.map(({ state }) => state)).toEqual(['unknown', 'unknown', 'unknown'])
  })

  it('are looked up at the name servers, for the address', async () => {
    const organization = await organizationWithKeys()
    const look = async () =>
      await api.send(records.POST, '/api/v2/mail-sender/check-records', { organization })
    expect((await look()).status).toBe(409)
    await change({ address: 'intake@looked-up.example' }, organization)
    dns.records.set('looked-up.example', 'v=spf1 mx -all')
    expect((await look()).body).toMatchObject({
      records: [
        { kind: 'spf', state: 'good' },
        { kind: 'dmarc', state: 'missing' },
      ],
    })
  })
})

describe('a webhook', () => {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const sendGridKey = publicKey.export({ format: 'der', type: 'spki' }).toString('base64')
  const post = async (organizationId: string, events: unknown) => {
    const body = Buffer.from(JSON.stringify(events))
    const timestamp = '1790000000'
    const token = hookToken({ organizationId, connectionId: organizationId })
    const signature = createSign('sha256').update(timestamp).update(body).sign(privateKey, 'base64')
    return await api.send(hook.POST, `/api/v2/hooks/mail/${token}`, {
      params: { token },
      as: null,
      body,
      headers: {
        'x-twilio-email-event-webhook-signature': signature,
        'x-twilio-email-event-webhook-timestamp': timestamp,
      },
    })
  }
  /** Long lines of a header are folded (RFC 5322 §2.2.3). */
  const unfolded = (sent: { raw: string } | undefined) => sent?.raw.replaceAll(/\r?\n[ \t]+/g, ' ')
  const row = async (id: string) =>
    (await engineDb().select().from(mails).where(eq(mails.id, id)))[0]

  it('of SendGrid bounces a mail and suppresses its address, once and only in its organization', async () => {
    const organization = await ready()
    const webhook = { provider: 'sendgrid', key: sendGridKey }
    expect((await change({ webhook }, organization)).body).toMatchObject({ webhook })
    const { mailId, sent } = await deliver(organization.id)
    expect(unfolded(sent)).toContain(`{"unique_args":{"rounds_mail":"${mailToken(mailId)}"}}`)
    const other = await deliver(api.organization.id)
    const event = { event: 'bounce', type: 'bounce', status: '5.1.1', email: 'ada@example.com' }
    const events = [
      { ...event, sg_event_id: '1', rounds_mail: mailToken(mailId) },
      { ...event, sg_event_id: '2', rounds_mail: mailToken(other.mailId) },
      { ...event, sg_event_id: '3', rounds_mail: 'forged' },
    ]
    for (let time = 0; time < 2; time += 1)
      expect((await post(organization.id, events)).status).toBe(200)
    expect(await row(mailId)).toMatchObject({ status: 'bounced' })
    expect(await row(other.mailId)).toMatchObject({ status: 'sent' })
    const list = await engineDb()
      .select()
      .from(suppressedAddresses)
      .where(eq(suppressedAddresses.mailId, mailId))
    expect(list).toHaveLength(1)
    expect((await post(api.organization.id, events)).status).toBe(404)
  })

  it('of Postmark has a password, which stays when it is left out', async () => {
    const organization = await ready()
    const webhook = { provider: 'postmark', key: 'rounds' }
    expect((await change({ webhook }, organization)).status).toBe(400)
    const secret = 'a password of theirs'
    await change({ webhook: { ...webhook, secret } }, organization)
    expect((await change({ webhook }, organization)).body).toMatchObject({
      webhook: { ...webhook, hasSecret: true },
    })
    const { mailId, sent } = await deliver(organization.id)
    expect(unfolded(sent)).toMatch(
      new RegExp(`x-pm-metadata-rounds_mail: ${mailToken(mailId)}`, 'i'),
    )
    const token = hookToken({ organizationId: organization.id, connectionId: organization.id })
    const send = async (password: string) =>
      (
        await api.send(hook.POST, `/api/v2/hooks/mail/${token}`, {
          params: { token },
          as: null,
          body: {
            RecordType: 'Delivery',
            MessageID: 'm',
            Recipient: 'ada@example.com',
            Metadata: { rounds_mail: mailToken(mailId) },
          },
          headers: {
            authorization: `Basic ${Buffer.from(`rounds:${password}`).toString('base64')}`,
          },
        })
      ).status
    expect(await send('another password')).toBe(401)
    expect(await send(secret)).toBe(200)
    expect(await row(mailId)).toMatchObject({ status: 'delivered' })
  })

  it('of SES is of the topic that was named; the same address is nobody else’s', async () => {
    const organization = await ready()
    const key = 'arn:aws:sns:us-east-1:123456789012:mails'
    expect(
      (await change({ webhook: { provider: 'ses', key: 'mails' } }, organization)).status,
    ).toBe(400)
    await change({ webhook: { provider: 'ses', key } }, organization)
    const { mailId, sent } = await deliver(organization.id)
    expect(unfolded(sent)).toContain(`rounds_mail=${mailToken(mailId)}`)
    const token = hookToken({ organizationId: organization.id, connectionId: organization.id })
    const body = Buffer.from(JSON.stringify({ Type: 'Notification' }))
    const headers = new Headers()
    await expect(receiveNews({ token, headers, body })).rejects.toThrow('not a message')
    const other = hookToken({ organizationId: organization.id, connectionId: newId() })
    await expect(receiveNews({ token: other, headers, body })).rejects.toMatchObject({
      code: 'not_found',
    })
  })

  it('of SES is followed from its confirmation until it is unsubscribed', async () => {
    const organization = await ready()
    const TopicArn = 'arn:aws:sns:eu-west-1:123456789012:mails'
    await change({ webhook: { provider: 'ses', key: TopicArn } }, organization)
    const { key, certificate } = selfSigned('sns.amazonaws.com')
    const host = 'https://sns.eu-west-1.amazonaws.com/'
    const token = hookToken({ organizationId: organization.id, connectionId: organization.id })
    const subscribedAt = async () => {
      const { organizationId, subscribedAt: at } = mailSenders
      const of = eq(organizationId, organization.id)
      return (await engineDb().select({ at }).from(mailSenders).where(of))[0]?.at
    }
    const tell = async (Type: string) => {
      const message = {
        Message: 'You have chosen to …',
        MessageId: 'm1',
        SubscribeURL: `${host}?Action=ConfirmSubscription&Token=t`,
        Timestamp: '2026-11-23T08:00:00.000Z',
        Token: 't',
        TopicArn,
        Type,
      }
      const text = Object.entries(message).flatMap(([name, value]) => [name, value])
      const Signature = createSign('sha256')
        .update(`${text.join('\n')}\n`)
        .sign(key, 'base64')
      const signed = { SignatureVersion: '2', SigningCertURL: `${host}a.pem`, Signature }
      const body = Buffer.from(JSON.stringify({ ...message, ...signed }))
      await receiveNews({ token, headers: new Headers(), body }, async () => certificate)
      return await subscribedAt()
    }
    expect(await subscribedAt()).toBeNull()
    const first = await tell('SubscriptionConfirmation')
    expect(first).toBeInstanceOf(Date)
    expect(await tell('SubscriptionConfirmation')).toEqual(first)
    expect(await tell('UnsubscribeConfirmation')).toBeNull()
  })
})
