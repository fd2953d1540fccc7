import type { APIRequestContext } from '@playwright/test'
import { exampleStart } from '#test/samples/example-start'
import { letterPdf } from '#test/samples/letter-pdf'
import { expect, test } from '../fixtures.ts'
import { readRun } from '../runs.ts'
import { startServer } from '../server.ts'

/**
 * Each example that a step type offers is published and run, as it stands. The list comes from the
 * product (GET /api/v2/step-types), so a new step type is covered by being there; it needs an entry
 * below only where its examples name data or earlier steps that are not there yet.
 */
type Example = { title: string; config: Record<string, unknown> }
type StepType = { type: string; examples: Example[] }
type Step = Record<string, unknown> & { id: string }
type Outcome = {
  id: string
  status: string
  error: unknown
  tasks: { id: string; stepId: string }[]
}

const fixed = (id: string, value: unknown): Step => ({
  id,
  type: 'transform',
  title: id,
  config: { value },
})
const step = (id: string, type: string, config: Record<string, unknown>): Step => ({
  id,
  type,
  title: id,
  config,
})
const document = { type: 'doc', content: [{ type: 'paragraph', content: [] }] }

const decisions = { rows: [{ member: 'M-1', decision: 'approved', amount: 12.5 }] }

/** Earlier steps that examples name, by the type of the step and their id. */
const earlier: Record<string, Step> = {
  'json-to-html answer': fixed('answer', { document }),
  'sql-query ask': fixed('ask', { number: 'A-1' }),
  'write-csv decisions': fixed('decisions', decisions),
  'write-excel decisions': fixed('decisions', decisions),
  'split-table read': step('read', 'read-csv', { file: { $: 'start.claimsCsv' } }),
  'read-chunk split': step('split', 'split-table', { rows: decisions.rows }),
  'create-text-note review': fixed('review', { authorizationNumber: 'A-1' }),
  'for-each search': step('search', 'search-patients', { connection: 'sandbox' }),
  'fetch-payer-document search': step('search', 'search-payer-documents', {
    connection: 'sandbox',
    criteria: [{ Key: 'PatientId', Value: 'EMR-1001' }],
  }),
  'patient-cost eligibility': step('eligibility', 'check-eligibility', {
    connection: 'sandbox',
    payerId: exampleStart.payerId,
    provider: { npi: '1999999984', organizationName: 'Cedar Clinic' },
    subscriber: { memberId: exampleStart.memberId, lastName: exampleStart.lastName },
    serviceTypeCodes: ['30'],
  }),
}

const longestMs = 300_000

async function made(api: APIRequestContext, path: string, data: unknown) {
  const answer = await api.post(path, { data })
  expect(answer.ok(), `${path}: ${await answer.text()}`).toBe(true)
  return (await answer.json()) as Record<string, unknown>
}

async function uploaded(
  api: APIRequestContext,
  name: string,
  content?: Buffer,
  mimeType = 'application/pdf',
): Promise<unknown> {
  const file = { name, mimeType, buffer: content ?? Buffer.from(await letterPdf()) }
  const answer = await api.post('/api/v2/files', { multipart: { file } })
  expect(answer.status()).toBe(201)
  return await answer.json()
}

/** The version that the billing sandbox has of a patient: a write of another one says it. */
async function billingVersion(api: APIRequestContext, patientId: string): Promise<number> {
  const path = `/api/v2/integrations/billing/sandbox/patients/${patientId}/999999`
  const { details } = (await (await api.put(path, { data: { id: patientId } })).json()) as {
    details: { currentVersion: number }
  }
  return details.currentVersion
}

const claims = 'member,amount\nM-1,12.5\nM-2,3\n'
const excelType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
async function claimsWorkbook(): Promise<Buffer> {
  const { writeXlsx } = await import('hucre')
  const rows = claims
    .trim()
    .split('\n')
    .map((line) => line.split(','))
  return Buffer.from(await writeXlsx({ sheets: [{ name: 'Claims', rows }] }))
}

/** What the examples read of `start`. */
async function startData(api: APIRequestContext): Promise<Record<string, unknown>> {
  const result = await made(api, '/api/v2/async-result', {})
  await made(api, `/api/v2/async-result/${String(result['id'])}/complete`, { result: { ok: true } })
  return {
    ...exampleStart,
    appeal: await uploaded(api, 'appeal.pdf'),
    scan: await uploaded(api, 'scan.pdf'),
    claimsCsv: await uploaded(api, 'claims.csv', Buffer.from(claims), 'text/csv'),
    claimsExcel: await uploaded(api, 'claims.xlsx', await claimsWorkbook(), excelType),
    asyncResultId: result['id'],
    version: await billingVersion(api, exampleStart.billingPatientId),
  }
}

/** A server that answers the examples of http-request as https://api.example.com would. */
const startOutside = async () =>
  await startServer(Number(process.env['E2E_EXAMPLES_PORT']), (request, response) => {
    request.resume().on('end', () => {
      const isScan = request.url?.startsWith('/scans/')
      const type = isScan ? 'application/pdf' : 'application/json'
      response.writeHead(request.method === 'POST' ? 201 : 200, { 'content-type': type })
      response.end(isScan ? '%PDF-1.7' : '{"ok":true}')
    })
  })

/**
 * The example as a workflow: the steps that it names before it, and after it what a loop repeats.
 */
function stepsOf(type: string, config: Record<string, unknown>): Step[] {
  const named = [...JSON.stringify(config).matchAll(/steps\.(\w+)\./g)].map(([, id]) => id ?? '')
  const before = [...new Set(named)].map((id) => {
    const found = earlier[`${type} ${id}`]
    if (!found) throw new Error(`No earlier step "${id}" for the examples of ${type}: add one.`)
    return found
  })
  const own = { ...step('example', type, config), after: before.map(({ id }) => ({ step: id })) }
  const repeats = type === 'for-each' || type === 'while'
  const body = { ...fixed('body', { nextCursor: null }), after: [{ step: 'example', via: 'each' }] }
  return [...before, own, ...(repeats ? [body] : [])]
}

test('each example of each step type can be published and run', async ({ api, publish }) => {
  // Some forty runs one after the other, some of them with calls of the sandbox that take seconds.
  test.setTimeout(longestMs)
  const types = (await (await api.get('/api/v2/step-types')).json()) as { items: StepType[] }
  expect(types.items.length).toBeGreaterThan(20)
  const outside = await startOutside()
  try {
    const given = await startData(api)
    await made(api, '/api/v2/workflows/import', {
      format: 'rounds.workflow',
      version: 1,
      name: 'Check referral',
      slug: 'check-referral',
      definition: { startData: {}, steps: [fixed('answer', { fine: true })], settings: {} },
    }).then(({ id, draftRevision }) =>
      made(api, `/api/v2/workflows/${String(id)}/publish`, { revision: draftRevision }),
    )
    for (const query of [
      'create table patients (id text, name text, mrn text)',
      'create table authorizations (id serial, patient_id text, number text)',
    ])
      await made(api, '/api/v2/sql', { query })

    for (const { type, examples } of types.items) {
      for (const { title, config } of examples) {
        const text = JSON.stringify(config).replaceAll('https://api.example.com', outside.origin)
        const steps = stepsOf(type, JSON.parse(text) as Record<string, unknown>)
        const { id } = await publish(`Example ${type}`, { startData: {}, steps })
        const start = { startData: given }
        const { id: runId } = await made(api, `/api/v2/workflows/${id}/runs`, start)
        const run = async () => await readRun<Outcome>(api, String(runId))
        const what = `${type}: ${title}`
        await expect.poll(async () => (await run()).status, what).not.toBe('running')
        if (type === 'screen') {
          const task = (await run()).tasks.find(({ stepId }) => stepId === 'example')
          await made(api, `/api/v2/screens/${task?.id}/complete`, {
            output: { decision: 'approved' },
          })
        }
        // A day is too long for a test, a working day too, and nobody answers a mail; that they wait is what they say.
        const waits = type === 'ask-by-email' || (/86400|working/.test(text) && type === 'wait')
        const end = waits ? 'suspended' : 'completed'
        await expect
          .poll(async () => [(await run()).status, (await run()).error], {
            message: what,
            timeout: 30_000,
          })
          .toEqual([end, null])
      }
    }
  } finally {
    outside.close()
  }
})
