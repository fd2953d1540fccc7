import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { inOrganization } from '#db/client'
import { policies } from '#db/schema/documents'
import { runs, tasks } from '#db/schema/runs'
import { trials } from '#db/schema/test-sets'
import { workflows } from '#db/schema/workflows'
import { newActor } from '#lib/auth/actor'
import { newId } from '#lib/ids'
import { stopProcessPools } from '#lib/process-pool/shared-pool'
import { startAnthropicServer } from '#test/fakes/model-servers'
import { organizationWithKeys, useApi } from '#test/harness/api'
import { endpointsAt } from '#test/harness/endpoints-at'
import { seedWorkflow } from '#test/harness/seed-organization'
import { graph } from '#test/samples/graph'
import { multipart, multipartHeaders } from '#test/samples/multipart'
import { createConnection } from '../connections/create-connection.ts'
import { doDueCase } from './start-trial-work.ts'

const base = '/api/v2/workflows/{id}/steps/{stepId}/test-set'
const setRoute = endpointsAt(base)
const progressRoute = endpointsAt(`${base}/progress`).GET
const casesRoute = endpointsAt(`${base}/cases`).POST
const fromRunRoute = endpointsAt(`${base}/cases-from-run`).POST
const caseRoute = endpointsAt(`${base}/cases/{caseId}`)
const trialsRoute = endpointsAt(`${base}/trials`).POST
const stopRoute = endpointsAt(`${base}/stop`).POST
const filesRoute = endpointsAt('/api/v2/files').POST
const settingsRoute = endpointsAt('/api/v2/settings').PATCH

// Before the settings are read for the first time: the server lies on an internal address.
const claude = await startAnthropicServer()
process.env['HTTP_ALLOW_PRIVATE'] = claude.host

const api = useApi()
let workflowId = ''
let fileId = ''

const config = (more: object = {}) => ({
  connection: 'claude',
  files: { $: 'start.scan' },
  mode: 'extract',
  schema: { type: 'object', properties: { name: { type: 'string' }, born: { type: 'string' } } },
  ...more,
})
const definitionWith = (more: object = {}) =>
  graph('ask -> check', {
    ask: { type: 'ask-documents', config: config(more) },
    check: { type: 'screen', config: { title: 'Check', review: { $: 'steps.ask.output' } } },
  })

type More = {
  method?: string
  body?: unknown
  params?: object
  organization?: typeof api.organization
}
const ask = async (
  route: Parameters<typeof api.send>[0],
  { method, body, params = {}, organization }: More = {},
) =>
  await api.send(route, '/api/v2/test-set', {
    method: method ?? (body === undefined ? 'GET' : 'POST'),
    params: { id: workflowId, stepId: 'ask', ...params },
    ...(body === undefined ? {} : { body }),
    ...(organization ? { organization } : {}),
  })
const read = async () => (await ask(setRoute.GET)).body
const add = async (name: string, expected: object, more: object = {}) =>
  await ask(casesRoute, { body: { name, fileIds: [fileId], expected, ...more } })
const start = async () => await ask(trialsRoute, { body: {} })
const signal = new AbortController().signal
const workAll = async () => {
  while (await doDueCase(signal)) {
    // Each does one case.
  }
}
const change = async (more: object) =>
  await inOrganization(api.organization.id, (tx) =>
    tx
      .update(workflows)
      .set({ draft: definitionWith(more) })
      .where(eq(workflows.id, workflowId)),
  )
const say = (name: string) => {
  const field = (value: string) => ({
    value,
    confidence: 1,
    quotes: [{ document: 1, page: 1, quote: value }],
  })
  claude.say = () => ({
    json: { name: field(name), born: { ...field('1950'), value: null, quotes: [] } },
    inputTokens: 1000,
    outputTokens: 100,
  })
}

beforeAll(async () => {
  const { id: organizationId } = api.organization
  const owner = newActor({
    kind: 'api-key' as const,
    id: newId(),
    name: 'owner',
    email: null,
    organizationId,
    role: 'owner' as const,
    sessionId: null,
  })
  await createConnection(owner, {
    kind: 'model',
    slug: 'claude',
    name: 'Claude',
    provider: 'anthropic',
    config: {
      apiUrl: claude.baseUrl,
      model: 'claude-test',
      agreement: true,
      region: 'us',
      inputPrice: 3,
      outputPrice: 15,
    },
    secrets: { apiKey: 'sk-ant-right' },
  })
  const content = Buffer.from('Patient: Ada Lindqvist')
  const { body } = await api.send(filesRoute, '/api/v2/files', {
    body: multipart({ name: 'file', fileName: 'a.txt', type: 'text/plain', content }),
    headers: multipartHeaders,
  })
  fileId = String(body['id'])
})
beforeEach(async () => {
  ;({ workflowId } = await seedWorkflow(api.organization.id, definitionWith()))
})
afterAll(async () => {
  await claude.close()
  await stopProcessPools()
})

describe('a test set', () => {
  it('is scored by field and over all, and compared with the run before', async () => {
    await add('One', { name: 'Ada Lindqvist', born: null })
    await add('Two', { name: 'ada lindqvist', born: '1950' })
    expect(await read()).toMatchObject({ changed: null, latest: null, problem: null })
    say('Lindqvist')
    expect((await start()).status).toBe(202)
    expect((await start()).status).toBe(409)
    await workAll()
    say('Ada Lindqvist')
    await change({ question: 'Names are written out.' })
    expect(await read()).toMatchObject({ changed: ['question'], latest: { score: 0.25 } })
    await start()
    await workAll()
    expect(await read()).toMatchObject({
      changed: [],
      latest: {
        status: 'completed',
        done: 2,
        total: 2,
        score: 0.75,
        byField: [
          { name: 'name', score: 1 },
          { name: 'born', score: 0.5 },
        ],
        changed: ['question'],
        model: 'claude-test-20260101',
        prompt: 'extract/2',
        used: { calls: 2, tokens: 2200, dollars: 0.009, unpriced: 0 },
      },
      comparison: {
        cases: 2,
        before: 0.25,
        now: 0.75,
        byField: [{ name: 'name', before: 0, now: 1 }, { name: 'born' }],
        moves: [
          { name: 'name', before: 0, now: 1, gaveBefore: 'Lindqvist' },
          { name: 'name', before: 0, now: 1 },
        ],
      },
      trials: [
        { score: 0.75, changed: ['question'] },
        { score: 0.25, changed: null },
      ],
    })
  })

  it('knows that its cases changed, and forgets what a deleted one says', async () => {
    const { body } = await add('One', { name: 'Ada Lindqvist' })
    await add('Two', { name: 'Bea' })
    const params = { caseId: String(body['id']) }
    say('Ada Lindqvist')
    await start()
    await workAll()
    const expected = { name: 'Cid' }
    const changed = { name: 'Renamed', fileIds: [fileId], expected }
    expect((await ask(caseRoute.PUT, { method: 'PUT', params, body: changed })).status).toBe(200)
    expect(await read()).toMatchObject({
      changed: ['cases'],
      cases: [{ name: 'Renamed', files: [{ fileName: 'a.txt' }], expected }, {}],
      latest: { score: 0.5, results: [{ fields: [{ given: 'Ada Lindqvist' }] }, {}] },
    })
    const unknown = { ...changed, fileIds: [newId()] }
    expect((await ask(caseRoute.PUT, { method: 'PUT', params, body: unknown })).status).toBe(404)
    expect((await ask(caseRoute.DELETE, { method: 'DELETE', params })).status).toBe(200)
    expect((await ask(caseRoute.DELETE, { method: 'DELETE', params })).status).toBe(404)
    const { latest } = (await read()) as { latest: { score: number; results: object[] } }
    expect(latest).toMatchObject({ score: 0, results: [{ fields: [{ expected: 'Bea' }] }] })
  })

  it('is old when the policy that it compares with has another text', async () => {
    const { id: organizationId } = api.organization
    const policy = { id: newId(), organizationId, title: 'Imaging', updatedAt: new Date() }
    await inOrganization(organizationId, (tx) =>
      tx.insert(policies).values({ ...policy, text: 'Therapy first.' }),
    )
    await change({ mode: 'compare', policyId: policy.id })
    await add('One', { criterion1: 'met' })
    claude.instead.push({ status: 400, body: {} })
    await start()
    await workAll()
    expect(await read()).toMatchObject({ changed: [] })
    await inOrganization(organizationId, (tx) =>
      tx.update(policies).set({ text: 'Six weeks of therapy first.' }),
    )
    expect(await read()).toMatchObject({ changed: ['question'] })
    await change({ mode: 'compare', policyId: 'none' })
    expect(await read()).toMatchObject({ problem: expect.stringContaining('none') as string })
  })

  it('is refused without cases, and where the step computes what it asks', async () => {
    expect((await start()).status).toBe(422)
    await add('One', { name: 'Ada' })
    await change({ question: { $: 'start.question' } })
    expect(await read()).toMatchObject({ problem: expect.stringContaining('question') as string })
    expect((await start()).status).toBe(422)
  })

  it('is that of its organization and its workflow alone', async () => {
    const organization = await organizationWithKeys()
    expect((await ask(setRoute.GET, { organization })).status).toBe(404)
    expect((await ask(setRoute.GET, { params: { stepId: 'check' } })).status).toBe(422)
  })
})

describe('a trial', () => {
  beforeEach(async () => {
    await add('One', { name: 'Ada Lindqvist' })
    await add('Two', { name: 'Ada Lindqvist' })
    say('Ada Lindqvist')
  })
  const limits = async (more: object) =>
    await api.send(settingsRoute, '/api/v2/settings', {
      body: {
        modelLimits: {
          tokensPerDay: null,
          tokensPerMonth: null,
          dollarsPerDay: null,
          dollarsPerMonth: null,
          callsPerMinute: null,
          ...more,
        },
      },
    })

  it('ends with the sentence of the budget', async () => {
    await limits({ tokensPerDay: 1 })
    await start()
    await workAll()
    await limits({})
    expect(await read()).toMatchObject({
      latest: {
        status: 'failed',
        done: 0,
        score: null,
        problem: expect.stringMatching(/1 tokens a day.*run the tests again/) as string,
      },
    })
  })

  it('waits for the rate, and tries a lost answer again', async () => {
    await start()
    claude.instead.push({ status: 529 })
    await doDueCase(signal)
    const of = async () =>
      await inOrganization(api.organization.id, async (tx) => {
        const own = and(eq(trials.workflowId, workflowId), eq(trials.status, 'running'))
        const [row] = await tx.select().from(trials).where(own)
        return row
      })
    expect(await of()).toMatchObject({ done: 0, tries: 1 })
    const { createdAt, nextAt } = (await of()) ?? {}
    expect(Number(nextAt) - Number(createdAt)).toBeGreaterThan(9000)
    await inOrganization(api.organization.id, (tx) =>
      tx.update(trials).set({ nextAt: new Date() }).where(eq(trials.workflowId, workflowId)),
    )
    await workAll()
    // What the lost answer may have cost is counted too.
    expect(await read()).toMatchObject({
      latest: { status: 'completed', score: 1, used: { calls: 3 } },
    })
  })

  it('says which case has no answer, and goes on', async () => {
    claude.instead.push({ status: 400, body: {} })
    await start()
    await workAll()
    expect(await read()).toMatchObject({
      latest: {
        status: 'completed',
        score: 0.5,
        results: [{ error: expect.any(String) as string }, { error: null }],
      },
    })
  })

  it('is stopped', async () => {
    const progress = async () => (await ask(progressRoute)).body['latest']
    expect(await progress()).toBeNull()
    await start()
    await doDueCase(signal)
    expect(await progress()).toMatchObject({ status: 'running', done: 1, total: 2 })
    expect((await ask(stopRoute, { body: {} })).body).toEqual({ stopped: 1 })
    expect(await doDueCase(signal)).toBe(false)
    expect(await read()).toMatchObject({ latest: { status: 'stopped', done: 1, total: 2 } })
  })

  it('skips a case that is deleted while it runs', async () => {
    const { cases } = (await read()) as { cases: { id: string }[] }
    await start()
    claude.say = () => {
      throw new Error('never asked')
    }
    for (const { id: caseId } of cases)
      await ask(caseRoute.DELETE, { method: 'DELETE', params: { caseId } })
    await workAll()
    expect(await read()).toMatchObject({
      latest: { status: 'completed', score: null, results: [], used: { calls: 0 } },
    })
  })

  it('ends when its set is deleted', async () => {
    await start()
    expect((await ask(setRoute.DELETE, { method: 'DELETE' })).body).toEqual({ cases: 2 })
    expect(await doDueCase(signal)).toBe(false)
    expect(await read()).toMatchObject({ cases: [], latest: null, trials: [] })
  })

  it('is given back by a worker that ends', async () => {
    await start()
    const stopping = AbortSignal.abort()
    expect(await doDueCase(stopping)).toBe(true)
    await workAll()
    expect(await read()).toMatchObject({ latest: { status: 'completed', done: 2 } })
  })
})

describe('a case from a run', () => {
  const answer = {
    values: { name: 'Ada', born: null },
    fields: ['name', 'born'].map((name) => ({
      name,
      title: name,
      value: name === 'name' ? 'Ada' : null,
      state: name === 'name' ? 'supported' : 'missing',
      problem: null,
      confidence: 1,
      places: [],
    })),
    note: null,
    model: null,
    prompt: 'extract/2',
    usage: { inputTokens: 0, outputTokens: 0 },
    dollars: 0,
    replaced: false,
  }

  async function ran(correction?: object): Promise<string> {
    const runId = newId()
    const review = { ...answer, files: [{ id: fileId, fileName: 'a.txt', pages: 1, readPages: 1 }] }
    await inOrganization(api.organization.id, async (tx) => {
      await tx.insert(runs).values({
        id: runId,
        organizationId: api.organization.id,
        workflowId,
        status: 'completed',
        trigger: 'manual',
        startData: {},
      })
      const task = (key: string, stepType: string) => ({
        id: newId(),
        organizationId: api.organization.id,
        runId,
        key,
        stepId: key,
        stepType,
        title: key,
        effect: 'pure' as const,
        status: 'completed' as const,
      })
      await tx
        .insert(tasks)
        .values([
          { ...task('ask', 'ask-documents'), output: review },
          ...(correction
            ? [{ ...task('check', 'screen'), input: { review }, output: correction }]
            : []),
        ])
    })
    return runId
  }

  it('has its files and its answer, as a person corrected it', async () => {
    const first = await ask(fromRunRoute, { body: { runId: await ran() } })
    expect(first.body).toMatchObject({ checked: false })
    const body = { runId: await ran({ name: 'Ada L.', born: '1950' }) }
    expect((await ask(fromRunRoute, { body })).body).toMatchObject({ checked: true })
    expect((await read())['cases']).toMatchObject([
      { name: 'a.txt', files: [{ fileName: 'a.txt' }], expected: { name: 'Ada', born: null } },
      { expected: { name: 'Ada L.', born: '1950' } },
    ])
  })

  it('is refused for a run of another workflow, or without an answer', async () => {
    const runId = await ran()
    const first = workflowId
    ;({ workflowId } = await seedWorkflow(api.organization.id, definitionWith()))
    expect(workflowId).not.toBe(first)
    expect((await ask(fromRunRoute, { body: { runId } })).status).toBe(404)
    expect((await ask(fromRunRoute, { body: { runId: newId() } })).status).toBe(404)
  })
})
