import { hash } from '@node-rs/argon2'
import { eq, sql } from 'drizzle-orm'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { engineDb, inOrganization } from '#db/client'
import { sandboxRecords } from '#db/schema/connections'
import { mails } from '#db/schema/documents'
import { auditEntries } from '#db/schema/records'
import {
  secureMessageCodes,
  secureMessageEvents,
  secureMessageFiles,
  secureMessageKeys,
  secureMessageReadings,
  secureMessageRecipients,
  secureMessages,
} from '#db/schema/secure-messages'
import { openFile } from '#lib/documents/file-store'
import { newId, randomToken } from '#lib/ids'
import { log } from '#lib/log'
import { organizationWithKeys, useApi } from '#test/harness/api'
import { endpointsAt } from '#test/harness/endpoints-at'
import { codeIn, lastMail, RecipientBrowser, tokenIn } from '#test/harness/secure-messages'
import { multipart, multipartHeaders } from '#test/samples/multipart'
import { seedConnections } from '../../../db/seed/connections.ts'
import { endDueMessages } from './start-message-work.ts'

const all = endpointsAt('/api/v2/secure-messages')
const one = endpointsAt('/api/v2/secure-messages/{id}')
const withdrawRoute = endpointsAt('/api/v2/secure-messages/{id}/withdraw')
const linkRoute = endpointsAt('/api/v2/secure-messages/{id}/recipients/{recipientId}/link')
const wayRoute = endpointsAt('/api/v2/secure-messages/{id}/recipients/{recipientId}/code-way')
const codeRoute = endpointsAt('/api/v2/secure-messages/{id}/recipients/{recipientId}/code')
const addressRoute = endpointsAt('/api/v2/secure-messages/{id}/recipients/{recipientId}/email')
const fileRoute = endpointsAt('/api/v2/secure-messages/{id}/files/{fileId}')
const filesRoute = endpointsAt('/api/v2/files')

const api = useApi()
type Sent = Parameters<typeof api.send>[2]
const path = '/api/v2/secure-messages'
const secret = { subject: 'Zebra biopsy', text: 'The zebra result is benign.' }

type Made = { id: string; email: string; token: string; recipientId: string }

/** Sends a message to one new address. */
async function make(recipient: object = {}, more: object = {}, sent: Sent = {}): Promise<Made> {
  const email = `${newId()}@example.com`
  const body = { ...secret, recipients: [{ email, ...recipient }], ...more }
  const answer = await api.send(all.POST, path, { body, ...sent })
  expect([answer.status, answer.body]).toEqual([201, { id: expect.any(String) }])
  const id = String(answer.body['id'])
  const [row] = await engineDb()
    .select({ id: secureMessageRecipients.id })
    .from(secureMessageRecipients)
    .where(eq(secureMessageRecipients.messageId, id))
  const token = tokenIn((await lastMail(email))?.text)
  return { id, email, token, recipientId: row?.id ?? '' }
}
async function browserAt({ token }: Made): Promise<RecipientBrowser> {
  const browser = new RecipientBrowser(api)
  expect((await browser.open(token)).status).toBe(200)
  return browser
}
async function askFor(made: Made, browser: RecipientBrowser): Promise<string> {
  await browser.ask()
  return codeIn((await lastMail(made.email, 'Your one-time code'))?.text)
}
/** A browser in which the message is open. */
async function readerOf(made: Made): Promise<RecipientBrowser> {
  const browser = await browserAt(made)
  expect((await browser.unlock(await askFor(made, browser))).status).toBe(200)
  return browser
}
/** A code that the sender reads out. */
const told = async (made: Made): Promise<string> =>
  String((await ofRecipient(codeRoute, 'POST', made)).body['code'])
/** As if so many codes had been wrong just now. */
async function addWrong({ id, recipientId }: Made, count: number): Promise<void> {
  const organizationId = api.organization.id
  const type = 'wrong-code' as const
  const event = () => ({ id: newId(), organizationId, messageId: id, recipientId, type })
  await engineDb()
    .insert(secureMessageEvents)
    .values(Array.from({ length: count }, event))
}
/** As if the recipient had uploaded so many files and sent none of them. */
async function addUnsent({ id: messageId, recipientId }: Made, count: number): Promise<void> {
  const file = () => ({
    id: newId(),
    organizationId: api.organization.id,
    messageId,
    recipientId,
    sealed: null,
    mimeType: 'text/plain',
    size: 1,
    storageKey: null,
  })
  await engineDb()
    .insert(secureMessageFiles)
    .values(Array.from({ length: count }, file))
}
const words = (text: string): string[] => text.split(/\s+/)
const wrongOf = (code: string): string => (code === '000000' ? '000001' : '000000')
const read = async (id: string, sent: Sent = {}) =>
  await api.send(one.GET, `${path}/${id}`, { params: { id }, ...sent })
const ofRecipient = async (
  route: typeof linkRoute,
  method: 'POST' | 'PUT',
  { id, recipientId }: Made,
  sent: Sent = {},
) => await api.send(route[method], `${path}/x`, { params: { id, recipientId }, ...sent })
const withdraw = async ({ id }: Made, sent: Sent = {}) =>
  await api.send(withdrawRoute.POST, `${path}/${id}/withdraw`, { params: { id }, ...sent })
const eventsOf = async ({ id }: Made, type: string): Promise<number> =>
  (
    await engineDb().select().from(secureMessageEvents).where(eq(secureMessageEvents.messageId, id))
  ).filter((event) => event.type === type).length
/** Moves everything of a message into the past. */
async function age({ id, recipientId }: Made, by: string): Promise<void> {
  const back = sql.raw(`interval '${by}'`)
  const ofRecipientId = eq(secureMessageCodes.recipientId, recipientId)
  await engineDb()
    .update(secureMessageCodes)
    .set({ createdAt: sql`created_at - ${back}`, expiresAt: sql`expires_at - ${back}` })
    .where(ofRecipientId)
  await engineDb()
    .update(secureMessageEvents)
    .set({ createdAt: sql`created_at - ${back}` })
    .where(eq(secureMessageEvents.messageId, id))
  await engineDb()
    .update(secureMessageRecipients)
    .set({ linkedAt: sql`linked_at - ${back}` })
    .where(eq(secureMessageRecipients.id, recipientId))
  await engineDb()
    .update(secureMessageReadings)
    .set({ expiresAt: sql`expires_at - ${back}` })
    .where(eq(secureMessageReadings.recipientId, recipientId))
}
async function expire({ id }: Made): Promise<void> {
  await engineDb()
    .update(secureMessages)
    .set({ expiresAt: sql`now() - interval '1 second'` })
    .where(eq(secureMessages.id, id))
}
async function uploaded(content = 'zebra pages'): Promise<string> {
  const part = { name: 'file', fileName: 'zebra.txt', type: 'text/plain', content }
  const sent = { body: multipart(part), headers: multipartHeaders }
  return String((await api.send(filesRoute.POST, '/api/v2/files', sent)).body['id'])
}
const upload = async (browser: RecipientBrowser, fileId = newId(), content = 'a zebra scan') => {
  const part = { name: 'file', fileName: 'scan.txt', type: 'text/plain', content }
  return await browser.upload(fileId, { body: multipart(part), headers: multipartHeaders })
}
async function bytesAt(storageKey: string | null): Promise<string> {
  const stored = await openFile(storageKey ?? '')
  return Buffer.from(await new Response(stored).arrayBuffer()).toString('latin1')
}
const download = async (route: typeof fileRoute, params: Record<string, string>) =>
  await route.GET(
    new Request('http://localhost:3000/x', {
      headers: { authorization: `Bearer ${api.organization.keys.owner}` },
    }),
    params,
  )

const messageTables = words(`secure_messages secure_message_recipients secure_message_codes
  secure_message_events secure_message_readings secure_message_replies secure_message_files
  secure_message_keys`)
const tables = [...messageTables, ...words('mails audit_entries idempotency_keys')]

/** Another organization, for all tests that need one. */
const elsewhere = { id: '', keys: {} } as Awaited<ReturnType<typeof organizationWithKeys>>

beforeAll(async () => {
  Object.assign(elsewhere, await organizationWithKeys())
  await inOrganization(api.organization.id, (tx) => seedConnections(tx, api.organization.id))
})

describe('the mail', () => {
  it('has a link behind a #, a neutral subject, and nothing of the message', async () => {
    const made = await make()
    const mail = await lastMail(made.email)
    expect(mail).toMatchObject({ private: true, html: null })
    expect(mail?.subject).toMatch(/^A secure message from /)
    expect(mail?.text).toMatch(/\/m#[\w-]{43}\n/)
    expect(JSON.stringify(mail)).not.toMatch(/zebra/i)
    // 256 bits, stored as a hash only.
    expect(Buffer.from(made.token, 'base64url')).toHaveLength(32)
    const [row] = await engineDb()
      .select()
      .from(secureMessageRecipients)
      .where(eq(secureMessageRecipients.id, made.recipientId))
    expect(JSON.stringify(row)).not.toContain(made.token)
    const days =
      ((
        await engineDb().select().from(secureMessages).where(eq(secureMessages.id, made.id))
      )[0]?.expiresAt.getTime() ?? 0) - Date.now()
    expect(days / 86_400_000).toBeCloseTo(30, 1)
  })

  it('stands in no table and no log as it is, nor do link and code', async () => {
    const lines: string[] = []
    const spies = (['info', 'warn', 'error'] as const).map((level) =>
      vi.spyOn(log, level).mockImplementation((...line: unknown[]) => {
        lines.push(JSON.stringify(line))
      }),
    )
    const fileId = await uploaded()
    const made = await make({}, { fileIds: [fileId] })
    const browser = await browserAt(made)
    const code = await askFor(made, browser)
    await browser.unlock(wrongOf(code))
    await browser.unlock(code)
    await browser.reply(newId(), { text: 'The zebra says thanks.' })
    for (const spy of spies) spy.mockRestore()
    const dump = []
    for (const table of tables)
      dump.push((await engineDb().execute(sql.raw(`select t::text from ${table} t`))).rows)
    expect(lines.length).toBeGreaterThan(0)
    for (const text of [JSON.stringify(dump), lines.join('\n')]) {
      expect(text).not.toMatch(/zebra/i)
      expect(text).not.toContain(made.token)
      expect(text).not.toContain(code)
    }
    const files = await engineDb()
      .select()
      .from(secureMessageFiles)
      .where(eq(secureMessageFiles.messageId, made.id))
    expect(files).toHaveLength(1)
    expect(await bytesAt(files[0]?.storageKey ?? null)).not.toMatch(/zebra/)
  })

  it('names our own address whatever the request says', async () => {
    const headers = { host: 'evil.example', 'x-forwarded-host': 'evil.example' }
    const { email } = await make({}, {}, { headers })
    expect((await lastMail(email))?.text).not.toContain('evil')
  })

  it.each([
    [{ email: 'a@example.com\r\nBcc: b@example.com' }],
    [{ email: 'a@example.com,b@example.com' }],
    [{ email: '"a@evil.example"@example.com' }],
    [{ email: 'a＠example.com' }],
    [{ email: 'a@example.com', codeWay: 'question' }],
    [{ email: 'a@example.com', codeWay: 'sms' }],
    [{ email: 'a@example.com', codeWay: 'question', question: 'Who?', answer: '?!…' }],
  ])('is refused to %j', async (recipient) => {
    const body = { ...secret, recipients: [recipient] }
    expect((await api.send(all.POST, path, { body })).status).toBe(400)
  })
})

describe('a link', () => {
  it('is exchanged for a cookie, says who sent it, and opens nothing', async () => {
    const made = await make()
    const browser = new RecipientBrowser(api)
    const opened = await browser.open(made.token)
    expect(opened.body).toMatchObject({
      id: made.recipientId,
      state: 'locked',
      organization: { name: expect.any(String) },
      codeWay: 'mail',
      question: null,
    })
    expect(JSON.stringify(opened.body)).not.toMatch(/zebra/i)
    expect(Object.fromEntries(opened.headers)).toMatchObject({
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex, nofollow',
    })
    const [cookie] = opened.headers.getSetCookie()
    expect(cookie).toMatch(/; Path=\/; HttpOnly; SameSite=Strict$/)
    expect((await browser.state()).body['state']).toBe('locked')
    expect((await browser.content()).status).toBe(403)
  })

  it('answers every token that is none in the same way', async () => {
    const { token, recipientId } = await make()
    const answers = []
    for (const wrong of [randomToken(), `${token.slice(0, -1)}`, `${token}x`, recipientId, '0']) {
      const { status, body } = await new RecipientBrowser(api).open(wrong)
      answers.push(JSON.stringify([status, body]))
    }
    expect(new Set(answers).size).toBe(1)
    expect(answers[0]).toContain('404')
  })

  it('is opened by scanners as often as they like: GET, HEAD and the script change nothing', async () => {
    const made = await make()
    const dump = async () => {
      const rows = []
      for (const table of messageTables)
        rows.push(
          (await engineDb().execute(sql.raw(`select t::text from ${table} t order by 1`))).rows,
        )
      return JSON.stringify(rows)
    }
    const before = await dump()
    const browser = await browserAt(made)
    for (const method of ['GET', 'HEAD'] as const)
      for (const rest of [
        '',
        '/content',
        `/files/${newId()}`,
        '/codes',
        '/unlock',
        '/close',
        '/open',
      ])
        for (const cookie of ['', browser.cookie]) {
          const place = `/api/v2/public/secure-messages${rest === '/open' ? '' : '/{id}'}${rest.replace(/\/files\/.*/, '/files/{fileId}')}`
          const params = { id: browser.id, fileId: newId() }
          const handler = endpointsAt(place).GET
          await api.send(handler, `/api/v2/public/secure-messages/${browser.id}${rest}`, {
            method,
            params,
            as: null,
            headers: cookie ? { cookie } : {},
          })
        }
    await browserAt(made)
    expect(await dump()).toBe(before)
    // It still works.
    expect((await (await readerOf(made)).content()).status).toBe(200)
  })

  it('is not for the cookie of another recipient or organization', async () => {
    const email = `${newId()}@example.com`
    const other = `${newId()}@example.com`
    const body = { ...secret, recipients: [{ email }, { email: other }] }
    await api.send(all.POST, path, { body })
    const mine = { ...(await make()), email, token: tokenIn((await lastMail(email))?.text) }
    const theirs = { ...mine, email: other, token: tokenIn((await lastMail(other))?.text) }
    const reader = await readerOf(mine)
    const stranger = await browserAt(theirs)
    const [name] = stranger.cookie.split('=')
    const [, value = ''] = reader.cookie.split('=')
    // The other's id with one's own cookie, one's own name of it, and both tokens mixed.
    for (const cookie of [
      reader.cookie,
      `${name}=${value}`,
      `${stranger.cookie}.${value.split('.')[1] ?? ''}`,
    ]) {
      const mixed = new RecipientBrowser(api)
      Object.assign(mixed, { id: stranger.id, cookie })
      expect([403, 404]).toContain((await mixed.content()).status)
    }
    // A code of one recipient, at the other.
    expect((await stranger.unlock(await askFor(mine, await browserAt(mine)))).status).toBe(403)
    const foreign = await make({}, {}, { organization: elsewhere })
    const there = await readerOf(foreign)
    Object.assign(there, { id: reader.id })
    expect((await there.content()).status).toBe(404)
  })
})

describe('a one-time code', () => {
  it('opens the message once, in the browser that gave it', async () => {
    const made = await make()
    const browser = await browserAt(made)
    const code = await askFor(made, browser)
    expect(code).toMatch(/^\d{6}$/)
    const before = browser.cookie
    expect((await browser.unlock(`${code.slice(0, 3)} ${code.slice(3)}`)).body['state']).toBe(
      'open',
    )
    // A new token, which nobody could have planted.
    expect(browser.cookie).not.toBe(before)
    expect((await browser.content()).body).toMatchObject(secret)
    const replay = await browserAt(made)
    expect((await replay.unlock(code)).status).toBe(403)
    expect((await replay.content()).status).toBe(403)
    await browser.close()
    expect((await browser.content()).status).toBe(403)
  })

  it('comes at most once a minute and five times an hour, with the same answer', async () => {
    const made = await make()
    const browser = await browserAt(made)
    const answers = [JSON.stringify(await browser.ask().then(({ body }) => body))]
    const sent = async () =>
      (
        await engineDb()
          .select()
          .from(mails)
          .where(eq(mails.recipients, [made.email]))
      ).length
    for (let at = 0; at < 6; at++) {
      answers.push(JSON.stringify((await browser.ask()).body))
      expect(await sent()).toBe(Math.min(at, 4) + 2)
      await age(made, '61 seconds')
      answers.push(JSON.stringify((await browser.ask()).body))
    }
    expect(await sent()).toBe(6)
    expect(new Set(answers)).toEqual(new Set(['{"resendAfterSeconds":60}']))
  })

  it('is dead after 5 wrong tries, 10 minutes, or another one; every failure is the same', async () => {
    const made = await make()
    const browser = await browserAt(made)
    const failures: string[] = []
    const fails = async (code: string) => {
      const { status, body } = await browser.unlock(code)
      failures.push(JSON.stringify([status, body]))
    }
    await fails('123456')
    expect(await eventsOf(made, 'wrong-code')).toBe(0)
    const code = await askFor(made, browser)
    for (let tries = 0; tries < 5; tries++) await fails(wrongOf(code))
    await fails(code)
    await age(made, '2 minutes')
    const late = await askFor(made, browser)
    expect(late).not.toBe(code)
    await age(made, '10 minutes')
    await fails(late)
    const replaced = await askFor(made, browser)
    await age(made, '2 minutes')
    const newest = await askFor(made, browser)
    await fails(replaced)
    await fails('letters')
    expect(new Set(failures).size).toBe(1)
    expect(failures[0]).toContain('403')
    expect((await browser.unlock(newest)).status).toBe(200)
  })

  it('is counted across addresses and at once: 20 wrong guesses are five', async () => {
    const made = await make()
    const browser = await browserAt(made)
    const code = await askFor(made, browser)
    const guesses = Array.from({ length: 20 }, async () => {
      const another = new RecipientBrowser(api)
      Object.assign(another, { id: browser.id, cookie: browser.cookie })
      return (await another.unlock(wrongOf(code))).status
    })
    expect(new Set(await Promise.all(guesses))).toEqual(new Set([403]))
    expect(await eventsOf(made, 'wrong-code')).toBe(5)
    expect((await browser.unlock(code)).status).toBe(403)
  })

  it('is right once when it is given many times at once', async () => {
    const made = await make()
    const code = await askFor(made, await browserAt(made))
    const guesses = Array.from({ length: 8 }, async () => {
      const browser = await browserAt(made)
      return (await browser.unlock(code)).status
    })
    const statuses = await Promise.all(guesses)
    expect(statuses.filter((status) => status === 200)).toHaveLength(1)
    expect(statuses.filter((status) => status === 403)).toHaveLength(7)
  })

  it('is not tried more than 20 times an hour, whatever the code', async () => {
    const made = await make({ codeWay: 'phone' })
    const browser = await browserAt(made)
    await addWrong(made, 18)
    const code = await told(made)
    for (let tries = 0; tries < 3; tries++) await browser.unlock(wrongOf(code))
    expect(await eventsOf(made, 'wrong-code')).toBe(20)
    expect((await browser.unlock(await told(made))).status).toBe(403)
    await age(made, '61 minutes')
    expect((await browser.unlock(await told(made))).status).toBe(200)
  })

  it('is not tried more than 100 times in the life of a link', async () => {
    const made = await make({ codeWay: 'phone' })
    const browser = await browserAt(made)
    await addWrong(made, 98)
    await age(made, '61 minutes')
    const code = await told(made)
    for (let tries = 0; tries < 3; tries++) await browser.unlock(wrongOf(code))
    expect(await eventsOf(made, 'wrong-code')).toBe(100)
    await age(made, '61 minutes')
    expect((await browser.unlock(await told(made))).status).toBe(403)
    expect((await read(made.id)).body['recipients']).toMatchObject([{ locked: true }])
    // Only a new link opens it, with a life of its own.
    expect((await ofRecipient(linkRoute, 'POST', made)).status).toBe(204)
    expect((await browser.state()).status).toBe(404)
    const renewed = { ...made, token: tokenIn((await lastMail(made.email))?.text) }
    expect(renewed.token).not.toBe(made.token)
    const again = await browserAt(renewed)
    expect((await again.unlock(await told(made))).status).toBe(200)
  })

  it('is stored as a keyed hash of message, recipient and code, and drawn evenly', async () => {
    const { digestOf, newCode, codeFits } = await import('./one-time-code.ts')
    const of = { messageId: newId(), recipientId: newId() }
    const digest = digestOf(of, '123456')
    expect(codeFits(of, ' 123-456', digest)).toBe(true)
    expect(codeFits({ ...of, messageId: newId() }, '123456', digest)).toBe(false)
    expect(codeFits({ ...of, recipientId: newId() }, '123456', digest)).toBe(false)
    // Without a code the same is computed, and nothing fits, also not nothing.
    expect([codeFits(of, '', undefined), codeFits(of, '123456', undefined)]).toEqual([false, false])
    const digits = Array.from({ length: 5000 }, newCode)
    expect(digits.every((code) => /^\d{6}$/.test(code))).toBe(true)
    expect(new Set(digits.map((code) => code[0])).size).toBe(10)
  })
})

describe('the address', () => {
  it('is corrected until the message is read: the link goes there, and the old one is dead', async () => {
    const made = await make()
    const old = await browserAt(made)
    const code = await askFor(made, old)
    const failed = { status: 'failed' as const, error: 'The mail server refused it (550).' }
    await engineDb()
      .update(mails)
      .set(failed)
      .where(eq(mails.recipients, [made.email]))
    const list = (await api.send(all.GET, `${path}?limit=1`)).body['items']
    expect(list).toMatchObject([{ id: made.id, status: 'opened', undelivered: true }])
    const email = `${newId()}@example.com`
    const body = { email }
    expect((await ofRecipient(addressRoute, 'PUT', made, { body, as: 'worker' })).status).toBe(403)
    expect((await ofRecipient(addressRoute, 'PUT', made, { body: { email: 'x' } })).status).toBe(
      400,
    )
    expect((await ofRecipient(addressRoute, 'PUT', made, { body })).status).toBe(204)
    expect((await old.state()).status).toBe(404)
    expect((await old.unlock(code)).status).toBe(404)
    const corrected = { ...made, email, token: tokenIn((await lastMail(email))?.text) }
    expect((await read(made.id)).body).toMatchObject({
      recipients: [{ email, status: 'waiting', openedAt: null }],
      events: expect.arrayContaining([expect.objectContaining({ type: 'address-changed' })]),
    })
    const actions = await engineDb()
      .select({ action: auditEntries.action })
      .from(auditEntries)
      .where(eq(auditEntries.objectId, made.id))
    expect(actions).toContainEqual({ action: 'secure-message.address-changed' })
    await readerOf(corrected)
    const late = { body: { email: 'other@example.com' } }
    expect((await ofRecipient(addressRoute, 'PUT', corrected, late)).status).toBe(409)
  })
})

describe('ways of the code', () => {
  it('phone: the sender reads it out, and nothing is mailed', async () => {
    const made = await make({ codeWay: 'phone' })
    const browser = await browserAt(made)
    await browser.ask()
    expect(await lastMail(made.email, 'Your one-time code')).toBeUndefined()
    const told = await ofRecipient(codeRoute, 'POST', made)
    expect(told.status).toBe(200)
    expect((await browser.unlock(String(told.body['code']))).status).toBe(200)
  })

  it('the sender gets no code for a recipient whose codes go another way', async () => {
    expect((await ofRecipient(codeRoute, 'POST', await make())).status).toBe(409)
  })

  it('question: the mailed code opens only with the answer, in any spelling', async () => {
    const question = { codeWay: 'question', question: 'First pet?', answer: 'Blue  Héron' }
    const made = await make(question)
    const browser = await browserAt(made)
    expect((await browser.state()).body['question']).toBe('First pet?')
    const ofRecipientId = eq(secureMessageRecipients.id, made.recipientId)
    const [row] = await engineDb().select().from(secureMessageRecipients).where(ofRecipientId)
    expect(row?.answerHash).toMatch(/^\$argon2id\$v=19\$m=65536,t=3,p=1\$/)
    expect(JSON.stringify(row)).not.toMatch(/pet/)
    const storeHash = async (answerHash: string | null) =>
      await engineDb().update(secureMessageRecipients).set({ answerHash }).where(ofRecipientId)
    const code = await askFor(made, browser)
    // Wrong guesses are compared with a hash that costs a hundredth; the right one with the real.
    await storeHash(await hash('blue heron', { memoryCost: 1024, timeCost: 1 }))
    const failures = [
      await browser.unlock(code),
      await browser.unlock(code, 'grey heron'),
      await browser.unlock(wrongOf(code), 'blue heron'),
    ].map(({ status, body }) => JSON.stringify([status, body]))
    expect(new Set(failures).size).toBe(1)
    expect(await eventsOf(made, 'wrong-code')).toBe(3)
    await storeHash(row?.answerHash ?? null)
    expect((await browser.unlock(code, ' BLUE-heron ')).status).toBe(200)
  })

  it('sms: the code goes to the number by the connection', async () => {
    const made = await make({ codeWay: 'sms', phone: '+12125550100' })
    const browser = await browserAt(made)
    await browser.ask()
    expect(await lastMail(made.email, 'Your one-time code')).toBeUndefined()
    const texts = await engineDb()
      .select()
      .from(sandboxRecords)
      .where(eq(sandboxRecords.collection, 'messages'))
    const { to = '', text = '' } = (texts.at(-1)?.data ?? {}) as { to?: string; text?: string }
    expect(to).toBe('+12125550100')
    const code = /@localhost #(\d{6})$/.exec(text)?.[1] ?? ''
    expect((await browser.unlock(code)).status).toBe(200)
  })

  it('sms: is refused without a connection', async () => {
    const recipients = [{ email: 'a@example.com', codeWay: 'sms', phone: '+12125550100' }]
    const sent = { body: { ...secret, recipients }, organization: elsewhere }
    expect((await api.send(all.POST, path, sent)).status).toBe(404)
  })

  it('are changed by the sender; a code of the old way is dead', async () => {
    const made = await make()
    const browser = await browserAt(made)
    const code = await askFor(made, browser)
    const body = { codeWay: 'phone' }
    expect((await ofRecipient(wayRoute, 'PUT', made, { body })).status).toBe(204)
    expect((await browser.unlock(code)).status).toBe(403)
    expect((await browser.state()).body['codeWay']).toBe('phone')
  })
})

describe('reading and replying', () => {
  it('files come back as they were, to those who may have them', async () => {
    const content = 'zebra '.repeat(30_000)
    const made = await make({}, { fileIds: [await uploaded(content)] })
    const browser = await readerOf(made)
    const files = (await browser.content()).body['files'] as { id: string; fileName: string }[]
    expect(files).toMatchObject([{ fileName: 'zebra.txt', size: content.length }])
    const fileId = files[0]?.id ?? ''
    const publicFile = endpointsAt('/api/v2/public/secure-messages/{id}/files/{fileId}')
    const fetched = await publicFile.GET(
      new Request('http://localhost:3000/x', { headers: { cookie: browser.cookie } }),
      { id: browser.id, fileId },
    )
    expect(await fetched.text()).toBe(content)
    expect(fetched.headers.get('content-disposition')).toMatch(/^attachment/)
    expect(fetched.headers.get('content-security-policy')).toContain('sandbox')
    expect(fetched.headers.get('referrer-policy')).toBe('no-referrer')
    expect((await (await browserAt(made)).file(fileId)).status).toBe(403)
    expect(await (await download(fileRoute, { id: made.id, fileId })).text()).toBe(content)
    const entries = await engineDb()
      .select()
      .from(auditEntries)
      .where(eq(auditEntries.objectId, made.id))
    expect(entries.map(({ action }) => action)).toEqual(
      expect.arrayContaining([
        'secure-message.sent',
        'secure-message.read',
        'secure-message.download',
      ]),
    )
  })

  it('a reply with files reaches the sender, encrypted, once', async () => {
    const made = await make()
    const browser = await readerOf(made)
    const fileId = newId()
    expect((await upload(browser, fileId)).status).toBe(200)
    // Until it is sent, it is the recipient's.
    expect((await download(fileRoute, { id: made.id, fileId })).status).toBe(404)
    const replyId = newId()
    for (let twice = 0; twice < 2; twice++)
      expect((await browser.reply(replyId, { text: 'Zebra!', fileIds: [fileId] })).status).toBe(200)
    const { body } = await read(made.id)
    expect(body).toMatchObject({
      status: 'replied',
      replies: [{ text: 'Zebra!', files: [{ id: fileId, fileName: 'scan.txt' }] }],
    })
    expect(await (await download(fileRoute, { id: made.id, fileId })).text()).toBe('a zebra scan')
    const [row] = await engineDb()
      .select()
      .from(secureMessageFiles)
      .where(eq(secureMessageFiles.id, fileId))
    expect(await bytesAt(row?.storageKey ?? null)).not.toContain('zebra')
  })

  it('refuses empty replies, files of others, too many and too large ones', async () => {
    const made = await make()
    const browser = await readerOf(made)
    expect((await browser.reply(newId(), { text: ' ' })).status).toBe(400)
    expect((await browser.reply(newId(), { text: '', fileIds: [newId()] })).status).toBe(400)
    const other = await readerOf(await make())
    const theirs = newId()
    await upload(other, theirs)
    expect((await browser.reply(newId(), { text: '', fileIds: [theirs] })).status).toBe(400)
    expect((await browser.file(theirs)).status).toBe(404)
    const length = String(26 * 1024 * 1024 + 200_000)
    const large = { ...multipartHeaders, 'content-length': length }
    expect((await browser.upload(newId(), { body: 'x', headers: large })).status).toBe(413)
    expect((await upload(await browserAt(made))).status).toBe(403)
    await addUnsent(made, 19)
    expect((await upload(browser)).status).toBe(200)
    expect((await upload(browser)).status).toBe(409)
  })
})

describe('the end', () => {
  it.each(['withdrawn', 'expired'] as const)(
    '%s: the content is gone for everybody',
    async (how) => {
      const made = await make({}, { fileIds: [await uploaded()] })
      const browser = await readerOf(made)
      const files = (await browser.content()).body['files'] as { id: string }[]
      const fileId = files[0]?.id ?? ''
      const uploadId = newId()
      await upload(browser, uploadId)
      await browser.reply(newId(), { text: 'Zebra', fileIds: [uploadId] })
      const stored = await engineDb()
        .select()
        .from(secureMessageFiles)
        .where(eq(secureMessageFiles.messageId, made.id))
      const held = await browserAt(made)
      await age(made, '2 minutes')
      const code = await askFor(made, held)
      if (how === 'withdrawn') expect((await withdraw(made)).status).toBe(204)
      else {
        await expire(made)
        // From this moment on, before the worker has come.
        expect((await browser.content()).status).toBe(403)
        await endDueMessages()
      }
      expect((await browser.state()).body['state']).toBe(how)
      expect((await browserAt(made)).cookie).not.toBe('')
      expect((await browser.content()).status).toBe(403)
      expect((await browser.file(fileId)).status).toBe(403)
      expect((await browser.reply(newId(), { text: 'late' })).status).toBe(403)
      expect((await held.unlock(code)).status).toBe(403)
      expect((await held.ask()).status).toBe(202)
      expect((await download(fileRoute, { id: made.id, fileId })).status).toBe(404)
      for (const { storageKey } of stored)
        await expect(openFile(storageKey ?? '')).rejects.toMatchObject({ code: 'unavailable' })
      const keys = await engineDb()
        .select()
        .from(secureMessageKeys)
        .where(eq(secureMessageKeys.messageId, made.id))
      expect(keys).toEqual([])
      expect((await read(made.id)).body).toMatchObject({
        status: how,
        subject: null,
        text: null,
        replies: [{ text: null }],
      })
      expect((await ofRecipient(linkRoute, 'POST', made)).status).toBe(409)
    },
  )

  it('a copy of the tables from before is unreadable without the key', async () => {
    const made = await make()
    const [row] = await engineDb()
      .select()
      .from(secureMessages)
      .where(eq(secureMessages.id, made.id))
    await withdraw(made)
    await engineDb()
      .update(secureMessages)
      .set({ sealed: row?.sealed, endedAt: null, endReason: null })
      .where(eq(secureMessages.id, made.id))
    expect((await read(made.id)).body).toMatchObject({ subject: null, text: null })
    await withdraw(made)
  })

  it('uploads that are never sent are deleted after a day', async () => {
    const made = await make()
    const browser = await readerOf(made)
    const fileId = newId()
    await upload(browser, fileId)
    await engineDb()
      .update(secureMessageFiles)
      .set({ createdAt: sql`now() - interval '25 hours'` })
      .where(eq(secureMessageFiles.id, fileId))
    await endDueMessages()
    expect((await browser.file(fileId)).status).toBe(404)
    expect((await browser.content()).status).toBe(200)
  })
})

describe('the sender', () => {
  it('sees how far it is, page by page, in their own organization', async () => {
    const sent = { organization: elsewhere }
    const first = await make({}, {}, sent)
    const second = await make({}, {}, sent)
    await readerOf(first)
    const list = await api.send(all.GET, `${path}?limit=1`, sent)
    const page = list.body as { items: { id: string }[]; nextCursor: string }
    expect(page.items).toMatchObject([
      { id: second.id, status: 'waiting', subject: secret.subject },
    ])
    const cursor = encodeURIComponent(page.nextCursor)
    const next = await api.send(all.GET, `${path}?limit=1&cursor=${cursor}`, sent)
    expect(next.body).toMatchObject({ items: [{ id: first.id, status: 'read' }] })
    expect((await read(first.id, sent)).body).toMatchObject({
      ...secret,
      recipients: [{ email: first.email, status: 'read', mail: { status: 'queued' } }],
    })
    expect((await read(first.id)).status).toBe(404)
    expect((await withdraw(first)).status).toBe(404)
    expect((await read(first.id, { ...sent, as: 'worker' })).status).toBe(403)
  })

  it('sends one message for one Idempotency-Key', async () => {
    const headers = { 'idempotency-key': newId() }
    const fileIds = [await uploaded()]
    const body = { ...secret, recipients: [{ email: `${newId()}@example.com` }], fileIds }
    const ids = [
      await api.send(all.POST, path, { body, headers }),
      await api.send(all.POST, path, { body, headers }),
    ].map((answer) => answer.body['id'])
    expect(new Set(ids).size).toBe(1)
  })

  it('attaches no file of another organization', async () => {
    const fileIds = [await uploaded()]
    const body = { ...secret, recipients: [{ email: 'a@example.com' }], fileIds }
    expect((await api.send(all.POST, path, { body, organization: elsewhere })).status).toBe(404)
  })
})
