import { eq, sql } from 'drizzle-orm'
import { afterEach, describe, expect, it } from 'vitest'
import { engineDb, inOrganization } from '#db/client'
import { mails } from '#db/schema/documents'
import { startWorker } from '#lib/engine/worker/worker'
import { newId } from '#lib/ids'
import { organizationWithKeys, useApi } from '#test/harness/api'
import { closedPort } from '#test/fakes/closed-port'
import { endpointsAt } from '#test/harness/endpoints-at'
import { noServices } from '#test/harness/engine'
import { startMailServer, type MailServer } from '#test/fakes/mail-server'
import { until } from '#test/harness/until'
import { deliverMail } from './deliver-mail.ts'
import { queueMail, type OutgoingMail } from './queue-mail.ts'

const one = endpointsAt('/api/v2/mails/{id}')
const all = endpointsAt('/api/v2/mails')

const api = useApi()
let server: MailServer | undefined
afterEach(async () => {
  await server?.close()
  server = undefined
})

const plain = { to: ['a@example.com'], subject: 'A referral was denied', text: 'See Rounds.' }
async function queue(change: Partial<OutgoingMail> = {}): Promise<string> {
  const { mailId } = await inOrganization(api.organization.id, (tx) =>
    queueMail(tx, api.organization.id, { key: newId(), ...plain, ...change }),
  )
  return mailId
}
async function row(id: string): Promise<typeof mails.$inferSelect> {
  const [found] = await engineDb().select().from(mails).where(eq(mails.id, id))
  if (!found) throw new Error('no such mail')
  return found
}
const settings = (smtp: string | undefined) => ({
  SMTP_URL: smtp,
  MAIL_FROM: 'Rounds <rounds@clinic.example>',
  BASE_URL: 'https://rounds.clinic.example',
})
const deliver = async (mailId: string, smtp = server?.url): Promise<void> =>
  await deliverMail({ mailId }, settings(smtp))
const jobs = async (mailId: string) =>
  (
    await engineDb().execute(
      sql`select 1 from graphile_worker.jobs where key = ${`mail:${mailId}`}`,
    )
  ).rowCount

describe('the outbox', () => {
  it('writes a mail and its job in one transaction: both or none', async () => {
    const kept = await queue()
    expect([(await row(kept)).status, await jobs(kept)]).toEqual(['queued', 1])
    let lost = ''
    const rolledBack = inOrganization(api.organization.id, async (tx) => {
      lost = (await queueMail(tx, api.organization.id, { key: newId(), ...plain })).mailId
      throw new Error('rolled back')
    })
    await expect(rolledBack).rejects.toThrow('rolled back')
    await expect(row(lost)).rejects.toThrow('no such mail')
    expect(await jobs(lost)).toBe(0)
  })

  it('writes one mail for one key, also at once', async () => {
    const key = newId()
    const ids = await Promise.all(Array.from({ length: 5 }, () => queue({ key, subject: 'Once' })))
    expect(new Set(ids).size).toBe(1)
  })

  it.each([
    { to: [] },
    { to: ['no address'] },
    { to: ['a@example.com\r\nBcc: b@example.com'] },
    { to: ['a@example.com,b@example.com'] },
    { to: [{ path: '/etc/passwd' }] },
    { subject: 'x\r\nBcc: b@example.com' },
    { subject: '' },
    { text: { path: '/etc/passwd' } },
    { html: { href: 'http://127.0.0.1/' } },
    { html: { path: '/etc/passwd' } },
  ])('refuses %j', async (change) => {
    await expect(queue(change as unknown as Partial<OutgoingMail>)).rejects.toMatchObject({
      code: 'invalid_request',
      statusCode: 400,
    })
  })
})

describe('sending', () => {
  it('sends once, with a Message-ID made from the mail’s id', async () => {
    server = await startMailServer()
    const id = await queue({
      to: ['a@example.com', 'b@example.com'],
      subject: 'Ärger – denied',
      text: 'Zeile 1\n.\nZeile 3',
      html: '<b>x</b>',
    })
    await deliver(id)
    await deliver(id)
    expect(server.received).toHaveLength(1)
    const [{ mail, recipients } = { mail: undefined, recipients: [] }] = server.received
    expect(recipients).toEqual(['a@example.com', 'b@example.com'])
    expect(mail).toMatchObject({
      subject: 'Ärger – denied',
      messageId: `<${id}@rounds.clinic.example>`,
      from: { name: expect.any(String), address: 'rounds@clinic.example' },
      html: expect.stringContaining('<b>x</b>'),
    })
    expect(mail?.text?.trim()).toBe('Zeile 1\n.\nZeile 3')
    expect(await row(id)).toMatchObject({ status: 'sent', error: null, sentAt: expect.any(Date) })
  })

  it('sends once also when two workers have it at the same time', async () => {
    server = await startMailServer()
    const id = await queue()
    // The others are tried again by the queue, and find that it is sent.
    await Promise.allSettled([deliver(id), deliver(id), deliver(id)])
    await deliver(id)
    expect(server.received).toHaveLength(1)
  })

  it('holds no lock while its server takes its time, and nobody else sends it', async () => {
    server = await startMailServer({ hold: true })
    const id = await queue()
    const sending = deliver(id)
    await until('the server to have the mail', () => server?.received.length === 1)
    const locked = sql`select 1 from mails where id = ${id} for update nowait`
    expect((await engineDb().execute(locked)).rowCount).toBe(1)
    await expect(deliver(id)).rejects.toThrow('Another worker')
    server.letGo()
    await sending
    expect(await row(id)).toMatchObject({ status: 'sent', sender: null, senderUntil: null })
    expect(server.received).toHaveLength(1)
  })

  it('is sent again under its Message-ID when its sender died, but not before that is known', async () => {
    server = await startMailServer()
    const id = await queue()
    const dead = { sender: newId(), senderUntil: new Date(Date.now() + 60_000) }
    await engineDb().update(mails).set(dead).where(eq(mails.id, id))
    await expect(deliver(id)).rejects.toThrow('Another worker')
    await engineDb()
      .update(mails)
      .set({ senderUntil: new Date(Date.now() - 1_000) })
      .where(eq(mails.id, id))
    await deliver(id)
    const gone = await queue({ to: ['b@example.com'] })
    const later = new Date(Date.now() + 60_000)
    // Its worker has no row any more.
    const ofDeadWorker = { ...dead, senderUntil: later, senderWorker: newId() }
    await engineDb().update(mails).set(ofDeadWorker).where(eq(mails.id, gone))
    await deliver(gone)
    expect(await row(gone)).toMatchObject({ status: 'sent' })
    expect(server.received.slice(0, 1)).toMatchObject([
      { mail: { messageId: `<${id}@rounds.clinic.example>` } },
    ])
    expect(await row(id)).toMatchObject({ status: 'sent', sender: null })
  })

  it('is sent although a provider told of it before the server answered', async () => {
    server = await startMailServer({ hold: true })
    const id = await queue()
    const sending = deliver(id)
    await until('the server to have the mail', () => server?.received.length === 1)
    await engineDb().update(mails).set({ status: 'delivered' }).where(eq(mails.id, id))
    server.letGo()
    await sending
    expect(await row(id)).toMatchObject({ status: 'delivered', sentAt: expect.any(Date) })
  })

  it('stores a mail to be read in the app when there is no mail server', async () => {
    const id = await queue()
    await deliver(id, undefined)
    expect(await row(id)).toMatchObject({ status: 'kept', sentAt: null })
  })

  it('tries again while the server is away, and gives up after three days', async () => {
    const id = await queue()
    const away = `smtp://${await closedPort()}`
    await expect(deliver(id, away)).rejects.toThrow('could not be reached')
    expect(await row(id)).toMatchObject({
      status: 'queued',
      error: expect.stringContaining('could not be reached'),
    })
    await engineDb()
      .update(mails)
      .set({ createdAt: new Date(Date.now() - 4 * 86_400_000) })
      .where(eq(mails.id, id))
    await deliver(id, away)
    expect(await row(id)).toMatchObject({ status: 'failed' })
  })

  it(
    'is done by the worker: an outage, then recovery, and one mail',
    { timeout: 40_000 },
    async () => {
      const host = await closedPort()
      let tries = 0
      const handlers = {
        mail: async (payload: unknown) => {
          tries += 1
          await deliverMail(payload, settings(`smtp://${host}`))
        },
      }
      const worker = await startWorker({
        services: noServices,
        stepTypes: new Map(),
        openConnection: async () => await Promise.reject(new Error('no connections here')),
        handlers,
      })
      try {
        const id = await queue({ subject: 'After the outage' })
        await until('a failed try', async () => (await row(id)).error)
        server = await startMailServer({ port: Number(host.split(':')[1]) })
        await until('the mail to be sent', async () => (await row(id)).status === 'sent', 30_000)
        expect(tries).toBeGreaterThan(1)
        expect(
          server.received.filter(({ mail }) => mail.subject === 'After the outage'),
        ).toHaveLength(1)
      } finally {
        await worker.stop()
      }
    },
  )

  it('gives up what the server refuses for good, tries again what it refuses for now', async () => {
    server = await startMailServer()
    const never = await queue({ to: ['nobody@example.com'] })
    const later = await queue({ to: ['busy@example.com'] })
    await deliver(never)
    expect(await row(never)).toMatchObject({
      status: 'failed',
      error: 'The mail server refused it (550).',
    })
    await expect(deliver(later)).rejects.toThrow('451')
    expect(await row(later)).toMatchObject({ status: 'queued' })
  })

  it('says for whom a mail was refused', async () => {
    server = await startMailServer()
    const id = await queue({ to: ['a@example.com', 'nobody@example.com'] })
    await deliver(id)
    expect(server.received[0]?.recipients).toEqual(['a@example.com'])
    expect(await row(id)).toMatchObject({
      status: 'bounced',
      error: 'The mail server refused these recipients: nobody@example.com.',
    })
  })

  it('loses no mail over a wrong password, and never shows it', async () => {
    server = await startMailServer({ password: 'right' })
    const id = await queue()
    await expect(deliver(id, server.url.replace('right', 'wrong'))).rejects.toThrow('SMTP_URL')
    expect((await row(id)).error).not.toContain('wrong')
    await deliver(id)
    expect(await row(id)).toMatchObject({ status: 'sent', error: null })
  })
})

describe('mails by API', () => {
  it('are listed newest first, page by page and by status, without their text', async () => {
    const organization = await organizationWithKeys()
    const ids = await Promise.all(
      [1, 2, 3].map(
        async (number) =>
          await inOrganization(
            organization.id,
            async (tx) =>
              (
                await queueMail(tx, organization.id, {
                  key: newId(),
                  ...plain,
                  subject: `Mail ${number}`,
                })
              ).mailId,
          ),
      ),
    )
    await deliver(ids[1] ?? '', undefined)
    const list = async (query: string) =>
      (await api.send(all.GET, `/api/v2/mails${query}`, { organization, as: 'builder' })).body as {
        items: { id: string }[]
        nextCursor: string | null
      }
    const first = await list('?limit=2')
    const second = await list(`?limit=2&cursor=${encodeURIComponent(first.nextCursor ?? '')}`)
    expect([...first.items, ...second.items].map(({ id }) => id)).toEqual(ids.toSorted().reverse())
    expect(second.nextCursor).toBeNull()
    expect(first.items[0]).not.toHaveProperty('text')
    expect((await list('?status=kept')).items.map(({ id }) => id)).toEqual([ids[1]])
  })

  it('are read by those who build, in their own organization', async () => {
    const id = await queue({ text: 'The text' })
    const read = async (as: 'owner' | 'builder' | 'worker', organization = api.organization) =>
      await api.send(one.GET, `/api/v2/mails/${id}`, { params: { id }, as, organization })
    expect(await read('builder')).toMatchObject({
      status: 200,
      body: { id, text: 'The text', recipients: ['a@example.com'], html: null },
    })
    expect((await read('worker')).status).toBe(403)
    expect((await read('owner', await organizationWithKeys())).status).toBe(404)
  })
})
