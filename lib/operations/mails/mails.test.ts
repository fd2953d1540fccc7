import { createServer } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { eq } from 'drizzle-orm'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { engineDb, inOrganization } from '#db/client'
import { mails } from '#db/schema/documents'
import { newId } from '#lib/ids'
import { seedOrganization } from '#lib/testing/seed-organization'
import { useTestDatabase } from '#lib/testing/test-database'
import { deliverMail } from './deliver-mail.ts'
import { queueMail } from './queue-mail.ts'

// The settings are read once, so the address of the mail server must be known before anything asks for them.
const port = await new Promise<number>((resolve) => {
  const probe = createServer()
  probe.listen(0, '127.0.0.1', () => {
    const address = probe.address()
    probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
  })
})
process.env['SMTP_URL'] = `smtp://127.0.0.1:${port}`

type Received = Email & { recipients: string[] }
const received: Received[] = []
let refuseWith: number | undefined
let server: SMTPServer | undefined

function listen(): Promise<void> {
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onData(stream, session, done) {
      void buffer(stream).then(async (raw) => {
        if (refuseWith !== undefined) return done(Object.assign(new Error('refused'), { responseCode: refuseWith }))
        received.push({ ...(await PostalMime.parse(raw)), recipients: session.envelope.rcptTo.map(({ address }) => address) })
        done()
      })
    },
  })
  server = smtp
  return new Promise((resolve) => smtp.listen(port, '127.0.0.1', () => resolve()))
}

const close = () => new Promise<void>((resolve) => (server ? server.close(() => resolve()) : resolve()))

useTestDatabase()
let organizationId = ''
beforeAll(async () => {
  ;({ organizationId } = await seedOrganization())
  await listen()
})
afterAll(close)
beforeEach(() => {
  received.length = 0
  refuseWith = undefined
})

const mail = (change: object = {}) => ({ key: `test:${newId()}`, to: ['team@example.com', 'lead@example.com'], subject: 'Run ended', text: 'See Rounds.', ...change })
const queue = async (change: object = {}) => (await inOrganization(organizationId, (tx) => queueMail(tx, organizationId, mail(change)))).mailId
const rowOf = async (mailId: string) => (await engineDb().select().from(mails).where(eq(mails.id, mailId)))[0]

describe('the outbox', () => {
  it('sends a mail once, to exactly its recipients, with an id of its own', async () => {
    const mailId = await queue()
    await deliverMail({ mailId })
    await deliverMail({ mailId })
    expect(received).toHaveLength(1)
    expect(received[0]).toMatchObject({ subject: 'Run ended', recipients: ['team@example.com', 'lead@example.com'] })
    expect(received[0]?.messageId).toContain(mailId)
    expect(received[0]?.text?.trim()).toBe('See Rounds.')
    expect(await rowOf(mailId)).toMatchObject({ status: 'sent', error: null })
  })

  it('sends one mail when two workers deliver it at the same time', async () => {
    const mailId = await queue()
    await Promise.all([deliverMail({ mailId }), deliverMail({ mailId })])
    expect(received).toHaveLength(1)
  })

  it('survives an outage: nothing is lost, and it goes out when the server is back', async () => {
    const mailId = await queue()
    await close()
    await expect(deliverMail({ mailId })).rejects.toThrow('could not be reached')
    expect(await rowOf(mailId)).toMatchObject({ status: 'queued', error: expect.stringContaining('could not be reached') })
    await listen()
    await deliverMail({ mailId })
    expect(received).toHaveLength(1)
    expect(await rowOf(mailId)).toMatchObject({ status: 'sent', error: null })
  })

  it('tries again later when the server says later (451), and gives up when it says never (550)', async () => {
    const [later, never] = [await queue(), await queue()]
    refuseWith = 451
    await expect(deliverMail({ mailId: later })).rejects.toThrow('451')
    expect(await rowOf(later)).toMatchObject({ status: 'queued' })
    refuseWith = 550
    await deliverMail({ mailId: never })
    expect(await rowOf(never)).toMatchObject({ status: 'failed', error: 'The mail server refused it (550).' })
  })

  it('makes one mail for one key', async () => {
    const key = `run:${newId()}`
    const [first, second] = [await queue({ key }), await queue({ key })]
    expect(second).toBe(first)
  })

  it('is empty when the transaction it was queued in fails', async () => {
    const key = `run:${newId()}`
    const failing = inOrganization(organizationId, async (tx) => {
      await queueMail(tx, organizationId, mail({ key }))
      throw new Error('the act failed')
    })
    await expect(failing).rejects.toThrow('the act failed')
    expect(await engineDb().select().from(mails).where(eq(mails.key, key))).toEqual([])
  })

  it.each([
    ['a line break in the subject', { subject: 'Hello\r\nBcc: evil@example.com' }],
    ['an address list in one address', { to: ['a@example.com, evil@example.com'] }],
    ['a quoted local part', { to: ['"evil@attacker.example"@example.com'] }],
    ['no recipient', { to: [] }],
    ['an object where text belongs', { text: { path: '/etc/passwd' } }],
  ])('refuses %s', async (_what, change) => {
    await expect(queue(change)).rejects.toMatchObject({ code: 'invalid_request' })
  })
})
