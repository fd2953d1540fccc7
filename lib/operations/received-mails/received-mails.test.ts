import { generateKeyPairSync } from 'node:crypto'
import { connect } from 'node:net'
import { buffer, text } from 'node:stream/consumers'
import type { ReadableStream as WebStream } from 'node:stream/web'
import { eq } from 'drizzle-orm'
import nodemailer from 'nodemailer'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { engineDb, inOrganization } from '#db/client'
import { asyncResults } from '#db/schema/async-results'
import { files, mails } from '#db/schema/documents'
import { receivedMails } from '#db/schema/received-mails'
import { runs } from '#db/schema/runs'
import { serviceNumbers } from '#db/schema/service'
import { workflows } from '#db/schema/workflows'
import { openFile } from '#lib/documents/file-store'
import { checkSender } from '#lib/documents/mail/read-mail'
import { maxReportBytes } from '#lib/documents/mail-reports/report-messages'
import type { MailRules } from '#lib/domain/received-mail'
import type { Definition } from '#lib/domain/workflow/definition'
import { reportOnce, type ServiceNumbers } from '#lib/engine/worker/report-numbers'
import { newId } from '#lib/ids'
import { metrics } from '#lib/metrics'
import { stopProcessPools } from '#lib/process-pool/shared-pool'
import { startMailServer } from '#lib/server/mail/mail-server'
import { selfSigned } from '#test/fakes/self-signed'
import { useApi } from '#test/harness/api'
import { loseCommitAfter } from '#test/harness/around-statements'
import { endpointsAt } from '#test/harness/endpoints-at'
import { seedWorkflow } from '#test/harness/seed-organization'
import { graph } from '#test/samples/graph'
import { deliveryReport, reported } from '#test/samples/mail-reports'
import { multipart, multipartHeaders } from '#test/samples/multipart'
import { queueMail } from '../mails/queue-mail.ts'
import { bounceAddress } from '../mails/reports/bounce-address.ts'
import { insertReplyAddress } from './answer-waiting.ts'
import { lookAtMail } from './look-at-mail.ts'
import { lookAtDueMails } from './start-received-mail-work.ts'

process.env['MAIL_IN_DOMAIN'] = 'in.rounds.example'
process.env['MAIL_IN_WEBHOOK_PASSWORD'] = 'a password of the providers'
const triggerRoute = endpointsAt('/api/v2/workflows/{id}/mail-trigger')
const rotateRoute = endpointsAt('/api/v2/workflows/{id}/mail-trigger/rotate')
const startRoute = endpointsAt('/api/v2/received-mails/{id}/start')
const mailRoute = endpointsAt('/api/v2/received-mails/{id}')
const hookRoute = endpointsAt('/api/v2/hooks/received-mail/{provider}')

const api = useApi()
const { signal } = new AbortController()
const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
const dkim = {
  domainName: 'clinic.example.com',
  keySelector: 'k1',
  privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
}
const records: Record<string, string[][]> = {
  'TXT k1._domainkey.clinic.example.com': [
    [`v=DKIM1; k=rsa; p=${publicKey.export({ type: 'spki', format: 'der' }).toString('base64')}`],
  ],
  'TXT _dmarc.clinic.example.com': [['v=DMARC1; p=reject']],
  'TXT clinic.example.com': [['v=spf1 ip4:192.0.2.1 -all']],
}
let dnsFails = false
const resolve = async ({ name, type }: { name: string; type: string }) => {
  if (dnsFails) throw Object.assign(new Error('no answer'), { code: 'ETIMEOUT' })
  const found = records[`${type} ${name}`]
  if (!found) throw Object.assign(new Error('nothing there'), { code: 'ENOTFOUND' })
  return found
}

let server: Awaited<ReturnType<typeof startMailServer>>
const reports: { address: string; raw: string }[] = []
let workflowId: string
let address: string

const startData = {
  type: 'object',
  properties: {
    from: { type: 'string' },
    subject: { type: 'string' },
    text: { type: 'string' },
    aligned: { type: 'boolean' },
    files: { type: 'array', 'x-formFieldType': 'multi-file' },
  },
}
const definition = {
  ...graph('keep', { keep: { type: 'transform', config: { value: 1 } } }),
  startData,
} as Definition

const trigger = async (rules: Partial<MailRules> = {}, enabled = true) =>
  await api.send(triggerRoute.PUT, `/api/v2/workflows/${workflowId}/mail-trigger`, {
    params: { id: workflowId },
    body: { enabled, rules },
  })

beforeAll(async () => {
  const { key, certificate } = selfSigned('in.rounds.example')
  server = await startMailServer({
    port: 0,
    host: '127.0.0.1',
    domain: 'in.rounds.example',
    tls: () => ({ key: Buffer.from(key), cert: Buffer.from(certificate) }),
    reports: {
      isReportAddress: (to) => to.startsWith('bounce+'),
      async receive(raw, to) {
        reports.push({ address: to, raw: Buffer.from(raw).toString() })
      },
    },
    limits: { clientsPerNetwork: 5 },
  })
  workflowId = (await seedWorkflow(api.organization.id, definition)).workflowId
  const { body } = await trigger()
  address = String(body['address'])
}, 60_000)
afterAll(async () => {
  await server.stop()
  await stopProcessPools()
})
afterEach(() => void vi.restoreAllMocks())
beforeEach(async () => {
  dnsFails = false
  await engineDb().delete(receivedMails)
  await engineDb().delete(runs).where(eq(runs.workflowId, workflowId))
})

type Message = Parameters<ReturnType<typeof nodemailer.createTransport>['sendMail']>[0]
const usual = { from: 'Ada <ada@clinic.example.com>', subject: 'Referral', text: 'Please see her.' }

async function send(message: Message = {}): Promise<void> {
  const transport = nodemailer.createTransport({
    host: '127.0.0.1',
    port: server.port,
    tls: { rejectUnauthorized: false },
  })
  try {
    await transport.sendMail({ ...usual, to: address, ...message })
  } finally {
    transport.close()
  }
}
/** Has a worker look at the mails that are due. */
const look = async () => await lookAtDueMails(20, { signal, resolve })
const received = async () => await engineDb().select().from(receivedMails).orderBy(receivedMails.id)
const started = async () => {
  const { id, trigger, startData } = runs
  const rows = await engineDb()
    .select({ id, trigger, startData })
    .from(runs)
    .where(eq(runs.workflowId, workflowId))
  return rows.map((row) => ({ ...row, startData: row.startData as Record<string, unknown> }))
}

/** How many mails of this status were counted, as /api/metrics shows them. */
const countOf = async (status: string): Promise<number> =>
  (await metrics.mailsRead.get()).values.find(({ labels }) => labels.status === status)?.value ?? 0

/** Speaks SMTP by hand; answers all that the server said until it closed, or we quit. */
async function speak(...lines: string[]): Promise<string> {
  const socket = connect(server.port, '127.0.0.1')
  const said = text(socket)
  for (const line of lines) {
    await new Promise((done) => socket.once('data', done))
    socket.write(line)
  }
  await new Promise((done) => socket.once('data', done))
  socket.end('QUIT\r\n')
  return await said
}
const talk = (data: string, to = address) =>
  speak(
    'EHLO clinic.example.com\r\n',
    'MAIL FROM:<ada@clinic.example.com>\r\n',
    `RCPT TO:<${to}>\r\n`,
    'DATA\r\n',
    data,
  )

/** A report of a mail program, with an author, and with its type behind a long boundary. */
const reportOf = (type: string): string =>
  [
    'From: Ada <ada@clinic.example.com>',
    'Subject: Read: A question',
    `Content-Type: multipart/report; boundary="${'b'.repeat(70)}"; report-type=${type}`,
    '',
    `--${'b'.repeat(70)}\r\n\r\nThe mail was read.\r\n--${'b'.repeat(70)}--\r\n`,
  ].join('\r\n')

describe('the number of mails that wait', () => {
  it('leaves out those of a paused workflow, which wait for people', async () => {
    const waiting = async (pausedAt: Date | null) => {
      await inOrganization(api.organization.id, (tx) =>
        tx.update(workflows).set({ pausedAt }).where(eq(workflows.id, workflowId)),
      )
      await engineDb()
        .update(serviceNumbers)
        .set({ at: new Date(0) })
      await reportOnce(newId())
      const [row] = await engineDb().select().from(serviceNumbers)
      return (row?.numbers as ServiceNumbers | undefined)?.receivedMails?.waiting
    }
    await send()
    expect(await waiting(new Date())).toBe(0)
    expect(await waiting(null)).toBe(1)
  })
})

describe('a mail to the address of a workflow', () => {
  it('starts one run with its text and files, whatever is sent again', async () => {
    const attachments = [
      { filename: '../../re\u202Efdp.exe', content: '%PDF-1.7', contentType: 'text/html' },
    ]
    const message = { messageId: '<one@clinic.example.com>', date: new Date(0), attachments, dkim }
    const raw = await buffer(
      (
        await nodemailer.createTransport({ streamTransport: true }).sendMail({
          ...usual,
          to: address,
          ...message,
        })
      ).message as never,
    )
    const same = { raw, envelope: { from: 'ada@clinic.example.com', to: address } }
    const before = await countOf('started')
    await send(same)
    await send(same)
    await Promise.all([look(), look()])
    await look()
    expect(await countOf('started')).toBe(before + 1)
    const [mail, ...others] = await received()
    expect(others).toEqual([])
    expect(mail).toMatchObject({
      status: 'started',
      content: {
        fromName: 'Ada',
        checks: { spf: 'fail', dkim: 'pass', dmarc: 'pass', aligned: true },
      },
      attachments: [{ fileName: 'refdp.exe', mimeType: 'application/pdf', size: 8 }],
    })
    const [run, ...more] = await started()
    expect(more).toEqual([])
    const [file] = mail?.attachments ?? []
    expect(run).toMatchObject({
      id: mail?.runId,
      trigger: 'mail',
      startData: {
        from: 'ada@clinic.example.com',
        subject: 'Referral',
        text: 'Please see her.',
        aligned: true,
        files: [{ id: file?.id, fileName: 'refdp.exe' }],
      },
    })
    const [stored] = await engineDb()
      .select()
      .from(files)
      .where(eq(files.id, file?.id ?? ''))
    expect(stored).toMatchObject({ runId: run?.id })
    expect(await text((await openFile(stored?.storageKey ?? '')) as WebStream)).toBe('%PDF-1.7')
  })

  it('is sent encrypted where the client asks', async () => {
    const transport = nodemailer.createTransport({
      host: '127.0.0.1',
      port: server.port,
      requireTLS: true,
      tls: { rejectUnauthorized: false },
    })
    await transport.sendMail({ ...usual, to: address })
    transport.close()
    expect(await received()).toHaveLength(1)
  })

  it('has the cleaned text of its HTML', async () => {
    const html = '<style>p{}</style><script>bad()</script><p>Dear &amp; all,</p><p>see</p>'
    await send({ text: undefined, html })
    await look()
    expect((await received())[0]?.content?.text).toBe('Dear & all,\n\nsee')
  })

  it.each([
    ['own-mail', { messageId: `<${newId()}@localhost>` }],
    ['delivery-report', { envelope: { from: '', to: 'x' } }],
    ['automatic-answer', { headers: { 'auto-submitted': 'auto-replied' } }],
    ['automatic', { headers: { 'auto-submitted': 'auto-generated' } }],
    ['mailing-list', { headers: { precedence: 'bulk' } }],
    ['mailing-list', { headers: { 'list-id': '<a.example.com>' } }],
    // Providers such as SES replace the Message-ID of a mail.
    ['own-mail', { headers: { 'x-rounds-loop': 'localhost' } }],
    ['delivery-report', { raw: reportOf('disposition-notification') }],
    ['delivery-report', { raw: reportOf('delivery-status') }],
  ])('is stopped as %s', async (code, message) => {
    const report = { messageId: '<a@b.example>', envelope: { from: '', to: address } }
    const envelope = { from: 'ada@clinic.example.com', to: address }
    if ('envelope' in message) await send(report)
    else await send('raw' in message ? { ...message, envelope } : message)
    await look()
    expect(await received()).toMatchObject([{ status: 'stopped', reason: { code }, runId: null }])
    expect(await started()).toEqual([])
  })

  it.each([
    ['sender', { senders: ['other.example.com', 'bo@clinic.example.com'] }],
    ['subject', { subjectContains: 'lab' }],
    ['not-proven', { requireProven: true }],
  ])('is stopped by the rule %s, and started by hand', async (code, rules) => {
    await trigger(rules)
    await send({ attachments: [{ filename: 'a.txt', content: 'a' }] })
    await look()
    await trigger()
    const [mail] = await received()
    expect(mail).toMatchObject({ status: 'stopped', reason: { code } })
    const path = `/api/v2/received-mails/${mail?.id}`
    const sent = { params: { id: mail?.id ?? '' } }
    expect((await api.send(mailRoute.GET, path, sent)).body['mayStart']).toBe(true)
    const [first, second] = await Promise.all([
      api.send(startRoute.POST, `${path}/start`, sent),
      api.send(startRoute.POST, `${path}/start`, sent),
    ])
    expect([first.status, second.status].toSorted()).toEqual([200, 409])
    expect(await started()).toHaveLength(1)
  })

  it('passes its rules', async () => {
    await trigger({ senders: ['clinic.example.com'], requireProven: true, subjectContains: 'REF' })
    await send({ dkim })
    await look()
    await trigger()
    expect(await received()).toMatchObject([{ status: 'started' }])
  })

  it('is not proven when the DNS does not answer, or the mail was changed', async () => {
    dnsFails = true
    await send({ dkim })
    await look()
    expect((await received())[0]?.content?.checks).toEqual({
      spf: 'temperror',
      dkim: 'temperror',
      dmarc: 'temperror',
      aligned: false,
    })
  })

  it('that its workflow refuses is kept with the reason', async () => {
    const strict = { ...definition, startData: { ...startData, required: ['patient'] } }
    const { workflowId: id } = await seedWorkflow(api.organization.id, strict as Definition)
    const path = `/api/v2/workflows/${id}/mail-trigger`
    const { body } = await api.send(triggerRoute.PUT, path, { params: { id }, body: { rules: {} } })
    await send({ to: String(body['address']) })
    await look()
    expect(await received()).toMatchObject([
      { status: 'refused', reason: { code: 'invalid_request' }, content: { subject: 'Referral' } },
    ])
  })

  it('without a Message-ID is another one where its head differs', async () => {
    const scan = (subject: string) =>
      `From: a@b.example\r\nSubject: ${subject}\r\n\r\nScan\r\n.\r\n`
    for (const subject of ['Ada', 'Bo', 'Ada']) expect(await talk(scan(subject))).toContain('250 ')
    expect(await received()).toHaveLength(2)
  })

  it('keeps bytes and files when the answer to a commit gets lost', async () => {
    const message = { messageId: '<lost@clinic.example.com>', date: new Date(0) }
    const attachments = [{ filename: 'a.txt', content: 'a' }]
    const { message: stream } = await nodemailer
      .createTransport({ streamTransport: true })
      .sendMail({ ...usual, to: address, ...message, attachments })
    const raw = await buffer(stream as never)
    const same = { raw, envelope: { from: 'ada@clinic.example.com', to: address } }
    loseCommitAfter(/^insert into "received_mails"/)
    await expect(send(same)).rejects.toMatchObject({ responseCode: 451 })
    vi.restoreAllMocks()
    await send(same)
    loseCommitAfter(/^update "received_mails" set "status"/)
    await look()
    vi.restoreAllMocks()
    const [mail, ...others] = await received()
    expect(others).toEqual([])
    expect(mail).toMatchObject({ status: 'started', nextLookAt: null })
    const [file] = await engineDb()
      .select()
      .from(files)
      .where(eq(files.id, mail?.attachments[0]?.id ?? ''))
    for (const key of [mail?.rawKey, file?.storageKey])
      expect((await buffer((await openFile(key ?? '')) as WebStream)).length).toBeGreaterThan(0)
    expect(await started()).toHaveLength(1)
  })

  it('whose sender’s DNS never answers is not waited for', async () => {
    const envelope = {
      remoteAddress: '192.0.2.1',
      helo: 'a.example',
      sender: 'ada@clinic.example.com',
    }
    const reading = { organizationId: api.organization.id, dnsMs: 50 }
    const asked = { ...envelope, host: 'in.rounds.example' }
    const never = { ...reading, resolve: async () => await new Promise<never>(() => undefined) }
    expect(await checkSender(Buffer.from(usual.from), asked, never)).toEqual({
      checks: { spf: 'temperror', dkim: 'temperror', dmarc: 'temperror', aligned: false },
      author: null,
    })
  })

  it('that always takes too long is given up after a week, and not when the service stops', async () => {
    await send()
    const [mail] = await received()
    if (!mail) throw new Error('no mail')
    const old = { ...mail, createdAt: new Date(0) }
    await lookAtMail(old, { signal: AbortSignal.abort() })
    expect(await received()).toMatchObject([{ status: 'waiting' }])
    const late = AbortSignal.abort(new DOMException('too late', 'TimeoutError'))
    await lookAtMail(mail, { signal: late })
    expect(await received()).toMatchObject([{ status: 'waiting' }])
    await lookAtMail(old, { signal: late })
    expect(await received()).toMatchObject([{ status: 'refused', nextLookAt: null }])
  })

  it('that cannot be read is kept as it came', async () => {
    const before = await countOf('unreadable')
    const deep = Array.from(
      { length: 40 },
      (_, level) => `Content-Type: multipart/mixed; boundary=b${level}\r\n\r\n--b${level}\r\n`,
    ).join('')
    expect(await talk(`From: a@b.example\r\n${deep}\r\n.\r\n`)).toContain('250 ')
    await look()
    const [mail] = await received()
    expect(mail).toMatchObject({ status: 'unreadable', content: null })
    expect(await countOf('unreadable')).toBe(before + 1)
    expect(await text((await openFile(mail?.rawKey ?? '')) as WebStream)).toContain('boundary=b39')
  })
})

describe('the receiver', () => {
  it.each([
    ['an unknown address', 'nobody@in.rounds.example'],
    ['another domain', 'ada@clinic.example.com'],
    [
      'a forged reply address',
      'reply+aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa@in.rounds.example',
    ],
  ])('refuses %s when it is named', async (_what, to) => {
    await expect(send({ to })).rejects.toMatchObject({ responseCode: 550 })
    expect(await received()).toEqual([])
  })

  it('refuses an address that was rotated or switched off', async () => {
    await trigger({}, false)
    await expect(send()).rejects.toMatchObject({ responseCode: 550 })
    await trigger()
    const path = `/api/v2/workflows/${workflowId}/mail-trigger/rotate`
    const { body } = await api.send(rotateRoute.POST, path, { params: { id: workflowId } })
    await expect(send()).rejects.toMatchObject({ responseCode: 550 })
    address = String(body['address'])
    await send()
    expect(await received()).toHaveLength(1)
  })

  it.each([
    ['LF . LF', 'Subject: a\r\n\r\na\n.\nMAIL FROM:<admin@rounds.example>\r\n.\r\n'],
    ['LF . CR LF', 'Subject: a\r\n\r\na\n.\r\nb\r\n.\r\n'],
    ['CR . CR', 'Subject: a\r\n\r\na\r.\rb\r\n.\r\n'],
    ['CR LF . LF', 'Subject: a\r\n\r\na\r\n.\nb\r\n.\r\n'],
    ['a bare LF in a header', 'Subject: a\nBcc: b@c.example\r\n\r\na\r\n.\r\n'],
  ])('refuses a message with %s, and hangs up', async (_what, data) => {
    const said = await talk(`${data}NOOP\r\n`)
    expect(said).toContain('550 5.6.0')
    expect(said.slice(said.indexOf('550 5.6.0'))).not.toContain('250')
    expect(await received()).toEqual([])
  })

  it('takes dots and long lines as they are', async () => {
    const long = 'x'.repeat(200_000)
    expect(await talk(`Subject: a\r\n\r\n..a\r\n...\r\n${long}\r\n.\r\n`)).toContain('250 ')
    await look()
    expect((await received())[0]?.content?.text).toBe(`.a\n..\n${long}`)
  })

  it.each([
    ['hops', `${'Received: from a\r\n'.repeat(51)}\r\na`, '554 5.4.6'],
    ['authors', 'From: a@b.example\r\nFrom: c@d.example\r\n\r\na', '550 5.6.0'],
    ['headers', `X-A: ${'x'.repeat(300_000)}\r\n\r\na`, '552 5.3.4'],
  ])('refuses a message with too many %s', async (_what, data, answer) => {
    expect(await talk(`${data}\r\n.\r\n`)).toContain(answer)
    expect(await received()).toEqual([])
  })

  it('stores nothing of a message that was cut off', async () => {
    const socket = connect(server.port, '127.0.0.1')
    const lines = [
      'EHLO a\r\n',
      'MAIL FROM:<a@b.example>\r\n',
      `RCPT TO:<${address}>\r\n`,
      'DATA\r\n',
    ]
    for (const line of lines) {
      await new Promise((done) => socket.once('data', done))
      socket.write(line)
    }
    await new Promise((done) => socket.once('data', done))
    await new Promise<void>((done) => socket.write('Subject: a\r\n\r\na\r\n', () => done()))
    socket.destroy()
    await send()
    await look()
    expect(await received()).toMatchObject([{ content: { subject: 'Referral' } }])
  })

  it('hangs up on who never comes to an end', async () => {
    const slow = await startMailServer({
      port: 0,
      host: '127.0.0.1',
      domain: 'in.rounds.example',
      reports: { isReportAddress: () => false, receive: async () => undefined },
      limits: { connectionMs: 1 },
    })
    try {
      const socket = connect(slow.port, '127.0.0.1')
      expect(await text(socket)).toContain('421 4.4.2')
      socket.destroy()
    } finally {
      await slow.stop()
    }
  })

  it('says its limit of size, and refuses more before it is sent', async () => {
    expect(await speak('EHLO a\r\n', 'MAIL FROM:<a@b.example> SIZE=99999999\r\n')).toMatch(
      /SIZE 26214400[^]*552 /,
    )
  })

  it('hands reports to who sent the mail', async () => {
    await send({ to: 'bounce+a@in.rounds.example', envelope: undefined })
    expect(reports).toMatchObject([{ address: 'bounce+a@in.rounds.example' }])
    expect(reports[0]?.raw).toContain('Please see her.')
    expect(await received()).toEqual([])
  })

  it('hands on the beginning of a report that quotes a long mail', async () => {
    reports.length = 0
    const text = `Refused.\n${'a line of it\n'.repeat(180_000)}`
    await send({ to: 'bounce+c@in.rounds.example', text })
    expect(reports[0]?.raw).toContain('Refused.')
    expect(reports[0]?.raw).toHaveLength(maxReportBytes)
  })

  it('stores a mail to two addresses twice, and tells each once', async () => {
    await send({ to: [address, 'bounce+b@in.rounds.example', address.toUpperCase()] })
    expect(await received()).toHaveLength(1)
    expect(reports.filter((report) => report.address.startsWith('bounce+b'))).toHaveLength(1)
  })
})

describe('an answer to a waiting run', () => {
  async function waiting(status: 'suspended' | 'cancelled' = 'suspended') {
    const runId = newId()
    const made = await seedWorkflow(api.organization.id, definition)
    return await inOrganization(api.organization.id, async (tx) => {
      await tx.insert(runs).values({
        id: runId,
        organizationId: api.organization.id,
        ...made,
        status,
        trigger: 'api',
        startData: {},
        ...(status === 'cancelled' ? { finishedAt: new Date() } : {}),
      })
      const of = { runId, workflowId: made.workflowId, taskId: newId() }
      const reply = await insertReplyAddress(tx, api.organization.id, { key: runId, ...of })
      return { ...reply, runId }
    })
  }
  const resultOf = async (id: string) =>
    (await engineDb().select().from(asyncResults).where(eq(asyncResults.id, id)))[0]

  it('wakes it once; a second answer and a program’s are kept', async () => {
    const { address: to, asyncResultId, runId } = await waiting()
    await send({ to, headers: { 'auto-submitted': 'auto-replied' } })
    await look()
    expect(await resultOf(asyncResultId)).toMatchObject({ status: 'pending' })
    await send({ to, text: 'Yes.\n\nOn Monday we wrote:\n> Really?' })
    await look()
    await send({ to, text: 'No.' })
    await look()
    const [, first, second] = await received()
    expect(await resultOf(asyncResultId)).toMatchObject({
      status: 'completed',
      result: { mailId: first?.id },
    })
    expect(first).toMatchObject({ status: 'answered', runId, content: { newText: 'Yes.' } })
    expect(second).toMatchObject({ status: 'stopped', reason: { code: 'not-waiting' }, runId })
  })

  it('to a run that is over is kept', async () => {
    const { address: to, asyncResultId } = await waiting('cancelled')
    await send({ to: to.toUpperCase() })
    await look()
    expect(await received()).toMatchObject([{ reason: { code: 'not-waiting' } }])
    expect(await resultOf(asyncResultId)).toMatchObject({ status: 'pending' })
  })
})

describe('a provider’s webhook', () => {
  const authorization = `Basic ${Buffer.from('mail:a password of the providers').toString('base64')}`
  const raw =
    'From: Ada <ada@clinic.example.com>\r\nMessage-ID: <p@q>\r\nSubject: Caf\xe9\r\n' +
    'Content-Type: text/plain; charset=iso-8859-1\r\n\r\nfi\xe9vre\r\n'
  const post = (provider: string, sent: { body: unknown; headers: Record<string, string> }) =>
    api.send(hookRoute.POST, `/api/v2/hooks/received-mail/${provider}`, {
      params: { provider },
      as: null,
      ...sent,
    })
  const ofPostmark = () => ({
    OriginalRecipient: address,
    RawEmail: raw.replaceAll('\r\n', '\n'),
    Headers: [{ Name: 'Return-Path', Value: '<ada@clinic.example.com>' }],
  })

  it('of Postmark is stored once, with its password only', async () => {
    const sent = { body: ofPostmark(), headers: { authorization } }
    expect(await post('postmark', { ...sent, headers: {} })).toMatchObject({ status: 401 })
    expect(await post('postmark', sent)).toMatchObject({ status: 200, body: { stored: 1 } })
    expect(await post('postmark', sent)).toMatchObject({ status: 200 })
    await look()
    expect(await received()).toMatchObject([
      { status: 'started', sender: 'ada@clinic.example.com', content: { checks: { spf: 'none' } } },
    ])
  })

  it('of Postmark without the raw message says what to switch on', async () => {
    const { RawEmail: _raw, ...body } = ofPostmark()
    const answer = await post('postmark', { body, headers: { authorization } })
    expect(answer).toMatchObject({ status: 400 })
    expect(JSON.stringify(answer.body)).toContain('Include raw email')
  })

  const field = (name: string, content: Uint8Array | string) => ({ name, content })
  const sendgrid = async (to: string[], email: Buffer) =>
    await post('sendgrid', {
      body: multipart(
        field('envelope', JSON.stringify({ from: 'ada@clinic.example.com', to })),
        field('sender_ip', '192.0.2.1'),
        field('email', email),
      ),
      headers: { ...multipartHeaders, authorization },
    })

  it('brings a mail to the last of many recipients, and reports to who sent the mail', async () => {
    const { id } = api.organization
    const to = `${newId()}@example.com`
    const { mailId } = await inOrganization(id, (tx) =>
      queueMail(tx, id, { key: newId(), to: [to], subject: 'A referral', text: 'See Rounds.' }),
    )
    await engineDb().update(mails).set({ status: 'sent' }).where(eq(mails.id, mailId))
    const strangers = Array.from({ length: 30 }, (_, each) => `${each}@elsewhere.example`)
    const recipients = [
      ...strangers,
      '\u0000@in.rounds.example',
      bounceAddress(mailId, 'x.example'),
    ]
    const report = deliveryReport(reported(to))
    const answer = await sendgrid([...recipients, address.toUpperCase(), address], report)
    expect(answer).toMatchObject({ status: 200, body: { stored: 1 } })
    expect(await received()).toHaveLength(1)
    const [mail] = await engineDb().select().from(mails).where(eq(mails.id, mailId))
    expect(mail).toMatchObject({ status: 'bounced' })
  })

  it('of SendGrid is stored with the bytes of its charset', async () => {
    const answer = await sendgrid([address], Buffer.from(raw, 'latin1'))
    expect(answer).toMatchObject({ body: { stored: 1 } })
    await look()
    expect(await received()).toMatchObject([
      { status: 'started', content: { text: 'fiévre', checks: { spf: 'pass', aligned: true } } },
    ])
  })
})
