import { eq } from 'drizzle-orm'
import nodemailer from 'nodemailer'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { engineDb } from '#db/client'
import { files } from '#db/schema/documents'
import { startWorker, type Worker } from '#lib/engine/worker/worker'
import {
  isReportAddress,
  receiveDeliveryReport,
} from '#lib/operations/mails/receive-delivery-report'
import { startReceivedMailWork } from '#lib/operations/received-mails/start-received-mail-work'
import { stopProcessPools } from '#lib/process-pool/shared-pool'
import { startDnsServer } from '#test/fakes/dns-server'
import { startMailServer as startFakeServer } from '#test/fakes/mail-server'
import { useApi } from '#test/harness/api'
import { endpointsAt } from '#test/harness/endpoints-at'
import { seedWorkflow } from '#test/harness/seed-organization'
import { until } from '#test/harness/until'
import { graph } from '#test/samples/graph'
import { startMailServer } from './mail/mail-server.ts'
import { workerOptions } from './services.ts'

/*
 * A workflow asks by mail and goes on with the answer: SMTP both ways, with our receiver, a worker
 * and the API.
 */

// It starts processes, which takes long on a busy machine.
vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 })
// Before the settings are read for the first time.
const outside = await startFakeServer()
const dns = await startDnsServer()
process.env['SMTP_URL'] = outside.url
process.env['DNS_SERVERS'] = dns.address
process.env['MAIL_IN_DOMAIN'] = 'in.rounds.example'
process.env['MAIL_IN_PORT'] = '2525'

const api = useApi()
let worker: Worker | undefined
let receiver: Awaited<ReturnType<typeof startMailServer>>
beforeAll(async () => {
  receiver = await startMailServer({
    port: 0,
    host: '127.0.0.1',
    domain: 'in.rounds.example',
    reports: { isReportAddress, receive: receiveDeliveryReport },
  })
  worker = await startWorker({ ...workerOptions(), background: [startReceivedMailWork] })
})
afterAll(async () => {
  await worker?.stop()
  await receiver.stop()
  await stopProcessPools()
  await outside.close()
  await dns.stop()
})

const runsRoute = endpointsAt('/api/v2/workflows/{id}/runs')
const runRoute = endpointsAt('/api/v2/runs/{id}')
const cancelRoute = endpointsAt('/api/v2/runs/{id}/cancel')
const mailsRoute = endpointsAt('/api/v2/received-mails')
const contentRoute = endpointsAt('/api/v2/files/{id}/content')

type Task = {
  stepId: string
  status: string
  attempt: number
  output: unknown
  error: { code?: string } | null
}
type Run = { status: string; tasks: Task[] }

const runOf = async (id: string): Promise<Run> =>
  (await api.send(runRoute.GET, `/api/v2/runs/${id}`, { params: { id } })).body as unknown as Run

/** Starts a run that asks, and answers the mail that came; it is sent when the run waits. */
async function ask(to: string, waitSeconds: number) {
  const { workflowId } = await seedWorkflow(api.organization.id, {
    ...graph('ask', {
      ask: {
        type: 'ask-by-email',
        config: { to, subject: 'A form is missing', text: 'Please answer.', waitSeconds },
      },
    }),
    startData: {},
  })
  const path = `/api/v2/workflows/${workflowId}/runs`
  const sent = { params: { id: workflowId }, body: { startData: {} } }
  const runId = String((await api.send(runsRoute.POST, path, sent)).body['id'])
  const question = await until('the question', () =>
    outside.received.find(({ recipients }) => recipients.includes(to)),
  )
  const [answerTo] = question.mail.replyTo ?? []
  return { runId, question, address: answerTo?.address ?? '' }
}

type Message = Parameters<ReturnType<typeof nodemailer.createTransport>['sendMail']>[0]

/** Answers as somebody's mail program does; resolves when it was read, with what became of it. */
async function reply(runId: string, message: Message): Promise<Record<string, unknown>> {
  const known = (await mailsOf(runId)).length
  const transport = nodemailer.createTransport({ host: '127.0.0.1', port: receiver.port })
  await transport.sendMail({ from: 'Ada <ada@clinic.example.com>', ...message })
  transport.close()
  return await until('the answer to be read', async () => {
    const [newest, ...others] = await mailsOf(runId)
    return others.length === known && newest?.['status'] !== 'waiting' ? newest : undefined
  })
}
/** The mails to a run, newest first. */
async function mailsOf(runId: string): Promise<Record<string, unknown>[]> {
  const { body } = await api.send(mailsRoute.GET, `/api/v2/received-mails?runId=${runId}`)
  return body['items'] as Record<string, unknown>[]
}
const ended = async (runId: string): Promise<Run> =>
  await until('the run to end', async () => {
    const run = await runOf(runId)
    return ['completed', 'failed', 'cancelled'].includes(run.status) ? run : undefined
  })

const waits = async (runId: string): Promise<unknown> =>
  await until('the run to wait', async () => (await runOf(runId)).status === 'suspended')

it('goes on with the first answer of a person, whoever it is, and with its files', async () => {
  const { runId, question, address } = await ask('office@clinic.example.com', 3_600)
  const { headers } = question.mail
  expect(headers.find(({ key }) => key === 'auto-submitted')?.value).toBe('auto-generated')

  const absent = { to: address, subject: 'Away', headers: { 'auto-submitted': 'auto-replied' } }
  expect(await reply(runId, { ...absent, text: 'I am away.' })).toMatchObject({
    status: 'stopped',
    reason: { code: 'automatic-answer' },
  })
  await waits(runId)

  // The office forwarded the question to a colleague.
  const first = await reply(runId, {
    from: 'Bo <bo@elsewhere.example>',
    to: address,
    subject: 'Re: A form is missing',
    text: 'Here it is.\n\nOn Monday we wrote:\n> Please answer.',
    attachments: [{ filename: 'form.pdf', content: '%PDF-1.7 the form' }],
  })
  expect(first).toMatchObject({ status: 'answered', runId })
  const { status, tasks } = await ended(runId)
  expect(status).toBe('completed')
  expect(tasks).toMatchObject([
    {
      status: 'completed',
      output: {
        receivedMailId: first['id'],
        from: 'bo@elsewhere.example',
        newText: 'Here it is.',
        checks: { aligned: false },
        files: [{ fileName: 'form.pdf', mimeType: 'application/pdf', size: 17 }],
      },
    },
  ])

  const output = tasks[0]?.output as { files: { id: string }[] } | undefined
  const id = output?.files[0]?.id ?? ''
  const request = new Request(`http://localhost:3000/api/v2/files/${id}/content`, {
    headers: { authorization: `Bearer ${api.organization.keys.owner}` },
  })
  expect(await (await contentRoute.GET(request, { id })).text()).toBe('%PDF-1.7 the form')
  const [row] = await engineDb().select().from(files).where(eq(files.id, id))
  expect(row).toMatchObject({ runId })

  const second = await reply(runId, { to: address, subject: 'Re: A form is missing', text: 'No.' })
  expect(second).toMatchObject({ status: 'stopped', reason: { code: 'not-waiting' }, runId })
  expect(await runOf(runId)).toMatchObject({
    status: 'completed',
    tasks: [{ output }],
  })
})

it('keeps an answer that comes after the time, or after the run was cancelled', async () => {
  const late = await ask('late@clinic.example.com', 1)
  const cancelled = await ask('cancelled@clinic.example.com', 3_600)
  const { runId: id } = cancelled
  await waits(id)
  await api.send(cancelRoute.POST, `/api/v2/runs/${id}/cancel`, { params: { id } })
  expect(await ended(late.runId)).toMatchObject({
    status: 'failed',
    tasks: [{ status: 'failed', error: { code: 'timed_out' }, attempt: 1 }],
  })
  // The step may be tried three times; nobody is asked again when the time is over.
  const asked = outside.received.filter(({ recipients }) =>
    recipients.includes('late@clinic.example.com'),
  )
  expect(asked).toHaveLength(1)
  expect(await ended(id)).toMatchObject({ status: 'cancelled' })
  for (const { runId, address } of [late, cancelled]) {
    const answer = await reply(runId, { to: address, subject: 'Re', text: 'Yes.' })
    expect(answer).toMatchObject({ status: 'stopped', reason: { code: 'not-waiting' }, runId })
  }
})
