import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { engineDb, inOrganization } from '#db/client'
import { files } from '#db/schema/documents'
import { taskProgress, tasks } from '#db/schema/runs'
import { workflows } from '#db/schema/workflows'
import type { Definition } from '#lib/domain/workflow/definition'
import { newId } from '#lib/ids'
import { done, PermanentStepError } from '#lib/steps/define-step'
import { organizationWithKeys, useApi } from '#test/harness/api'
import { endpointsAt } from '#test/harness/endpoints-at'
import { graph } from '#test/samples/graph'
import { runCalls, screen, taskOf, transform } from '#test/harness/run-calls'
import { testStep } from '#test/samples/steps'
import { until } from '#test/harness/until'
import { useWorker } from '#test/harness/worker'
import { ProgressNotes } from '../tasks/task-progress.ts'

const runsRoute = endpointsAt('/api/v2/runs')
const taskRoute = endpointsAt('/api/v2/task/{taskId}')
const progressRoute = endpointsAt('/api/v2/task/{taskId}/progress')

const refuse = testStep(
  'refuse',
  'read',
  async () => await Promise.reject(new PermanentStepError('refused', 'The other side said no.')),
)
const released = Promise.withResolvers<void>()
const reader = testStep('reader', 'read', async ({ run, task }) => {
  const notes = new ProgressNotes(run.organizationId, { runId: run.id, taskId: task.id })
  notes.note({ pages: 30, readPages: 12, file: 1, files: 2 })
  await released.promise
  await notes.end()
  return done(null)
})
const api = useApi()
useWorker({ more: [refuse, reader] })
const { publish, start, read, inStatus, runIn, actionsOn } = runCalls(api)

type Sent = Parameters<typeof api.send>[2]
type Schema = Definition['startData']

const list = (query = '', more: Sent = {}) => api.send(runsRoute.GET, `/api/v2/runs${query}`, more)
const idsOf = (answer: { body: Record<string, unknown> }) =>
  (answer.body['items'] as { id: string }[]).map(({ id }) => id)

describe('starting', () => {
  it('answers 202 with where to read it', async () => {
    const { status, headers, body } = await start(
      await publish(graph('one', { one: transform({ $: 'start.n + 1' }) })),
      { startData: { n: 1 } },
    )
    expect([status, headers.get('location'), body]).toEqual([
      202,
      `/api/v2/runs/${String(body['id'])}`,
      { id: body['id'], status: 'running' },
    ])
    const run = await inStatus(String(body['id']), 'completed')
    expect(run).toMatchObject({
      trigger: 'api',
      startedBy: 'owner',
      version: 1,
      startData: { n: 1 },
      output: { one: 2 },
      error: null,
    })
    expect(run.tasks).toMatchObject([
      {
        key: 'one',
        status: 'completed',
        input: { value: 2 },
        output: 2,
        attempt: 1,
        outputTruncated: false,
      },
    ])
    expect(await actionsOn(run.id)).toContain('run.started')
  })

  it('takes the slug, and needs no body', async () => {
    expect((await start(`w-${await publish(graph('one', { one: transform(1) }))}`)).status).toBe(
      202,
    )
  })

  it('waits as Prefer says and answers the finished run', async () => {
    const id = await publish(
      graph('one -> two', {
        one: transform({ $: 'start.n * 2' }),
        two: transform({ $: 'steps.one.output * 10' }),
      }),
    )
    const { status, body } = await start(id, { startData: { n: 4 } }, { prefer: 'wait=10' })
    expect(status).toBe(200)
    expect(body).toMatchObject({ status: 'completed', output: { two: 80 } })
  })

  it('answers 202 when the run did not end in time, and leaves it going on', async () => {
    const { status, headers, body } = await start(
      await publish(graph('look', { look: screen })),
      {},
      { prefer: 'wait=1' },
    )
    expect([status, headers.get('location')]).toEqual([202, `/api/v2/runs/${String(body['id'])}`])
    await inStatus(String(body['id']), 'suspended')
  })

  it.each(['wait=0', 'wait=61', 'wait=x', 'wait=1.5'])('refuses Prefer: %s', async (prefer) => {
    expect(
      await start(await publish(graph('one', { one: transform(1) })), {}, { prefer }),
    ).toMatchObject({ status: 400, body: { error: 'invalid_request' } })
  })

  it('starts one run for one idempotency key, in the header or the body', async () => {
    const id = await publish(graph('one', { one: transform(1) }))
    for (const [body, headers] of [
      [{}, { 'idempotency-key': 'header-1' }],
      [{ idempotencyKey: 'body-1' }, {}],
    ] as const) {
      const answers = await Promise.all([
        start(id, body, headers),
        start(id, body, headers),
        start(id, body, headers),
      ])
      expect(answers.map(({ status }) => status)).toEqual([202, 202, 202])
      expect(new Set(answers.map((answer) => answer.body['id'])).size).toBe(1)
    }
    expect(await start(id, { idempotencyKey: 'body-1', startData: { other: 1 } })).toMatchObject({
      status: 409,
      body: { error: 'idempotency_key_reused' },
    })
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
    const id = await publish(graph('one', { one: transform({ $: 'start' }) }), strict)
    const { body } = await start(
      id,
      { startData: { patientId: 'EMR-1001', source: 'fax' } },
      { prefer: 'wait=10' },
    )
    expect(body['startData']).toEqual({ patientId: 'EMR-1001', urgency: 'routine', source: 'fax' })
    expect(
      (await start(id, { startData: { patientId: 'EMR-1001' } }, { prefer: 'wait=10' })).body[
        'startData'
      ],
    ).toMatchObject({ source: 'api' })
  })

  it.each<[string, unknown, string[]]>([
    ['nothing', undefined, ['startData.patientId']],
    ['null', null, ['startData.patientId']],
    ['a list', [], ['startData']],
    ['a text', 'x', ['startData']],
    [
      'every fault at once',
      { patientId: '', urgency: 'now', email: 'x', extra: 1 },
      ['startData.email', 'startData.extra', 'startData.patientId', 'startData.urgency'],
    ],
  ])('refuses start data that does not fit: %s', async (_what, startData, paths) => {
    const answer = await start(await publish(graph('one', { one: transform(1) }), strict), {
      startData,
    })
    expect(answer).toMatchObject({
      status: 400,
      body: { error: 'invalid_request', statusCode: 400 },
    })
    const { issues } = answer.body['details'] as { issues: { path: string; message: string }[] }
    expect(issues.map(({ path }) => path).sort()).toEqual(paths)
  })

  it('looks for a pattern in linear time', async () => {
    const id = await publish(graph('one', { one: transform(1) }), {
      type: 'object',
      properties: { a: { type: 'string', pattern: '^(a+)+$' } },
    })
    expect(await start(id, { startData: { a: `${'a'.repeat(60)}!` } })).toMatchObject({
      status: 400,
      body: { error: 'invalid_request' },
    })
    expect((await start(id, { startData: { a: 'aaa' } })).status).toBe(202)
  })

  describe('with files', () => {
    const fileId = newId()
    const foreign = newId()
    const list = {
      type: 'array',
      'x-formFieldType': 'multi-file',
      items: {
        type: 'object',
        required: ['id', 'fileName'],
        properties: { id: { type: 'string' }, fileName: { type: 'string' } },
      },
    }
    const newer: Schema = { type: 'object', properties: { documents: list } }
    const marked: Schema = {
      type: 'object',
      properties: { documents: { type: 'object', 'x-formFieldType': 'multi-file' } },
    }
    const nested: Schema = {
      type: 'object',
      properties: { documents: { type: 'object', properties: { files: list } } },
    }
    const kept = [{ id: fileId, fileName: 'a.pdf' }]

    beforeAll(async () => {
      const stranger = await organizationWithKeys()
      for (const [id, organizationId] of [
        [fileId, api.organization.id],
        [foreign, stranger.id],
      ] as const)
        await inOrganization(organizationId, (tx) =>
          tx.insert(files).values({
            id,
            organizationId,
            fileName: 'a.pdf',
            mimeType: 'application/pdf',
            size: 1,
            sha256: '',
            storageKey: `k/${id}`,
          }),
        )
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
      const { status, body } = await start(
        await publish(graph('one', { one: transform(1) }), schema),
        { startData: { documents } },
        { prefer: 'wait=10' },
      )
      expect([status, body['startData']]).toEqual([200, { documents: kept }])
    })

    it.each<[string, unknown, string]>([
      ['an unknown file', [{ id: newId(), fileName: 'x' }], 'startData.documents.0.id'],
      [
        'the file of another organization',
        [
          { id: fileId, fileName: 'a' },
          { id: foreign, fileName: 'x' },
        ],
        'startData.documents.1.id',
      ],
      ['an id that is none', { 'not-an-id': { fileName: 'x' } }, 'startData.documents.0.id'],
      ['a file without a name', [{ id: fileId }], 'startData.documents.0.fileName'],
      ['an entry without a name', { files: [{ id: fileId }] }, 'startData.documents.0.fileName'],
    ])('refuses %s', async (_what, documents, path) => {
      const answer = await start(await publish(graph('one', { one: transform(1) }), newer), {
        startData: { documents },
      })
      expect(answer).toMatchObject({ status: 400, body: { details: { issues: [{ path }] } } })
    })
  })

  describe('of a draft', () => {
    async function drafted(definition: Definition): Promise<string> {
      const id = newId()
      await inOrganization(api.organization.id, (tx) =>
        tx.insert(workflows).values({
          id,
          organizationId: api.organization.id,
          slug: `d-${id}`,
          name: 'Draft',
          draft: definition,
          formToken: id,
        }),
      )
      return id
    }

    it('is a test run, for builders', async () => {
      const id = await drafted(graph('one', { one: transform(7) }))
      expect(
        await start(id, { draft: true }, { prefer: 'wait=10' }, { as: 'builder' }),
      ).toMatchObject({ status: 200, body: { version: null, output: { one: 7 } } })
      expect(await start(id, { draft: true }, {}, { as: 'worker' })).toMatchObject({
        status: 403,
        body: { error: 'forbidden' },
      })
      expect(await start(id, {})).toMatchObject({
        status: 409,
        body: { error: 'conflict', message: expect.stringContaining('not published') },
      })
    })

    it('is refused while it has problems', async () => {
      expect(
        await start(await drafted(graph('one', { one: { type: 'no-such-step' } })), {
          draft: true,
        }),
      ).toMatchObject({
        status: 422,
        body: { details: { problems: [{ code: 'unknown_step_type' }] } },
      })
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
    const id = await publish(graph('one', { one: transform(1) }))
    const { status, body } = await start(id, undefined, {}, { ...sent })
    expect([status, body['statusCode']]).toEqual([statusCode, statusCode])
  })

  it('does not start the workflow of another organization', async () => {
    const id = await publish(graph('one', { one: transform(1) }))
    expect((await start(id, {}, {}, { organization: await organizationWithKeys() })).status).toBe(
      404,
    )
  })
})

describe('reading', () => {
  it('shows what failed and why, and writes down who read it', async () => {
    const run = await runIn(
      'failed',
      graph('one -> two', { one: { type: 'refuse' }, two: transform(1) }),
    )
    expect(run).toMatchObject({
      error: { code: 'refused', stepId: 'one' },
      definition: { steps: [{ id: 'one' }, { id: 'two' }] },
    })
    expect(taskOf(run, 'one')).toMatchObject({
      status: 'failed',
      error: { code: 'refused', message: 'The other side said no.' },
    })
    expect(await actionsOn(run.id)).toContain('run.read')
  })

  it('shows what the code of a failed step printed, with the run and with the task', async () => {
    const source =
      "export default async () => { console.log('as far as here'); " +
      "console.error('and no further'); throw new Error('it broke') }"
    const run = await runIn('failed', graph('one', { one: { type: 'code', config: { source } } }))
    const logs = [
      { level: 'log', message: 'as far as here' },
      { level: 'error', message: 'and no further' },
    ]
    const task = taskOf(run, 'one')
    expect(task).toMatchObject({
      status: 'failed',
      error: { code: 'code_threw', message: 'Error: it broke (line 1)' },
      logs,
    })
    expect(
      (
        await api.send(taskRoute.GET, `/api/v2/task/${task?.id}`, {
          params: { taskId: task?.id ?? '' },
        })
      ).body,
    ).toMatchObject({ status: 'failed', logs })
  })

  it.each([
    ['completed', `() => { console.log('\\u0000') }`],
    ['completed', `() => { console.log('\\ud83d') }`],
    ['completed', `() => { console.log('a' + '😀'.repeat(3000)) }`],
    ['completed', `() => ({ 'a\\u0000b': 1 })`],
    ['failed', `() => { throw new Error('\\u0000') }`],
    ['failed', `() => { throw new ApiError(422, 'a\\u0000b', { 'a\\u0000': '\\ud83d' }) }`],
  ] as const)('ends as %s what Postgres cannot hold: %s', async (status, code) => {
    await runIn(
      status,
      graph('one', { one: { type: 'code', config: { source: `export default ${code}` } } }),
    )
  })

  it.each([
    ['completed', '{ "a\\u0000b": 1 }'],
    ['failed', '$error("a\\u0000b")'],
  ] as const)('ends as %s what an expression makes of it: %s', async (status, $) => {
    await runIn(status, graph('one', { one: transform({ $ }) }))
  })

  it('answers a run of large outputs without them, and says so', async () => {
    const run = await runIn(
      'completed',
      graph('one -> two', { one: transform({ $: 'start.text' }), two: transform(1) }),
      { text: 'x'.repeat(3_000_000) },
    )
    expect(run.tasks).toMatchObject([
      { key: 'one', output: null, input: null, outputTruncated: true },
      { key: 'two', outputTruncated: true },
    ])
    const id = taskOf(run, 'one')?.id ?? ''
    const { body } = await api.send(taskRoute.GET, `/api/v2/task/${id}`, { params: { taskId: id } })
    expect(String(body['output'])).toHaveLength(3_000_000)
  })

  it('says of a task of such a run what it waits for, and nothing else of its state', async () => {
    const run = await runIn(
      'suspended',
      graph('one\nlook', { one: transform({ $: 'start.text' }), look: screen }),
      { text: 'x'.repeat(3_000_000) },
    )
    expect(taskOf(run, 'look')?.state).toEqual({ reason: 'screen' })
    await engineDb()
      .update(tasks)
      .set({ state: { waitsFor: 'connection', waitsSince: 'then', note: 'secret' } })
      .where(eq(tasks.id, taskOf(run, 'look')?.id ?? ''))
    expect(taskOf((await read(run.id)).body, 'look')?.state).toEqual({ waitsFor: 'connection' })
    expect(taskOf((await read(run.id)).body, 'one')?.state).toBeNull()
  })

  it.each([
    ['an unknown run', newId(), 404],
    ['an id that is none', 'x', 400],
  ])('answers %s', async (_what, id, status) => expect((await read(id)).status).toBe(status))

  it('says how far a task is that reads, while it does, in its organization', async () => {
    const { body } = await start(await publish(graph('one', { one: { type: 'reader' } })))
    const runId = String(body['id'])
    const taskId = await until('the task', async () => (await read(runId)).body.tasks[0]?.id)
    const path = `/api/v2/task/${taskId}/progress`
    const ask = (more: Sent = {}) =>
      api.send(progressRoute.GET, path, { params: { taskId }, ...more })
    const progress = async () => (await ask()).body['progress'] ?? undefined
    expect(await until('some progress', progress)).toEqual({
      pages: 30,
      readPages: 12,
      file: 1,
      files: 2,
    })
    expect((await ask({ organization: await organizationWithKeys() })).status).toBe(404)
    released.resolve()
    await inStatus(runId, 'completed')
    expect((await ask()).body).toEqual({ progress: null })
    expect(await engineDb().$count(taskProgress, eq(taskProgress.taskId, taskId))).toBe(0)
  })

  it('does not show the run or task of another organization', async () => {
    const organization = await organizationWithKeys()
    const run = await runIn('completed', graph('one', { one: transform(1) }))
    const taskId = run.tasks[0]?.id ?? ''
    expect((await read(run.id, { organization })).status).toBe(404)
    expect(
      (
        await api.send(taskRoute.GET, `/api/v2/task/${taskId}`, {
          params: { taskId },
          organization,
        })
      ).status,
    ).toBe(404)
    expect(idsOf(await list('', { organization }))).toEqual([])
  })
})

describe('listing', () => {
  let workflowId = ''
  const ids: string[] = []
  const names = ['Ada Lovelace', '100%_sure\\', 'Élodie', "Robert'); drop table runs;--", '4711']
  beforeAll(async () => {
    workflowId = await publish(graph('one', { one: transform(1) }))
    for (const name of names)
      ids.unshift(
        String(
          (
            await start(workflowId, {
              startData: {
                patient: { names: [name], id: `p-${name.length}` },
                code: 815,
                urgent: name.startsWith('A'),
              },
            })
          ).body['id'],
        ),
      )
    await Promise.all(ids.map((id) => inStatus(id, 'completed')))
  })
  const found = async (query: string) => idsOf(await list(`?workflow=${workflowId}&${query}`))

  it('gives the newest first, page by page, without a gap', async () => {
    const pages: string[] = []
    let cursor: unknown = null
    do {
      const { body } = await list(
        `?workflow=w-${workflowId}&limit=2${cursor ? `&cursor=${String(cursor)}` : ''}`,
      )
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
    ['the beginning of a word', 'love', [0]],
    ['two words', 'ADA LOVE', [0]],
    ['not the words of a text apart', 'Lovelace Ada', []],
    ['not the names of fields', 'patient', []],
  ])('finds %s in the start data', async (_what, q, which) => {
    expect(await found(`q=${encodeURIComponent(q)}`)).toEqual(
      which.map((index) => ids[names.length - 1 - index]).reverse(),
    )
  })

  it.each<[string, number[]]>([
    ['startData.code=815', [0, 1, 2, 3, 4]],
    ['startData.code=816', []],
    ['startData.patient.id=p-12', [0]],
    ['startData.patient.id=P-12', []],
    ['startData.patient.id=p', []],
    ['startData.urgent=true', [0]],
    ['startData.urgent=true&startData.code=815&q=ada', [0]],
    ['startData.urgent=true&startData.patient.id=p-4', []],
    ['startData.patient=p-12', []],
    ["startData.patient.id=' or true --", []],
    ['trigger=api&startData.urgent=true', [0]],
    ['trigger=manual', []],
  ])('filters by %s', async (query, which) => {
    expect(await found(query.replaceAll(' ', '%20'))).toEqual(
      which.map((index) => ids[names.length - 1 - index]).reverse(),
    )
  })

  it('filters by status and time', async () => {
    expect(await found('status=failed')).toEqual([])
    expect(await found('status=completed')).toEqual(ids)
    const { body } = await read(ids[2] ?? '')
    expect(await found(`from=${encodeURIComponent(body.createdAt)}`)).toEqual(ids.slice(0, 3))
    expect(await found('to=2020-01-01T00:00:00Z')).toEqual([])
    expect(await found('from=0001-01-01T00:00:00Z')).toEqual(ids)
    expect(await found('to=0001-01-01T00:00:00Z')).toEqual([])
    expect(await found('to=9999-12-31T23:59:59.999Z')).toEqual(ids)
  })

  it.each([
    'limit=0',
    'limit=201',
    'limit=x',
    'cursor=x',
    'cursor=WzEsMl0',
    `cursor=${Buffer.from('["1","x"]').toString('base64url')}`,
    'status=done',
    'from=yesterday',
    'unknown=1',
    'limit=1&limit=2',
    'q=%00',
    'startData=x',
    'startData.=x',
    'startData.a=%00',
    'startData.a=1&startData.a=2',
    'startdata.a=x',
    'trigger=moon',
  ])('refuses %s', async (query) =>
    expect(await list(`?${query}`)).toMatchObject({
      status: 400,
      body: { error: 'invalid_request' },
    }),
  )
  it('shows the title that the workflow gives its runs', async () => {
    const titled = await publish({
      ...graph('one', { one: transform(1) }),
      settings: { runTitle: '{patient.name} ({code})' },
    })
    const { body } = await start(titled, {
      startData: { patient: { name: 'Grace Hopper' }, code: 7 },
    })
    const answer = await list(`?workflow=${titled}&q=hopper (7`)
    expect(answer.body['items']).toMatchObject([{ id: body['id'], title: 'Grace Hopper (7)' }])
    expect((await read(String(body['id']))).body).toMatchObject({ title: 'Grace Hopper (7)' })
  })
  it('shows the first texts of the form where the workflow names no title', async () => {
    const properties = {
      kind: { enum: ['new'] },
      patient: { type: 'string' },
      mrn: { type: 'integer' },
    }
    const plain = await publish({
      ...graph('one', { one: transform(1) }),
      startData: { type: 'object', properties },
      settings: { runColumns: [{ label: 'Kind', value: '{kind}' }] },
    })
    const { body } = await start(plain, {
      startData: { kind: 'new', patient: 'Grace Hopper', mrn: 7 },
    })
    expect((await read(String(body['id']))).body).toMatchObject({
      title: 'Grace Hopper',
      subtitle: null,
      caseColumns: [{ label: 'Kind', value: 'new' }],
      patientKey: 'MRN 7',
    })
  })
  it('knows no workflow of that name', async () =>
    expect((await list('?workflow=nothing-of-the-kind')).status).toBe(404))
})
