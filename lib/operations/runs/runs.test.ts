import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { engineDb, inOrganization } from '#db/client'
import { files } from '#db/schema/documents'
import { auditEntries } from '#db/schema/records'
import { runs, tasks } from '#db/schema/runs'
import { workflows } from '#db/schema/workflows'
import type { RunPage } from '#lib/contracts/runs'
import type { Definition } from '#lib/domain/definition'
import { PermanentStepError } from '#lib/steps/define-step'
import { newId } from '#lib/ids'
import { organizationWithKeys, useApi } from '#lib/testing/api'
import { graph } from '#lib/testing/graph'
import { seedVersion, seedWorkflow } from '#lib/testing/seed-organization'
import { testStep } from '#lib/testing/steps'
import { until } from '#lib/testing/until'
import { useWorker } from '#lib/testing/worker'
import * as cancelRoute from '../../../app/api/v2/runs/[id]/cancel/route.ts'
import * as eventsRoute from '../../../app/api/v2/runs/[id]/events/route.ts'
import * as retryRoute from '../../../app/api/v2/runs/[id]/retry/route.ts'
import * as runRoute from '../../../app/api/v2/runs/[id]/route.ts'
import * as runsRoute from '../../../app/api/v2/runs/route.ts'
import * as cancelTaskRoute from '../../../app/api/v2/task/[taskId]/cancel/route.ts'
import * as outcomeRoute from '../../../app/api/v2/task/[taskId]/outcome/route.ts'
import * as taskRoute from '../../../app/api/v2/task/[taskId]/route.ts'
import * as cancelRunsRoute from '../../../app/api/v2/workflows/[id]/cancel-runs/route.ts'
import * as startRoute from '../../../app/api/v2/workflows/[id]/runs/route.ts'

const refuse = testStep('refuse', 'read', async () => await Promise.reject(new PermanentStepError('refused', 'The other side said no.')))
const api = useApi()
useWorker([refuse])

type Sent = Parameters<typeof api.send>[2]
type Schema = Definition['startData']

const echo = (value: unknown) => ({ type: 'transform', config: { value } })
const screen = { type: 'screen', config: { title: 'Look' } }

/** A published workflow; its slug is `w-<id>`. */
async function publish(definition: Definition, startData?: Schema): Promise<string> {
  return (await seedWorkflow(api.organization.id, startData ? { ...definition, startData } : definition)).workflowId
}
const start = (id: string, body?: unknown, headers: Record<string, string> = {}, more: Sent = {}) =>
  api.send(startRoute.POST, `/api/v2/workflows/${id}/runs`, { params: { id }, ...(body === undefined ? {} : { body }), headers, ...more })
const act = (module: { POST: typeof cancelRoute.POST }, name: string, id: string, body?: unknown, more: Sent = {}) =>
  api.send(module.POST, `/api/v2/${name}`, { params: name.startsWith('task') ? { taskId: id } : { id }, ...(body === undefined ? {} : { body }), ...more })
const list = (query = '', more: Sent = {}) => api.send(runsRoute.GET, `/api/v2/runs${query}`, more)
async function read(id: string, more: Sent = {}): Promise<{ status: number; body: RunPage }> {
  const { status, body } = await api.send(runRoute.GET, `/api/v2/runs/${id}`, { params: { id }, ...more })
  return { status, body: body as unknown as RunPage }
}
const idsOf = (answer: { body: Record<string, unknown> }) => (answer.body['items'] as { id: string }[]).map(({ id }) => id)
const taskOf = (run: RunPage, key: string) => run.tasks.find((task) => task.key === key)
const actionsOn = (objectId: string) =>
  inOrganization(api.organization.id, async (tx) => (await tx.select().from(auditEntries).where(eq(auditEntries.objectId, objectId))).map(({ action }) => action))

async function inStatus(id: string, status: RunPage['status']): Promise<RunPage> {
  return await until(`run ${status}`, async () => {
    const { body } = await read(id)
    return body.status === status ? body : undefined
  })
}
/** A run of this definition, once it has this status. */
async function runIn(status: RunPage['status'], definition: Definition, startData: unknown = {}): Promise<RunPage> {
  const { body } = await start(await publish(definition), { startData })
  return await inStatus(String(body['id']), status)
}

describe('starting', () => {
  it('answers 202 with where to read it', async () => {
    const { status, headers, body } = await start(await publish(graph('one', { one: echo({ $: 'start.n + 1' }) })), { startData: { n: 1 } })
    expect([status, headers.get('location'), body]).toEqual([202, `/api/v2/runs/${String(body['id'])}`, { id: body['id'], status: 'running' }])
    const run = await inStatus(String(body['id']), 'completed')
    expect(run).toMatchObject({ trigger: 'api', startedBy: 'owner', version: 1, startData: { n: 1 }, output: { one: 2 }, error: null })
    expect(run.tasks).toMatchObject([{ key: 'one', status: 'completed', input: { value: 2 }, output: 2, attempt: 1, outputTruncated: false }])
    expect(await actionsOn(run.id)).toContain('run.started')
  })

  it('takes the slug, and needs no body', async () => {
    expect((await start(`w-${await publish(graph('one', { one: echo(1) }))}`)).status).toBe(202)
  })

  it('waits as Prefer says and answers the finished run', async () => {
    const id = await publish(graph('one -> two', { one: echo({ $: 'start.n * 2' }), two: echo({ $: 'steps.one.output * 10' }) }))
    const { status, body } = await start(id, { startData: { n: 4 } }, { prefer: 'wait=10' })
    expect(status).toBe(200)
    expect(body).toMatchObject({ status: 'completed', output: { two: 80 } })
  })

  it('answers 202 when the run did not end in time, and leaves it going on', async () => {
    const { status, headers, body } = await start(await publish(graph('look', { look: screen })), {}, { prefer: 'wait=1' })
    expect([status, headers.get('location')]).toEqual([202, `/api/v2/runs/${String(body['id'])}`])
    await inStatus(String(body['id']), 'suspended')
  })

  it.each(['wait=0', 'wait=61', 'wait=x', 'wait=1.5'])('refuses Prefer: %s', async (prefer) => {
    expect(await start(await publish(graph('one', { one: echo(1) })), {}, { prefer })).toMatchObject({ status: 400, body: { error: 'invalid_request' } })
  })

  it('starts one run for one idempotency key, in the header or the body', async () => {
    const id = await publish(graph('one', { one: echo(1) }))
    for (const [body, headers] of [[{}, { 'idempotency-key': 'header-1' }], [{ idempotencyKey: 'body-1' }, {}]] as const) {
      const answers = await Promise.all([start(id, body, headers), start(id, body, headers), start(id, body, headers)])
      expect(answers.map(({ status }) => status)).toEqual([202, 202, 202])
      expect(new Set(answers.map((answer) => answer.body['id'])).size).toBe(1)
    }
    expect(await start(id, { idempotencyKey: 'body-1', startData: { other: 1 } })).toMatchObject({ status: 409, body: { error: 'conflict' } })
    expect(idsOf(await list(`?workflow=${id}`))).toHaveLength(2)
    expect((await start(id, { idempotencyKey: 'body-1' }, { prefer: 'wait=10' })).status).toBe(200)
  })

  const strict: Schema = {
    type: 'object',
    required: ['patientId'],
    additionalProperties: false,
    properties: {
      patientId: { type: 'string', minLength: 1 },
      urgency: { type: 'string', enum: ['routine', 'urgent'], default: 'routine' },
      email: { type: 'string', format: 'email' },
      source: { type: 'string', default: 'api', 'x-formFieldHidden': true },
    },
  }

  it('fills in defaults and keeps hidden fields', async () => {
    const id = await publish(graph('one', { one: echo({ $: 'start' }) }), strict)
    const { body } = await start(id, { startData: { patientId: 'EMR-1001', source: 'fax' } }, { prefer: 'wait=10' })
    expect(body['startData']).toEqual({ patientId: 'EMR-1001', urgency: 'routine', source: 'fax' })
    expect((await start(id, { startData: { patientId: 'EMR-1001' } }, { prefer: 'wait=10' })).body['startData']).toMatchObject({ source: 'api' })
  })

  it.each<[string, unknown, string[]]>([
    ['nothing', undefined, ['startData.patientId']],
    ['null', null, ['startData.patientId']],
    ['a list', [], ['startData']],
    ['a text', 'x', ['startData']],
    ['every fault at once', { patientId: '', urgency: 'now', email: 'x', extra: 1 }, ['startData.email', 'startData.extra', 'startData.patientId', 'startData.urgency']],
  ])('refuses start data that does not fit: %s', async (_what, startData, paths) => {
    const answer = await start(await publish(graph('one', { one: echo(1) }), strict), { startData })
    expect(answer).toMatchObject({ status: 400, body: { error: 'invalid_request', statusCode: 400 } })
    const { issues } = answer.body['details'] as { issues: { path: string; message: string }[] }
    expect(issues.map(({ path }) => path).sort()).toEqual(paths)
  })

  it('ends a pattern that takes for ever', async () => {
    const id = await publish(graph('one', { one: echo(1) }), { type: 'object', properties: { a: { type: 'string', pattern: '^(a+)+$' } } })
    expect(await start(id, { startData: { a: `${'a'.repeat(60)}!` } })).toMatchObject({ status: 422, body: { error: 'unprocessable' } })
    expect((await start(id, { startData: { a: 'aaa' } })).status).toBe(202)
  })

  describe('with files', () => {
    const [fileId, foreign] = [newId(), newId()]
    const list = { type: 'array', 'x-formFieldType': 'multi-file', items: { type: 'object', required: ['id', 'fileName'], properties: { id: { type: 'string' }, fileName: { type: 'string' } } } }
    const newer: Schema = { type: 'object', properties: { documents: list } }
    const marked: Schema = { type: 'object', properties: { documents: { type: 'object', 'x-formFieldType': 'multi-file' } } }
    const nested: Schema = { type: 'object', properties: { documents: { type: 'object', properties: { files: list } } } }
    const kept = [{ id: fileId, fileName: 'a.pdf' }]

    beforeAll(async () => {
      const stranger = await organizationWithKeys()
      for (const [id, organizationId] of [[fileId, api.organization.id], [foreign, stranger.id]] as const)
        await inOrganization(organizationId, (tx) => tx.insert(files).values({ id, organizationId, fileName: 'a.pdf', mimeType: 'application/pdf', size: 1, sha256: '', storageKey: `k/${id}` }))
    })

    it.each<[string, Schema, unknown]>([
      ['a list', newer, kept],
      ['an object with files', newer, { files: kept }],
      ['an object keyed by id', newer, { [fileId]: { fileName: 'a.pdf' } }],
      ['names keyed by id', newer, { [fileId]: 'a.pdf' }],
      ['the older schema, a list', marked, kept],
      ['the older schema, keyed by id', marked, { [fileId]: { fileName: 'a.pdf' } }],
      ['the older schema, its files', nested, { files: kept }],
    ])('keeps %s as a list of id and name', async (_what, schema, documents) => {
      const { status, body } = await start(await publish(graph('one', { one: echo(1) }), schema), { startData: { documents } }, { prefer: 'wait=10' })
      expect([status, body['startData']]).toEqual([200, { documents: kept }])
    })

    it.each<[string, unknown, string]>([
      ['an unknown file', [{ id: newId(), fileName: 'x' }], 'startData.documents.0.id'],
      ['the file of another organization', [{ id: fileId, fileName: 'a' }, { id: foreign, fileName: 'x' }], 'startData.documents.1.id'],
      ['an id that is none', { 'not-an-id': { fileName: 'x' } }, 'startData.documents.0.id'],
      ['a file without a name', [{ id: fileId }], 'startData.documents.0.fileName'],
      ['an entry without a name', { files: [{ id: fileId }] }, 'startData.documents.0.fileName'],
    ])('refuses %s', async (_what, documents, path) => {
      const answer = await start(await publish(graph('one', { one: echo(1) }), newer), { startData: { documents } })
      expect(answer).toMatchObject({ status: 400, body: { details: { issues: [{ path }] } } })
    })
  })

  describe('of a draft', () => {
    async function drafted(definition: Definition): Promise<string> {
      const id = newId()
      await inOrganization(api.organization.id, (tx) => tx.insert(workflows).values({ id, organizationId: api.organization.id, slug: `d-${id}`, name: 'Draft', draft: definition, formToken: id }))
      return id
    }

    it('is a test run, for builders', async () => {
      const id = await drafted(graph('one', { one: echo(7) }))
      expect(await start(id, { draft: true }, { prefer: 'wait=10' }, { as: 'builder' })).toMatchObject({ status: 200, body: { version: null, output: { one: 7 } } })
      expect(await start(id, { draft: true }, {}, { as: 'worker' })).toMatchObject({ status: 403, body: { error: 'forbidden' } })
      expect(await start(id, {})).toMatchObject({ status: 409, body: { error: 'conflict', message: expect.stringContaining('not published') } })
    })

    it('is refused while it has problems', async () => {
      expect(await start(await drafted(graph('one', { one: { type: 'no-such-step' } })), { draft: true })).toMatchObject({ status: 422, body: { details: { problems: [{ code: 'unknown_step_type' }] } } })
    })
  })

  it.each<[string, Sent, number]>([
    ['no credential', { as: null }, 401],
    ['an unknown workflow', { params: { id: newId() } }, 404],
    ['an unknown slug', { params: { id: 'nothing-of-the-kind' } }, 404],
    ['an unknown field', { body: { startdata: {} } }, 400],
    ['a body that is not JSON', { body: 'x=1', headers: { 'content-type': 'text/plain' } }, 415],
    ['half of a surrogate pair', { body: '{"startData":{"a":"\\ud800"}}' }, 400],
    ['a NUL', { body: '{"startData":{"a":"\\u0000"}}' }, 400],
    ['a body over 5 MB', { body: { startData: { a: 'x'.repeat(5 * 1024 * 1024) } } }, 413],
  ])('refuses %s', async (_what, sent, statusCode) => {
    const id = await publish(graph('one', { one: echo(1) }))
    const { status, body } = await start(id, undefined, {}, { ...sent })
    expect([status, body['statusCode']]).toEqual([statusCode, statusCode])
  })

  it('does not start the workflow of another organization', async () => {
    const id = await publish(graph('one', { one: echo(1) }))
    expect((await start(id, {}, {}, { organization: await organizationWithKeys() })).status).toBe(404)
  })
})

describe('reading', () => {
  it('shows what failed and why, and writes down who read it', async () => {
    const run = await runIn('failed', graph('one -> two', { one: { type: 'refuse' }, two: echo(1) }))
    expect(run).toMatchObject({ error: { code: 'refused', stepId: 'one' }, definition: { steps: [{ id: 'one' }, { id: 'two' }] } })
    expect(taskOf(run, 'one')).toMatchObject({ status: 'failed', error: { code: 'refused', message: 'The other side said no.' } })
    expect(await actionsOn(run.id)).toContain('run.read')
  })

  it('answers a run of large outputs without them, and says so', async () => {
    const run = await runIn('completed', graph('one -> two', { one: echo({ $: 'start.text' }), two: echo(1) }), { text: 'x'.repeat(3_000_000) })
    expect(run.tasks).toMatchObject([{ key: 'one', output: null, input: null, outputTruncated: true }, { key: 'two', outputTruncated: true }])
    const id = taskOf(run, 'one')?.id ?? ''
    const { body } = await api.send(taskRoute.GET, `/api/v2/task/${id}`, { params: { taskId: id } })
    expect(String(body['output'])).toHaveLength(3_000_000)
  })

  it.each([['an unknown run', newId(), 404], ['an id that is none', 'x', 400]])('answers %s', async (_what, id, status) => expect((await read(id)).status).toBe(status))

  it('does not show the run or task of another organization', async () => {
    const organization = await organizationWithKeys()
    const run = await runIn('completed', graph('one', { one: echo(1) }))
    const taskId = run.tasks[0]?.id ?? ''
    expect((await read(run.id, { organization })).status).toBe(404)
    expect((await api.send(taskRoute.GET, `/api/v2/task/${taskId}`, { params: { taskId }, organization })).status).toBe(404)
    expect(idsOf(await list('', { organization }))).toEqual([])
  })
})

describe('listing', () => {
  let workflowId = ''
  const ids: string[] = []
  const names = ['Ada Lovelace', '100%_sure\\', 'Élodie', "Robert'); drop table runs;--", '4711']
  beforeAll(async () => {
    workflowId = await publish(graph('one', { one: echo(1) }))
    for (const name of names) ids.unshift(String((await start(workflowId, { startData: { patient: { names: [name] }, code: 815 } })).body['id']))
    await Promise.all(ids.map((id) => inStatus(id, 'completed')))
  })
  const found = async (query: string) => idsOf(await list(`?workflow=${workflowId}&${query}`))

  it('gives the newest first, page by page, without a gap', async () => {
    const pages: string[] = []
    let cursor: unknown = null
    do {
      const { body } = await list(`?workflow=w-${workflowId}&limit=2${cursor ? `&cursor=${String(cursor)}` : ''}`)
      pages.push(...idsOf({ body }))
      cursor = body['nextCursor']
    } while (cursor)
    expect(pages).toEqual(ids)
  })

  it.each<[string, string, number[]]>([
    ['a part of a name, in any case', 'lovelace', [0]],
    ['percent and underscore as they stand', '%_s', [1]],
    ['a backslash', 'sure\\', [1]],
    ['an accent', 'élodie', [2]],
    ['quotes', "'); drop", [3]],
    ['a number', '815', [0, 1, 2, 3, 4]],
    ['not the names of fields', 'patient', []],
  ])('finds %s in the start data', async (_what, q, which) => {
    expect(await found(`q=${encodeURIComponent(q)}`)).toEqual(which.map((index) => ids[names.length - 1 - index]).reverse())
  })

  it('filters by status and time', async () => {
    expect(await found('status=failed')).toEqual([])
    expect(await found('status=completed')).toEqual(ids)
    const { body } = await read(ids[2] ?? '')
    expect(await found(`from=${encodeURIComponent(body.createdAt)}`)).toEqual(ids.slice(0, 3))
    expect(await found('to=2020-01-01T00:00:00Z')).toEqual([])
  })

  it.each(['limit=0', 'limit=201', 'limit=x', 'cursor=x', 'cursor=WzEsMl0', `cursor=${Buffer.from('["1","x"]').toString('base64url')}`, 'status=done', 'from=yesterday', 'unknown=1', 'limit=1&limit=2', 'q=%00'])(
    'refuses %s',
    async (query) => expect(await list(`?${query}`)).toMatchObject({ status: 400, body: { error: 'invalid_request' } }),
  )
  it('knows no workflow of that name', async () => expect((await list('?workflow=nothing-of-the-kind')).status).toBe(404))
})

describe('cancelling', () => {
  it('cancels every task of a run, once', async () => {
    const run = await runIn('suspended', graph('look -> after\nother', { look: screen, other: screen, after: echo(1) }))
    const { status, body } = await act(cancelRoute, `runs/${run.id}/cancel`, run.id, { reason: 'a mistake' })
    expect([status, body['status']]).toEqual([200, 'cancelled'])
    expect(body['cancelled']).toHaveLength(3)
    expect((await act(cancelRoute, `runs/${run.id}/cancel`, run.id)).body).toEqual({ id: run.id, status: 'cancelled', cancelled: [] })
    expect(await read(run.id)).toMatchObject({ body: { status: 'cancelled', error: { message: 'Cancelled by owner: a mistake' } } })
    expect(await actionsOn(run.id)).toContain('run.cancelled')
  })

  it('cancels a task and what only follows it', async () => {
    const run = await runIn('suspended', graph('look -> after -> end\nother', { look: screen, other: screen, after: echo(1), end: echo(1) }))
    const id = taskOf(run, 'look')?.id ?? ''
    const first = await act(cancelTaskRoute, `task/${id}/cancel`, id)
    expect(first).toMatchObject({ status: 200, body: { id, status: 'cancelled' } })
    expect((first.body['halted'] as string[]).sort()).toEqual([taskOf(run, 'after')?.id, taskOf(run, 'end')?.id].sort())
    expect(await act(cancelTaskRoute, `task/${id}/cancel`, id, { reason: 'again' })).toMatchObject({ status: 200, body: first.body })
    expect(taskOf((await read(run.id)).body, 'other')?.status).toBe('suspended')
  })

  it('cancels all runs of a workflow', async () => {
    const id = await publish(graph('look', { look: screen }))
    const started = await Promise.all([start(id), start(id), start(id)])
    const ids = started.map(({ body }) => String(body['id']))
    await Promise.all(ids.map((run) => inStatus(run, 'suspended')))
    expect(await act(cancelRunsRoute, `workflows/${id}/cancel-runs`, id)).toMatchObject({ status: 200, body: { cancelled: 3, remaining: 0 } })
    for (const run of ids) expect((await read(run)).body.status).toBe('cancelled')
    expect((await act(cancelRunsRoute, `workflows/${id}/cancel-runs`, id)).body).toMatchObject({ cancelled: 0 })
  })

  it('refuses what has ended, strangers, and people who may not', async () => {
    const run = await runIn('completed', graph('one', { one: echo(1) }))
    const task = run.tasks[0]?.id ?? ''
    const organization = await organizationWithKeys()
    const answers = await Promise.all([
      act(cancelRoute, 'runs', run.id),
      act(cancelTaskRoute, 'task', task),
      act(cancelRoute, 'runs', run.id, {}, { as: 'worker' }),
      act(cancelTaskRoute, 'task', task, {}, { as: 'worker' }),
      act(cancelRoute, 'runs', run.id, {}, { organization }),
      act(cancelTaskRoute, 'task', task, {}, { organization }),
      act(cancelRunsRoute, 'workflows', run.workflow.id, {}, { organization }),
      act(cancelTaskRoute, 'task', newId()),
      act(cancelTaskRoute, 'task', 'x'),
    ])
    expect(answers.map(({ status }) => status)).toEqual([409, 409, 403, 403, 404, 404, 404, 404, 400])
  })
})

describe('a call whose outcome is unknown', () => {
  async function unknown(): Promise<{ runId: string; taskId: string }> {
    const run = await runIn('suspended', graph('look -> after', { look: screen, after: echo({ $: 'steps.look.output' }) }))
    const taskId = taskOf(run, 'look')?.id ?? ''
    await engineDb().update(tasks).set({ state: { reason: 'unknown-outcome' } }).where(eq(tasks.id, taskId))
    return { runId: run.id, taskId }
  }
  const answer = (taskId: string, body: unknown) => act(outcomeRoute, `task/${taskId}/outcome`, taskId, body)

  it('happened: the run goes on with what it gave', async () => {
    const { runId, taskId } = await unknown()
    expect(await answer(taskId, { answer: 'happened', output: { note: 5 } })).toMatchObject({ status: 200, body: { id: taskId, status: 'completed', output: { note: 5 } } })
    expect(await inStatus(runId, 'completed')).toMatchObject({ output: { after: { note: 5 } } })
    expect((await answer(taskId, { answer: 'try-again' })).status).toBe(409)
  })
  it('is tried again', async () => {
    const { runId, taskId } = await unknown()
    expect((await answer(taskId, { answer: 'try-again' })).status).toBe(200)
    expect(taskOf(await inStatus(runId, 'suspended'), 'look')).toMatchObject({ state: { reason: 'screen' } })
  })
  it('is given up', async () => {
    const { runId, taskId } = await unknown()
    expect((await answer(taskId, { answer: 'give-up', reason: 'nobody knows' })).body).toMatchObject({ status: 'failed', error: { code: 'given_up' } })
    await inStatus(runId, 'failed')
  })
  it.each([{}, { answer: 'maybe' }, { answer: 'happened' }, { answer: 'try-again', output: 1 }])('refuses %j', async (body) => {
    expect((await answer((await unknown()).taskId, body)).status).toBe(400)
  })
})

describe('retrying', () => {
  const retry = (id: string, body: unknown, more: Sent = {}) => act(retryRoute, `runs/${id}/retry`, id, body, more)

  it('runs again from a step, as a new run of the same version or the newest', async () => {
    const definition = graph('one -> two', { one: echo({ $: 'start.n' }), two: { type: 'refuse' } })
    const { workflowId } = await seedWorkflow(api.organization.id, definition)
    const failed = await inStatus(String((await start(workflowId, { startData: { n: 3 } })).body['id']), 'failed')
    await seedVersion(api.organization.id, workflowId, graph('one -> two', { one: echo(0), two: echo({ $: 'steps.one.output' }) }), 2)

    const again = await retry(failed.id, { stepId: 'two' })
    expect([again.status, again.headers.get('location')]).toEqual([202, `/api/v2/runs/${String(again.body['id'])}`])
    expect(await inStatus(String(again.body['id']), 'failed')).toMatchObject({ version: 1, trigger: 'retry', retriedFromRunId: failed.id })

    const newest = await inStatus(String((await retry(failed.id, { stepId: 'two', version: 'newest' })).body['id']), 'completed')
    expect(newest).toMatchObject({ version: 2, output: { two: 3 } })
    const whole = await inStatus(String((await retry(failed.id, { stepId: 'one', version: 'newest', startData: { n: 9 } })).body['id']), 'completed')
    expect(whole).toMatchObject({ startData: { n: 9 }, output: { two: 0 } })
  })

  it('refuses a run that goes on, an unknown step, bad start data and people who may not', async () => {
    const open = await runIn('suspended', graph('look', { look: screen }))
    const ended = await runIn('completed', graph('one', { one: echo(1) }))
    const answers = await Promise.all([
      retry(open.id, { stepId: 'look' }),
      retry(ended.id, { stepId: 'nothing' }),
      retry(ended.id, { stepId: 'one', startData: [] }),
      retry(ended.id, {}),
      retry(ended.id, { stepId: 'one' }, { as: 'worker' }),
      retry(newId(), { stepId: 'one' }),
    ])
    expect(answers.map(({ status }) => status)).toEqual([409, 404, 400, 400, 403, 404])
  })
})

describe('watching', () => {
  type Frame = { id?: string; event?: string; data?: Record<string, unknown> }
  async function* watch(id: string, headers: Record<string, string> = {}, signal?: AbortSignal): AsyncGenerator<Frame> {
    const request = new Request(`http://localhost:3000/api/v2/runs/${id}/events`, { headers: { authorization: `Bearer ${api.organization.keys.worker}`, ...headers }, signal: signal ?? null })
    const response = await eventsRoute.GET(request, { params: Promise.resolve({ id }) })
    if (response.status !== 200) throw new Error(String(response.status))
    expect(response.headers.get('content-type')).toContain('text/event-stream')
    let text = ''
    for await (const chunk of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      text += chunk
      for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
        const fields = Object.fromEntries(text.slice(0, end).split('\n').map((line) => line.split(/: (.*)/s).slice(0, 2))) as Record<string, string>
        text = text.slice(end + 2)
        if (fields['event']) yield { ...fields, data: JSON.parse(fields['data'] ?? '{}') as Record<string, unknown> }
      }
    }
  }

  it('sends the run, its changes in order, and its end', async () => {
    const run = await runIn('suspended', graph('look -> after', { look: screen, after: echo(1) }))
    const frames: Frame[] = []
    for await (const frame of watch(run.id)) {
      frames.push(frame)
      if (frames.length === 1) await act(cancelRoute, `runs/${run.id}/cancel`, run.id)
    }
    expect(frames[0]).toMatchObject({ event: 'run', id: String(run.revision), data: { status: 'suspended', tasks: [{ key: 'look' }, { key: 'after' }] } })
    expect(frames[0]?.data).not.toHaveProperty('definition')
    expect(frames[0]?.data).not.toHaveProperty('startData')
    expect(frames.at(-2)).toMatchObject({ event: 'run', data: { status: 'cancelled' } })
    expect(frames.at(-1)).toMatchObject({ event: 'end' })
    const revisions = frames.slice(0, -1).map(({ id }) => Number(id))
    expect(revisions).toEqual([...new Set(revisions)].sort((one, other) => one - other))
  })

  it('sends only the end to who has seen the last', async () => {
    const run = await runIn('completed', graph('one', { one: echo(1) }))
    const frames: Frame[] = []
    for await (const frame of watch(run.id, { 'last-event-id': String((await read(run.id)).body.revision) })) frames.push(frame)
    expect(frames.map(({ event }) => event)).toEqual(['end'])
  })

  it('ends when the reader goes away or may not see it any more', async () => {
    const run = await runIn('suspended', graph('look', { look: screen }))
    const leaving = new AbortController()
    const frames: Frame[] = []
    for await (const frame of watch(run.id, {}, leaving.signal)) {
      frames.push(frame)
      leaving.abort()
    }
    expect(frames).toHaveLength(1)
    await expect(watch(newId()).next()).rejects.toThrow('404')
    expect((await engineDb().select({ status: runs.status }).from(runs).where(eq(runs.id, run.id)))[0]?.status).toBe('suspended')
  })
})
