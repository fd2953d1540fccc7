import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { engineDb, inOrganization } from '#db/client'
import { asyncResults } from '#db/schema/async-results'
import { mails } from '#db/schema/documents'
import { mailEvents, suppressedAddresses } from '#db/schema/mails'
import { auditEntries } from '#db/schema/records'
import { inRunScope } from '#lib/caller-scope'
import { env } from '#lib/env'
import { newId } from '#lib/ids'
import { stopProcessPools } from '#lib/process-pool/shared-pool'
import { startMailServer, type MailServer } from '#test/fakes/mail-server'
import { organizationWithKeys, useApi } from '#test/harness/api'
import { endpointsAt } from '#test/harness/endpoints-at'
import { complaintReport, deliveryReport, reported } from '#test/samples/mail-reports'
import { deliverMail, idIn } from './deliver-mail.ts'
import { queueMail, type OutgoingMail } from './queue-mail.ts'
import { isReportAddress, receiveDeliveryReport } from './receive-delivery-report.ts'
import { bounceAddress, mailOfAddress, mailToken } from './reports/bounce-address.ts'

// Reports are read in a process, on machines that may be busy.
vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 })

const list = endpointsAt('/api/v2/mail-suppressions')
const lift = endpointsAt('/api/v2/mail-suppressions/{id}/lift')
const one = endpointsAt('/api/v2/mails/{id}')

const api = useApi()
let server: MailServer
beforeAll(async () => {
  server = await startMailServer()
})
afterAll(async () => {
  await server.close()
  await stopProcessPools()
})

const someone = (name = 'ada') => `${name}-${randomUUID()}@example.com`
const queue = async (change: Partial<OutgoingMail> = {}) =>
  await inOrganization(api.organization.id, (tx) =>
    queueMail(tx, api.organization.id, {
      key: newId(),
      to: [someone()],
      subject: 'A referral',
      text: 'See Rounds.',
      ...change,
    }),
  )
const deliver = async (mailId: string) =>
  await deliverMail(
    { mailId },
    {
      SMTP_URL: server.url,
      MAIL_FROM: 'Rounds <rounds@clinic.example>',
      BASE_URL: 'https://rounds.clinic.example',
      MAIL_BOUNCE_DOMAIN: 'mail.clinic.example',
    },
  )
const row = async (id: string) => {
  const [found] = await engineDb().select().from(mails).where(eq(mails.id, id))
  if (!found) throw new Error('no such mail')
  return found
}
const suppressed = async (address: string) =>
  await engineDb()
    .select()
    .from(suppressedAddresses)
    .where(eq(suppressedAddresses.address, address.toLowerCase()))
/** Queues and delivers a mail; answers it with its envelope. */
async function sent(change: Partial<OutgoingMail> = {}) {
  const { mailId, asyncResultId } = await queue(change)
  await deliver(mailId)
  const envelope = server.received.find(({ raw }) => raw.includes(mailId))
  return { mailId, asyncResultId, sender: envelope?.sender ?? '', envelope }
}

describe('the envelope sender', () => {
  it('names the mail, signed, in at most 64 characters that any case keeps', async () => {
    const { mailId, sender } = await sent()
    expect(sender).toBe(bounceAddress(mailId, 'mail.clinic.example'))
    expect(sender.split('@')[0]?.length).toBeLessThanOrEqual(64)
    expect(mailOfAddress(sender.toUpperCase())).toBe(mailId)
    expect(isReportAddress(`<${sender}>`)).toBe(true)
  })

  it('comes with marks by which programs do not answer, and we know it when it comes back', async () => {
    const { envelope } = await sent()
    const headers = new Map(envelope?.mail.headers.map(({ key, value }) => [key, value]))
    expect(headers.get('auto-submitted')).toBe('auto-generated')
    expect(headers.get('x-auto-response-suppress')).toBe('OOF, AutoReply')
    expect(headers.get('x-rounds-loop')).toBe('rounds.clinic.example')
  })

  it('cannot be forged', () => {
    const token = mailToken(newId())
    const forged = (token.startsWith('a') ? 'b' : 'a') + token.slice(1)
    for (const address of [
      `bounce+${forged}@x.example`,
      `bounce+${token.slice(1)}@x.example`,
      `bounce+@x.example`,
      'ada@x.example',
      '',
    ])
      expect(isReportAddress(address)).toBe(false)
  })
})

describe('a delivery report', () => {
  it('about a dead address bounces the mail, suppresses the address, and counts once', async () => {
    const address = someone('Ada')
    const { mailId, sender } = await sent({ to: [address] })
    const report = deliveryReport(reported(address))
    expect(await receiveDeliveryReport(report, sender)).toBe(true)
    expect(await receiveDeliveryReport(report, sender)).toBe(true)
    expect(await row(mailId)).toMatchObject({ status: 'bounced' })
    expect(await suppressed(address)).toMatchObject([
      { reason: 'bounced', mailId, detail: '550 5.1.1 No such user' },
    ])
    const { body } = await api.send(one.GET, `/api/v2/mails/${mailId}`, { params: { id: mailId } })
    expect(body).toMatchObject({
      status: 'bounced',
      events: [{ type: 'bounced', hard: true, code: '5.1.1', recipient: address.toLowerCase() }],
    })
  })

  it.each([
    ['a full mailbox', { status: '5.2.2' }, 'bounced'],
    ['a refused content', { status: '5.7.1' }, 'bounced'],
    ['tries that ended', { status: '4.4.7' }, 'bounced'],
    ['a delay', { action: 'delayed', status: '4.4.1' }, 'sent'],
    ['a delivery', { action: 'delivered', status: '2.0.0' }, 'delivered'],
    ['a hand-over', { action: 'relayed', status: '2.0.0' }, 'sent'],
  ])('of %s suppresses nobody', async (_what, said, status) => {
    const address = someone()
    const { mailId, sender } = await sent({ to: [address] })
    expect(await receiveDeliveryReport(deliveryReport(reported(address, said)), sender)).toBe(true)
    expect(await row(mailId)).toMatchObject({ status })
    expect(await suppressed(address)).toEqual([])
  })

  it('suppresses only recipients of its own mail', async () => {
    const ada = someone()
    const bo = someone('bo')
    const stranger = someone('stranger')
    const { mailId, sender } = await sent({ to: [ada], bcc: [bo] })
    await receiveDeliveryReport(deliveryReport(reported(stranger)), sender)
    expect(await row(mailId)).toMatchObject({ status: 'bounced' })
    for (const address of [ada, bo, stranger]) expect(await suppressed(address)).toEqual([])
    await receiveDeliveryReport(deliveryReport(reported(bo)), sender)
    expect(await suppressed(bo)).toHaveLength(1)
  })

  it('means the only recipient also where their mailbox forwards', async () => {
    const ada = someone()
    const { sender } = await sent({ to: [ada] })
    await receiveDeliveryReport(deliveryReport(reported(someone('elsewhere'))), sender)
    expect(await suppressed(ada)).toHaveLength(1)
  })

  it('never leads back: a late delivery leaves a bounce', async () => {
    const ada = someone()
    const bo = someone('bo')
    const { mailId, sender } = await sent({ to: [ada, bo] })
    const delivered = { action: 'delivered', status: '2.0.0' }
    await receiveDeliveryReport(deliveryReport(reported(ada, delivered)), sender)
    expect(await row(mailId)).toMatchObject({ status: 'sent' })
    await receiveDeliveryReport(deliveryReport(reported(bo)), sender)
    await receiveDeliveryReport(deliveryReport(reported(bo, delivered)), sender)
    expect(await row(mailId)).toMatchObject({ status: 'bounced' })
  })

  it('is taken when it is none, and left when it is not ours', async () => {
    const { mailId, sender } = await sent()
    expect(await receiveDeliveryReport(Buffer.from('Subject: Holiday\r\n\r\nHi'), sender)).toBe(
      true,
    )
    expect(await row(mailId)).toMatchObject({ status: 'sent' })
    expect(await receiveDeliveryReport(Buffer.from('x'), 'intake@clinic.example')).toBe(false)
    const gone = bounceAddress(newId(), 'x.example')
    expect(await receiveDeliveryReport(Buffer.from('x'), gone)).toBe(true)
  })

  it('of our own mail server counts as well', async () => {
    const gone = `gone@${randomUUID()}.example`
    const { mailId } = await sent({ to: [someone(), gone] })
    expect(await row(mailId)).toMatchObject({ status: 'bounced' })
    expect(await suppressed(gone)).toMatchObject([{ reason: 'bounced' }])
  })
})

it('a complaint suppresses, by the address of the mail or by what it quotes', async () => {
  const ada = someone()
  const bo = someone('bo')
  const first = await sent({ to: [ada] })
  await receiveDeliveryReport(complaintReport(ada, first.sender), first.sender)
  expect(await row(first.mailId)).toMatchObject({ status: 'complained' })
  expect(await suppressed(ada)).toMatchObject([{ reason: 'complained' }])
  const second = await sent({ to: [bo] })
  Object.assign(env(), { MAIL_BOUNCE_DOMAIN: 'mail.clinic.example' })
  try {
    const address = 'complaints@mail.clinic.example'
    expect(isReportAddress(address)).toBe(true)
    expect(await receiveDeliveryReport(complaintReport(bo, second.sender), address)).toBe(true)
    expect(await suppressed(bo)).toHaveLength(1)
  } finally {
    Object.assign(env(), { MAIL_BOUNCE_DOMAIN: undefined })
  }
})

describe('a suppressed address', () => {
  const suppress = async () => {
    const address = someone()
    const { sender } = await sent({ to: [address] })
    await receiveDeliveryReport(deliveryReport(reported(address)), sender)
    const [found] = await suppressed(address)
    return { address, id: found?.id ?? '', sender }
  }

  it('gets no mail: it is refused, left out, or stopped on the way', async () => {
    const { address } = await suppress()
    const refused = await queue({ to: [address.toUpperCase(), someone()], onSuppressed: 'refuse' })
    expect(refused).toMatchObject({ status: 'suppressed', suppressed: [address.toUpperCase()] })
    expect(await queue({ to: [address] })).toMatchObject({ status: 'suppressed' })
    const bo = someone('bo')
    const { envelope } = await sent({ to: [bo], cc: [address] })
    expect(envelope?.recipients).toEqual([bo])
    const late = someone('late')
    const { mailId } = await queue({ to: [late] })
    const { sender } = await sent({ to: [late] })
    await receiveDeliveryReport(deliveryReport(reported(late)), sender)
    await deliver(mailId)
    expect(await row(mailId)).toMatchObject({ status: 'suppressed', sentAt: null })
  })

  it('gets mails about its account, by the mail server of the installation', async () => {
    const { address } = await suppress()
    const { envelope } = await sent({ to: [address], private: true, ofAccount: true })
    expect(envelope?.recipients).toEqual([address])
  })

  it('is listed and lifted with a reason by who may, once, in its organization', async () => {
    const { address, id, sender } = await suppress()
    const key = newId()
    const before = await queue({ key, to: [address], onSuppressed: 'refuse' })
    expect(before.status).toBe('suppressed')
    const found = async (organization = api.organization) =>
      (await api.send(list.GET, `/api/v2/mail-suppressions?q=${address}`, { organization })).body
    expect(await found()).toMatchObject({ items: [{ id, address, reason: 'bounced' }] })
    const elsewhere = await organizationWithKeys()
    expect(await found(elsewhere)).toMatchObject({ items: [] })
    const ask = async (change: object = {}, body: unknown = { reason: 'They called: it works.' }) =>
      (
        await api.send(lift.POST, `/api/v2/mail-suppressions/${id}/lift`, {
          params: { id },
          body,
          ...change,
        })
      ).status
    expect(await ask({ as: 'worker' })).toBe(403)
    expect(await ask({ organization: elsewhere })).toBe(404)
    expect(await ask({}, { reason: ' ' })).toBe(400)
    expect(await ask()).toBe(200)
    expect(await ask()).toBe(404)
    const [entry] = await engineDb()
      .select()
      .from(auditEntries)
      .where(eq(auditEntries.objectId, id))
    expect(entry).toMatchObject({
      action: 'mail_suppression.lifted',
      details: { reason: 'They called: it works.' },
    })
    // The same report again does not suppress again; the same step sends now.
    await receiveDeliveryReport(deliveryReport(reported(address)), sender)
    expect(await found()).toMatchObject({ items: [] })
    expect(await queue({ key, to: [address], onSuppressed: 'refuse' })).toMatchObject({
      mailId: before.mailId,
      status: 'queued',
      suppressed: [],
    })
  })
})

describe('what a step waits for', () => {
  const ended = async (id: string | null) => {
    const [result] = await engineDb()
      .select()
      .from(asyncResults)
      .where(eq(asyncResults.id, id ?? ''))
    return result?.status
  }

  it('ends when the mail is sent, or when it is delivered or bounced', async () => {
    const quick = await sent({ wait: { for: 'sent', seconds: 60 } })
    expect(await ended(quick.asyncResultId)).toBe('completed')
    const ada = someone()
    const slow = await sent({ to: [ada], wait: { for: 'delivered', seconds: 60 } })
    expect(await ended(slow.asyncResultId)).toBe('pending')
    await receiveDeliveryReport(deliveryReport(reported(ada)), slow.sender)
    expect(await ended(slow.asyncResultId)).toBe('completed')
  })

  it('is nothing for a mail of a test key, which is not sent', async () => {
    const kept = await inRunScope({ sandbox: true }, async () =>
      queue({ wait: { for: 'sent', seconds: 60 } }),
    )
    expect(kept).toMatchObject({ status: 'kept', asyncResultId: null })
    await deliver(kept.mailId)
    expect(await row(kept.mailId)).toMatchObject({ status: 'kept' })
  })
})

it('finds the id in the answer of a server, however long that is', () => {
  const id = '0102018f0f0f0f0f-a1b2c3d4-000000'
  expect(idIn({ response: `250 Ok ${id}` })).toBe(id)
  expect(idIn({ response: `250 Ok ${'a'.repeat(1_000_000)}!` })).toBeNull()
})

it('keeps the events of a mail with it', async () => {
  const ada = someone()
  const { mailId, sender } = await sent({ to: [ada] })
  await receiveDeliveryReport(deliveryReport(reported(ada)), sender)
  await engineDb().delete(mails).where(eq(mails.id, mailId))
  expect(await engineDb().select().from(mailEvents).where(eq(mailEvents.mailId, mailId))).toEqual(
    [],
  )
})
