import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { inOrganization } from '#db/client'
import { policies } from '#db/schema/documents'
import { seedConnections } from '#db/seed/connections'
import { newActor } from '#lib/auth/actor'
import type { AskedQuestion } from '#lib/domain/ask/asked-documents'
import { knownValuesIn } from '#lib/domain/deidentify/known-values'
import { newId } from '#lib/ids'
import { stopProcessPools } from '#lib/process-pool/shared-pool'
import { useApi } from '#test/harness/api'
import { endpointsAt } from '#test/harness/endpoints-at'
import { startAnthropicServer, type Asked } from '#test/fakes/model-servers'
import { multipart, multipartHeaders } from '#test/samples/multipart'
import { createConnection } from '../connections/create-connection.ts'
import { askDocuments } from './ask-documents.ts'

const filesRoute = endpointsAt('/api/v2/files').POST
const useRoute = endpointsAt('/api/v2/models/use').GET
const settingsRoute = endpointsAt('/api/v2/settings').PATCH

// Before the settings are read for the first time: the server lies on an internal address.
const claude = await startAnthropicServer()
process.env['HTTP_ALLOW_PRIVATE'] = claude.host

const api = useApi()
const letter = [
  'Referral for imaging',
  'Patient: Ada Lindqvist, born 12/10/1950, MRN 2601021001.',
  'LINDQVIST, ADA has had back pain for eight weeks. Six weeks of physical therapy failed.',
].join('\n')
let fileId = ''
let policyId = ''

const owner = () =>
  newActor({
    kind: 'api-key' as const,
    id: newId(),
    name: 'owner',
    email: null,
    organizationId: api.organization.id,
    role: 'owner' as const,
    sessionId: null,
  })

async function upload(fileName: string, content: string): Promise<string> {
  const { body } = await api.send(filesRoute, '/api/v2/files', {
    body: multipart({ name: 'file', fileName, type: 'text/plain', content: Buffer.from(content) }),
    headers: multipartHeaders,
  })
  return String(body['id'])
}

const make = async (slug: string, config: Record<string, unknown>) =>
  await createConnection(owner(), {
    kind: 'model',
    slug,
    name: slug,
    provider: 'anthropic',
    config: { apiUrl: claude.baseUrl, model: 'claude-test', ...config },
    secrets: { apiKey: 'sk-ant-right' },
  })

beforeAll(async () => {
  await inOrganization(api.organization.id, async (tx) => {
    await seedConnections(tx, api.organization.id)
    policyId = newId()
    await tx.insert(policies).values({
      id: policyId,
      organizationId: api.organization.id,
      title: 'Imaging',
      text: 'Six weeks of conservative therapy. No pacemaker.',
      updatedAt: new Date(),
    })
  })
  const prices = { inputPrice: 3, outputPrice: 15 }
  await make('agreed', { agreement: true, region: 'us', ...prices })
  await make('open', prices)
  await make('small', { agreement: true, region: 'us', maxInputTokens: 1000 })
  fileId = await upload('referral.txt', letter)
})
afterAll(async () => {
  await claude.close()
  await stopProcessPools()
})
beforeEach(() => {
  claude.asked.length = 0
})

const question: AskedQuestion = {
  mode: 'extract',
  instructions: '',
  schema: {
    type: 'object',
    properties: { patient: { type: 'string' }, born: { type: 'string', format: 'date' } },
  },
}
const ask = async (connection: string, more: Partial<Parameters<typeof askDocuments>[1]> = {}) =>
  await askDocuments(api.organization.id, {
    connection,
    question,
    fileIds: [fileId],
    recognize: false,
    languages: ['eng'],
    replace: undefined,
    runId: newId(),
    taskId: newId(),
    attempt: 1,
    signal: new AbortController().signal,
    ...more,
  })
const field = (value: unknown, quote: string) => ({
  value,
  confidence: 0.9,
  quotes: [{ document: 1, page: 1, quote }],
})
const right = {
  patient: field('Ada Lindqvist', 'Patient: Ada Lindqvist'),
  born: field('1950-12-10', 'born 12/10/1950'),
}

describe('a model', () => {
  it('answers with places that were checked, and what it cost', async () => {
    claude.say = () => ({ json: right, inputTokens: 1000, outputTokens: 100 })
    expect(await ask('agreed')).toMatchObject({
      values: { patient: 'Ada Lindqvist', born: '1950-12-10' },
      fields: [
        { state: 'supported', places: [{ fileId, fileName: 'referral.txt', page: 1 }] },
        { state: 'supported' },
      ],
      model: 'claude-test-20260101',
      prompt: 'extract/2',
      usage: { inputTokens: 1000, outputTokens: 100 },
      dollars: 0.0045,
      replaced: false,
      files: [{ id: fileId, pages: 1, readPages: 1 }],
    })
    const { body } = await api.send(useRoute, '/api/v2/models/use')
    expect(body).toMatchObject({ today: { calls: 1, tokens: 1100, dollars: 0.0045 } })
  })

  it('without an agreement gets nothing, and no file is read', async () => {
    await expect(ask('open', { fileIds: [newId()] })).rejects.toMatchObject({
      details: { code: 'patient_data' },
    })
    expect(claude.asked).toEqual([])
  })

  const replace = knownValuesIn({ patientName: 'Ada Lindqvist', birthDate: '1950-12-10' })

  it('without an agreement gets marks, whose originals are in the answer', async () => {
    claude.say = ({ prompt }: Asked) => {
      const name = /Patient: (\S+),/.exec(prompt)?.[1] ?? ''
      const born = /born (\S+),/.exec(prompt)?.[1] ?? ''
      return {
        json: { patient: field(name, `Patient: ${name}`), born: field(born, `born ${born}`) },
      }
    }
    expect(await ask('open', { replace })).toMatchObject({
      values: { patient: 'Ada Lindqvist', born: '1950-12-10' },
      replaced: true,
    })
    const sent = JSON.stringify(claude.calls.at(-1)?.body)
    expect(sent).toContain('[[NAME_1]]')
    expect(sent).not.toMatch(/ada|lindqvist|1950|2601021001|referral\.txt/i)
  })

  it('that makes up a mark is refused', async () => {
    claude.say = () => ({ json: { ...right, patient: field('[[NAME_9]]', '[[NAME_9]]') } })
    await expect(ask('open', { replace })).rejects.toMatchObject({
      details: { code: 'unknown_mark', retryable: true },
    })
  })

  it('gets no names by the words of a field', async () => {
    const schema = { properties: { ada: { type: 'string', description: 'Of Ada Lindqvist' } } }
    const asked = { replace, question: { ...question, schema } as AskedQuestion }
    await expect(ask('open', asked)).rejects.toMatchObject({ code: 'unprocessable' })
    expect(claude.asked).toEqual([])
  })

  it('compares with a policy of the organization', async () => {
    const criterion = {
      criterion: 'Therapy',
      policyQuote: 'Six weeks of conservative therapy.',
      met: 'met',
      reason: 'It failed.',
      confidence: 1,
      quotes: [{ document: 1, page: 1, quote: 'Six weeks of physical therapy failed.' }],
    }
    claude.say = () => ({ json: { criteria: [criterion] } })
    const compare: AskedQuestion = { mode: 'compare', policyId, instructions: '' }
    expect(await ask('agreed', { question: compare })).toMatchObject({
      values: { criterion1: { met: 'met' } },
      fields: [{ state: 'supported', title: 'Therapy' }],
    })
    expect(claude.asked[0]?.prompt).toContain('No pacemaker.')
  })

  it('gets the pages that fit when there are too many, and the answer says so', async () => {
    const pages = Array.from({ length: 12 }, (_, index) =>
      index === 7 ? letter : `Page ${index} speaks of other things. `.repeat(12),
    )
    const long = await upload('long.txt', pages.join('\f'))
    claude.say = () => ({ json: { answer: field('Yes', 'Six weeks of physical therapy failed.') } })
    const asked = { mode: 'answer' as const, question: 'Did physical therapy fail?' }
    const answer = await ask('small', { fileIds: [long], question: asked })
    expect(answer.note).toMatch(/^Only \d+ of 12 pages/)
    expect(answer.fields).toMatchObject([{ state: 'supported', places: [{ page: 8 }] }])
  })

  it('is not asked when the budget is used up', async () => {
    const none = {
      tokensPerDay: null,
      tokensPerMonth: null,
      dollarsPerDay: null,
      dollarsPerMonth: null,
      callsPerMinute: null,
    }
    const limit = async (tokensPerDay: number | null) =>
      await api.send(settingsRoute, '/api/v2/settings', {
        body: { modelLimits: { ...none, tokensPerDay } },
      })
    await limit(1)
    await expect(ask('agreed')).rejects.toMatchObject({ code: 'model_budget' })
    expect(claude.asked).toEqual([])
    await limit(null)
  })
})

it('quotes cells of a table, whose place is exactly these cells', async () => {
  const table = await upload('claims.csv', 'Claim,Patient,Amount\nC-1,Ada,10\nC-2,Bea,20\n')
  claude.say = () => ({
    json: { patient: field('Bea', '| C-2 | Bea |'), born: field('1950-12-10', 'Ada | 20') },
  })
  const answer = await ask('agreed', { fileIds: [table] })
  expect(answer.fields).toMatchObject([
    { state: 'supported', places: [{ page: 1, cells: { sheet: '', range: 'A3:B3' }, boxes: [] }] },
    { state: 'unsupported', value: '1950-12-10' },
  ])
  expect(claude.asked.at(-1)?.prompt).toContain('cells A2:C3, part 1 of 1\n| Claim | Patient |')
  expect(claude.asked.at(-1)?.prompt).not.toContain('claims.csv')
})

describe('a table of more rows than a list may have', () => {
  let table: string
  beforeAll(async () => {
    const rows = Array.from({ length: 10_200 }, (_, row) => `C-${row},10`)
    rows[10_120] = 'Member ID: EVG-4471902,Zebra'
    table = await upload('claims.csv', `Claim,Amount\n${rows.join('\n')}\n`)
  })

  it('is searched by rules to its end', async () => {
    const schema = { properties: { memberId: { type: 'string', title: 'Member id' } } }
    const asked = { ...question, schema } as AskedQuestion
    expect(await ask('sandbox', { fileIds: [fileId, table], question: asked })).toMatchObject({
      values: { memberId: 'EVG-4471902' },
      fields: [{ places: [{ fileId: table, page: 203, cells: { range: 'A10122' } }] }],
      files: [{ pages: 1 }, { pages: 204, readPages: 204 }],
    })
  })

  it('gives a model the parts that fit, and shows a question’s best ones without one', async () => {
    claude.say = () => ({ json: { answer: field('Zebra', 'Zebra') } })
    const about = { fileIds: [table], question: { mode: 'answer', question: 'Zebra?' } as const }
    const answer = await ask('small', about)
    expect(answer.note).toMatch(/^Only \d of 204 pages/)
    expect(answer.fields).toMatchObject([{ places: [{ page: 203, cells: { range: 'B10122' } }] }])
    const without = await ask('sandbox', about)
    expect(without.fields).toMatchObject([{ state: 'found', places: [{ page: 203 }] }])
  })
})

describe('without a model', () => {
  it('words and rules answer, and say so', async () => {
    expect(await ask('sandbox')).toMatchObject({
      values: { patient: 'Ada Lindqvist, born 12/10/1950, MRN 2601021001.' },
      note: expect.stringContaining('No model was asked') as string,
      model: null,
      prompt: 'rules/1',
      dollars: 0,
    })
  })

  it('nothing is summarised', async () => {
    const asked = { mode: 'summarise' as const, instructions: '' }
    await expect(ask('sandbox', { question: asked })).rejects.toMatchObject({
      details: { code: 'no_model' },
    })
  })
})

it('says that a file, a policy or a connection is not there', async () => {
  await expect(ask('agreed', { fileIds: [newId()] })).rejects.toMatchObject({ code: 'not_found' })
  const compare: AskedQuestion = { mode: 'compare', policyId: newId(), instructions: '' }
  await expect(ask('agreed', { question: compare })).rejects.toMatchObject({ code: 'not_found' })
  await expect(ask('nobody')).rejects.toMatchObject({ code: 'unknown_connection' })
})
