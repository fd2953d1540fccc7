import { rmSync } from 'node:fs'
import path from 'node:path'
import { readXlsx } from 'hucre'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { inOrganization } from '#db/client'
import { fillDemo } from '#db/seed/seed'
import type { ScreenView } from '#lib/contracts/runs/screens'
import { startWorker, type Worker } from '#lib/engine/worker/worker'
import { env } from '#lib/env'
import { startFaxWork } from '#lib/operations/faxes/start-fax-work'
import { stopSqlRunners } from '#lib/org-database/run-sql'
import { stopProcessPools } from '#lib/process-pool/shared-pool'
import { startMailServer } from '#test/fakes/mail-server'
import { useApi } from '#test/harness/api'
import { endpointsAt } from '#test/harness/endpoints-at'
import {
  dropOrganizationDatabases,
  makeOrganizationDatabase,
} from '#test/harness/organization-database'
import { pdfPagesOf } from '#test/harness/pdf-text'
import { codeIn, RecipientBrowser, tokenIn } from '#test/harness/secure-messages'
import { until } from '#test/harness/until'
import { multipart, multipartHeaders } from '#test/samples/multipart'
import { referralDocx } from '#test/samples/referral-docx'
import { workerOptions } from './services.ts'

/*
 * The demo from paper to a decision, as it is seeded: with its services, a worker, the API, the
 * organization's database, and mails by SMTP.
 */

vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 })
// Before the settings are read for the first time.
const smtp = await startMailServer()
process.env['SMTP_URL'] = smtp.url

const api = useApi()
dropOrganizationDatabases()
let worker: Worker | undefined
beforeAll(async () => {
  const { id } = api.organization
  await inOrganization(id, (tx) => fillDemo(tx, id))
  await makeOrganizationDatabase(api.database.url, id, 'demo')
  worker = await startWorker({ ...workerOptions(), background: [startFaxWork] })
})
afterAll(async () => {
  await worker?.stop()
  await stopProcessPools()
  await stopSqlRunners()
  await smtp.close()
  rmSync(path.join(env().DATA_DIR, 'files'), { recursive: true, force: true })
})

const filesRoute = endpointsAt('/api/v2/files').POST
const contentRoute = endpointsAt('/api/v2/files/{id}/content').GET
const startRoute = endpointsAt('/api/v2/workflows/{id}/runs').POST
const runRoute = endpointsAt('/api/v2/runs/{id}').GET
const screensRoute = endpointsAt('/api/v2/screens').GET
const screenRoute = endpointsAt('/api/v2/screens/{taskId}').GET
const completeRoute = endpointsAt('/api/v2/screens/{taskId}/complete').POST
const addressRoute = endpointsAt('/api/v2/communication/fax-connections/{slug}/webhook').GET
const mailRoute = endpointsAt('/api/v2/workflows/{id}/mail-trigger').GET
const hookRoute = endpointsAt('/api/v2/hooks/fax/{token}').POST

type Run = {
  id: string
  status: string
  tasks: { stepId: string; status: string; output: unknown; error: unknown }[]
}

async function start(workflow: string, startData: object): Promise<string> {
  const route = `/api/v2/workflows/${workflow}/runs`
  const { body } = await api.send(startRoute, route, {
    params: { id: workflow },
    body: { startData },
  })
  return String(body['id'])
}

async function completed(id: string): Promise<Run> {
  return await until('the run to end', async () => {
    const { body } = await api.send(runRoute, `/api/v2/runs/${id}`, { params: { id } })
    const run = body as unknown as Run
    if (run.status === 'failed') throw new Error(JSON.stringify(run.tasks))
    return run.status === 'completed' ? run : undefined
  })
}
/** The file that a step made. */
function fileOf(run: Run, stepId: string): { id: string; fileName: string } {
  const output = run.tasks.find((task) => task.stepId === stepId)?.output
  if (!output) throw new Error(`the step ${stepId} has no output`)
  return (output as { file: { id: string; fileName: string } }).file
}

async function bytesOf(id: string): Promise<Buffer> {
  const headers = { authorization: `Bearer ${api.organization.keys.owner}` }
  const request = new Request(`http://localhost:3000/api/v2/files/${id}/content`, { headers })
  return Buffer.from(await (await contentRoute(request, { id })).arrayBuffer())
}

/** The screen that waits, with what stands in its form. */
async function openScreen(): Promise<{ taskId: string; data: Record<string, unknown> }> {
  const taskId = await until('a screen', async () => {
    const { body } = await api.send(screensRoute, '/api/v2/screens?workflow=referral-to-approval')
    return (body['items'] as { taskId: string }[])[0]?.taskId
  })
  const { body } = await api.send(screenRoute, `/api/v2/screens/${taskId}`, { params: { taskId } })
  return { taskId, data: (body as unknown as ScreenView).screen?.data ?? {} }
}
const complete = async (taskId: string, output: object) =>
  await api.send(completeRoute, `/api/v2/screens/${taskId}/complete`, {
    params: { taskId },
    body: { output },
  })

const mailTo = async (to: string, subject: RegExp): Promise<string> =>
  await until(`a mail ${subject}`, () => {
    const mail = smtp.received.findLast(
      ({ recipients, mail: { subject: said = '' } }) =>
        recipients.includes(to) && subject.test(said),
    )
    return mail?.mail.text
  })

it('has an address for mails, also where none are received yet', async () => {
  const path_ = '/api/v2/workflows/referral-to-approval/mail-trigger'
  const { body } = await api.send(mailRoute, path_, { params: { id: 'referral-to-approval' } })
  expect(body).toMatchObject({
    receiving: false,
    enabled: true,
    address: expect.stringMatching(/^referral-to-approval-[a-z2-7]{20}@/),
  })
})

const patient = 'דנה כהן'
const email = 'dana@example.com'

it('reads a Word file, and the patient gets the letter by an encrypted mail', async () => {
  const content = referralDocx([
    ['Patient:', patient],
    ['Date of birth:', '03/14/1962'],
    ['Member ID:', 'EVG-4471902'],
    ['Payer:', 'Evergreen Health Plan'],
    ['Patient e-mail:', email],
    ['Diagnosis code:', 'M23.21'],
    ['Service:', 'MRI of the left knee'],
    ['Procedure code:', '73721'],
  ])
  const part = { name: 'file', fileName: 'referral.docx', content }
  const sent = { body: multipart(part), headers: multipartHeaders }
  const { body: file } = await api.send(filesRoute, '/api/v2/files', sent)
  const files = [{ id: file['id'], fileName: file['fileName'] }]
  const runId = await start('referral-to-approval', { files })

  const { taskId, data } = await openScreen()
  expect(data).toEqual({
    patientName: patient,
    dateOfBirth: '1962-03-14',
    memberId: 'EVG-4471902',
    payer: 'Evergreen Health Plan',
    email,
    diagnosisCode: 'M23.21',
    service: 'MRI of the left knee',
    procedureCode: '73721',
    units: 1,
  })
  const decided = { ...data, decision: 'approved' }
  expect(await complete(taskId, decided)).toMatchObject({
    status: 422,
    body: { details: { issues: [{ path: 'authorizationNumber' }] } },
  })
  expect(await complete(taskId, { ...decided, authorizationNumber: 'AUTH-77' })).toMatchObject({
    status: 200,
  })

  const { id, fileName } = fileOf(await completed(runId), 'letter')
  expect(fileName).toBe('Approval letter.pdf')
  const [letter] = await pdfPagesOf(await bytesOf(id))
  expect(letter).toContain(`Dear ${patient},`)
  expect(letter).toMatch(/authorization\s+number is AUTH-77\./)
  expect(letter).toMatch(/MRI of the left knee 1 \w+ \d+, \d{4}\n/)

  const mailed = await mailTo(email, /secure message/)
  expect(mailed).not.toMatch(/דנה|MRI|AUTH/)
  const theirs = new RecipientBrowser(api)
  await theirs.open(tokenIn(mailed))
  await theirs.ask()
  await theirs.unlock(codeIn(await mailTo(email, /one-time code/)))
  expect((await theirs.content()).body).toMatchObject({
    subject: 'Your request is approved',
    text: expect.stringContaining(`Dear ${patient}`),
    files: [{ fileName }],
  })
})

it('reads a fax, whose denial needs a reason, and gathers the decisions of the day', async () => {
  const address = '/api/v2/communication/fax-connections/sandbox/webhook'
  const { body } = await api.send(addressRoute, address, { params: { slug: 'sandbox' } })
  const { pathname } = new URL(String(body['url']))
  const token = pathname.split('/').at(-1) ?? ''
  const text = 'Patient: Avery Lindqvist\nService: CT of the head'
  const fax = { params: { token }, body: { from: '+12125550123', text }, as: null }
  expect((await api.send(hookRoute, pathname, fax)).status).toBe(200)

  const { taskId, data } = await openScreen()
  expect(data).toMatchObject({ patientName: 'Avery Lindqvist', service: 'CT of the head' })
  const denied = { ...data, decision: 'denied' }
  expect((await complete(taskId, denied)).status).toBe(422)
  expect((await complete(taskId, { ...denied, comment: 'Not covered' })).status).toBe(200)
  expect(await mailTo('referrals@example.com', /denied/)).not.toMatch(/Avery|CT/)

  const { id, fileName } = fileOf(await completed(await start('decisions-of-the-day', {})), 'sheet')
  expect(fileName).toBe('decisions.xlsx')
  const { sheets } = await readXlsx(new Uint8Array(await bytesOf(id)))
  const [header, ...rows] = sheets[0]?.rows ?? []
  expect(header).toEqual([
    'Decided at',
    'Patient',
    'Date of birth',
    'Member id',
    'Payer',
    'Service',
    'Procedure code',
    'Units',
    'Decision',
    'Authorization number',
    'Decided by',
    'Comment',
    'Run',
  ])
  expect(rows.map((row) => [row[1], row[7], row[8], row[9], row[10], row[11]])).toEqual([
    [patient, 1, 'approved', 'AUTH-77', 'owner', null],
    ['Avery Lindqvist', 1, 'denied', null, 'owner', 'Not covered'],
  ])
})
