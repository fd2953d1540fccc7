import { rmSync } from 'node:fs'
import path from 'node:path'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { engineDb, inOrganization } from '#db/client'
import { files, mails } from '#db/schema/documents'
import { suppressedAddresses } from '#db/schema/mails'
import { env } from '#lib/env'
import { newId } from '#lib/ids'
import { stopProcessPools } from '#lib/process-pool/shared-pool'
import type { StepExecution } from '#lib/steps/define-step'
import { stepTypes } from '#lib/steps/registry'
import { startMailServer, type MailServer } from '#test/fakes/mail-server'
import { organizationWithKeys, useApi } from '#test/harness/api'
import { endpointsAt } from '#test/harness/endpoints-at'
import { noServices } from '#test/harness/engine'
import { multipart, multipartHeaders } from '#test/samples/multipart'
import { fillRunTemplate } from '../templates/fill-run-template.ts'
import { deliverMail } from './deliver-mail.ts'
import { findMailStatus } from './find-mail-status.ts'
import { attachmentsOf } from './mail-attachments.ts'
import { queueMail } from './queue-mail.ts'

// Templates are filled in a process, on machines that may be busy.
vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 })

const templates = endpointsAt('/api/v2/templates')
const source = endpointsAt('/api/v2/templates/{template}/source')
const uploads = endpointsAt('/api/v2/files')

const api = useApi()
let server: MailServer
beforeAll(async () => {
  server = await startMailServer()
})
afterAll(async () => {
  await server.close()
  await stopProcessPools()
  rmSync(path.join(env().DATA_DIR, 'files'), { recursive: true, force: true })
})

type Config = Record<string, unknown>
const step = stepTypes.get('send-email')
const plain = { to: ['ada@example.com'], subject: 'A referral', text: 'See Rounds.' }

/** One execution of the step with the product's services. */
function execution(config: Config, startedAt = new Date()) {
  const services = {
    ...noServices,
    fillTemplate: fillRunTemplate,
    sendMail: async (organizationId: string, mail: Parameters<typeof queueMail>[2]) =>
      await inOrganization(organizationId, (tx) => queueMail(tx, organizationId, mail)),
    mailStatus: findMailStatus,
  }
  const task = { id: newId(), stepId: 'send', attempt: 1 }
  return {
    config: step?.config.parse(config),
    context: { start: {}, steps: {}, run: { workflowId: newId(), timeZone: 'UTC' } },
    run: { id: newId(), organizationId: api.organization.id, startedAt, depth: 0 },
    task,
    idempotencyKey: task.id,
    mayHaveHappened: false,
    signal: AbortSignal.timeout(170_000),
    connection: undefined,
    services,
    log: () => undefined,
  } as unknown as StepExecution<unknown, undefined>
}
const run = async (config: Config, startedAt?: Date) =>
  await step?.execute(execution({ ...plain, ...config }, startedAt))
const failure = async (config: Config) =>
  await run(config).then(
    () => undefined,
    (error: { code: string; message: string }) => ({ code: error.code, message: error.message }),
  )
const outputOf = (result: Awaited<ReturnType<typeof run>>) =>
  (result?.kind === 'done' ? result.output : {}) as { mailId: string } & Config
async function deliver(mailId: string) {
  await deliverMail(
    { mailId },
    { SMTP_URL: server.url, MAIL_FROM: 'rounds@clinic.example', BASE_URL: 'https://r.example' },
  )
  return server.received.find(({ raw }) => raw.includes(mailId))
}

async function upload(fileName: string, content: string, organization = api.organization) {
  const { body } = await api.send(uploads.POST, '/api/v2/files', {
    body: multipart({ name: 'file', fileName, type: 'text/plain', content }),
    headers: multipartHeaders,
    organization,
  })
  return String(body['id'])
}

describe('a mail of a template', () => {
  const mail = (subject: string, html = '') => ({
    format: 'mail',
    subject,
    text: 'Dear {{ name }}',
    html,
  })
  const create = async (name: string, body: object) =>
    await api.send(templates.POST, '/x', { body: { name, slug: name, ...body } })

  it('is filled, and a run keeps the version that it began with', async () => {
    await create('letter', {
      kind: 'mail',
      source: mail('For {{ name }}', '<p>Dear <b>{{ name }}</b></p>'),
    })
    const began = new Date()
    await api.send(source.PUT, '/x', {
      params: { template: 'letter' },
      body: { source: mail('Newer: {{ name }}'), basedOn: 1 },
    })
    const config = { template: 'letter', data: { name: 'Ada <3' }, subject: '', text: '' }
    const old = outputOf(await run(config, began))
    expect(old).toMatchObject({ status: 'queued', version: 1 })
    const received = await deliver(old.mailId)
    expect(received?.mail).toMatchObject({ subject: 'For Ada <3' })
    expect(received?.mail.text?.trim()).toBe('Dear Ada <3')
    expect(received?.mail.html).toContain('<b>Ada &lt;3</b>')
    const later = outputOf(await run({ ...config, subject: 'My own' }))
    expect(later).toMatchObject({ version: 2 })
    expect((await deliver(later.mailId))?.mail.subject).toBe('My own')
  })

  it('is refused with what is wrong', async () => {
    await create('note', { kind: 'text', source: { format: 'text', text: '{{ name }}' } })
    const empty = { subject: '', text: '' }
    expect(await failure({ ...empty, template: 'note', data: { name: 'A' } })).toMatchObject({
      code: 'invalid_request',
      message: expect.stringContaining('kind text'),
    })
    expect(await failure({ ...empty, template: 'nosuch' })).toMatchObject({ code: 'not_found' })
    expect(await failure({ template: 'note' })).toMatchObject({ code: 'invalid_config' })
    expect(await failure({ subject: '' })).toMatchObject({
      code: 'invalid_config',
      message: expect.stringContaining('subject'),
    })
  })
})

describe('recipients and attachments', () => {
  it('go to all, with blind copies only in the envelope', async () => {
    const id = await upload('Report.txt', 'What it says')
    const { mailId } = outputOf(
      await run({
        cc: ['bo@example.com'],
        bcc: ['cy@example.com'],
        replyTo: 'nurse@example.com',
        attachments: [id, id],
      }),
    )
    const received = await deliver(mailId)
    expect(received?.recipients).toEqual(['ada@example.com', 'bo@example.com', 'cy@example.com'])
    expect(received?.raw).not.toContain('cy@example.com')
    expect(received?.mail).toMatchObject({
      cc: [{ address: 'bo@example.com' }],
      replyTo: [{ address: 'nurse@example.com' }],
      attachments: [{ filename: 'Report.txt', mimeType: 'text/plain' }],
    })
    expect(Buffer.from(received?.mail.attachments[0]?.content as ArrayBuffer).toString()).toBe(
      'What it says',
    )
  })

  it('are refused when a file is not theirs, too large alone or together', async () => {
    const elsewhere = await upload('a.txt', 'x', await organizationWithKeys())
    for (const id of [elsewhere, newId(), 'no id'])
      expect(await failure({ attachments: [id] })).toMatchObject({ code: 'not_found' })
    const ids = [await upload('a.txt', '12345'), await upload('b.txt', '12345')]
    const limits = { files: 2, bytes: 5, totalBytes: 10 }
    const check = async (changed: object) =>
      await inOrganization(api.organization.id, (tx) =>
        attachmentsOf(tx, ids, { ...limits, ...changed }),
      )
    expect(await check({})).toHaveLength(2)
    await expect(check({ bytes: 4 })).rejects.toThrow('“a.txt” has')
    await expect(check({ totalBytes: 9 })).rejects.toThrow('together')
    await expect(check({ files: 1 })).rejects.toThrow('at most 1 attachments')
  })

  it('fail the mail when a file is deleted before it is sent', async () => {
    const id = await upload('a.txt', 'x')
    const { mailId } = outputOf(await run({ attachments: [id] }))
    await engineDb().delete(files).where(eq(files.id, id))
    expect(await deliver(mailId)).toBeUndefined()
    const [row] = await engineDb().select().from(mails).where(eq(mails.id, mailId))
    expect(row).toMatchObject({ status: 'failed', error: expect.stringContaining('deleted') })
  })
})

describe('a suppressed address', () => {
  it('fails the step with a code to handle, or is left out', async () => {
    const address = 'gone-for-good@example.com'
    await engineDb().insert(suppressedAddresses).values({
      id: newId(),
      organizationId: api.organization.id,
      address,
      reason: 'bounced',
    })
    const to = ['ada@example.com', address]
    expect(await failure({ to })).toMatchObject({ code: 'address_suppressed' })
    const skipped = outputOf(await run({ to, onSuppressed: 'skip' }))
    expect(skipped).toMatchObject({ status: 'queued', suppressed: [address] })
    expect((await deliver(skipped.mailId))?.recipients).toEqual(['ada@example.com'])
    expect(outputOf(await run({ to: [address], onSuppressed: 'skip' }))).toMatchObject({
      status: 'suppressed',
    })
  })
})

it('a step that waits goes on with what became of the mail', async () => {
  const waiting = execution({ ...plain, to: ['nobody@example.com'], waitFor: 'sent' })
  const suspended = await step?.execute(waiting)
  if (suspended?.kind !== 'suspended') throw new Error('the step did not wait')
  const { state } = suspended.suspension as { state: Config }
  await deliver(String(state['mailId']))
  const resumed = await step?.resume?.({ ...waiting, answer: undefined, state })
  expect(resumed).toMatchObject({
    output: {
      mailId: state['mailId'],
      status: 'failed',
      error: expect.stringContaining('no such user'),
    },
  })
})
