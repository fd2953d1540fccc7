import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { inOrganization } from '#db/client'
import { connections } from '#db/schema/connections'
import { auditEntries } from '#db/schema/records'
import { runs } from '#db/schema/runs'
import type { Workflow } from '#lib/contracts/workflows/workflows'
import type { Definition } from '#lib/domain/workflow/definition'
import type { Handler } from '#lib/http/endpoint'
import { firstIdAt, newId } from '#lib/ids'
import { organizationWithKeys, useApi } from '#test/harness/api'
import { endpointsAt } from '#test/harness/endpoints-at'

const stepTypes = endpointsAt('/api/v2/step-types')
const one = endpointsAt('/api/v2/workflows/{id}')
const draft = endpointsAt('/api/v2/workflows/{id}/draft')
const duplicate = endpointsAt('/api/v2/workflows/{id}/duplicate')
const exported = endpointsAt('/api/v2/workflows/{id}/export')
const problems = endpointsAt('/api/v2/workflows/{id}/problems')
const publish = endpointsAt('/api/v2/workflows/{id}/publish')
const versions = endpointsAt('/api/v2/workflows/{id}/versions')
const version = endpointsAt('/api/v2/workflows/{id}/versions/{number}')
const restore = endpointsAt('/api/v2/workflows/{id}/versions/{number}/restore')
const imported = endpointsAt('/api/v2/workflows/import')
const all = endpointsAt('/api/v2/workflows')

const api = useApi()
const path = '/api/v2/workflows'

const transform = (value: unknown, id = 'shape'): Definition['steps'][number] => ({
  id,
  type: 'transform',
  title: 'Shape',
  after: [],
  config: { value },
})
const define = (...steps: Definition['steps']): Definition => ({
  startData: { type: 'object', properties: {} },
  steps,
  settings: {},
})
const good = define(transform(1))

async function make(name: string, definition = good): Promise<Workflow> {
  const { status, body } = await api.send(all.POST, path, { body: { name, definition } })
  expect(status).toBe(201)
  return body as unknown as Workflow
}
const of = (
  id: string,
  handler: Handler,
  sent: Parameters<typeof api.send>[2] = {},
  more: Record<string, string> = {},
) => api.send(handler, `${path}/${id}`, { ...sent, params: { id, ...more } })
const save = (id: string, definition: unknown, revision: string | undefined) =>
  of(id, draft.PUT, {
    body: { definition },
    headers: revision === undefined ? {} : { 'if-match': revision },
  })
const publishIt = (id: string, revision: number, note = '') =>
  of(id, publish.POST, { body: { revision, note } })

async function startedRun(
  workflowId: string,
  status: 'completed' | 'failed' | 'suspended',
  daysAgo = 0,
): Promise<string> {
  const createdAt = new Date(Date.now() - daysAgo * 86_400_000)
  const id = firstIdAt(createdAt).slice(0, 14) + newId().slice(14)
  await inOrganization(api.organization.id, (tx) =>
    tx.insert(runs).values({
      id,
      organizationId: api.organization.id,
      workflowId,
      status,
      trigger: 'api',
      startData: {},
      draftDefinition: good,
      createdAt,
    }),
  )
  return id
}

describe('creating', () => {
  it('makes a slug from the name, and a free one when it is taken', async () => {
    expect((await make('Über referral!')).slug).toBe('uber-referral')
    expect((await make('Uber  Referral')).slug).toBe('uber-referral-2')
  })

  it('answers the draft, its revision as ETag, and its address', async () => {
    const { status, headers, body } = await api.send(all.POST, path, { body: { name: 'Fresh' } })
    expect([status, headers.get('etag'), headers.get('location')]).toEqual([
      201,
      '"1"',
      `${path}/${String(body['id'])}`,
    ])
    expect(body).toMatchObject({
      draftRevision: 1,
      published: null,
      hasUnpublishedChanges: true,
      problems: [{ code: 'no_steps' }],
      createdBy: 'owner',
    })
  })

  it.each([
    ['a taken slug', { name: 'x', slug: 'uber-referral' }, 409, 'conflict'],
    ['a slug that is no slug', { name: 'x', slug: 'A B' }, 400, 'invalid_request'],
    ['a slug that looks like an id', { name: 'x', slug: newId() }, 400, 'invalid_request'],
    ['a reserved slug', { name: 'x', slug: 'import' }, 400, 'invalid_request'],
    ['a blank name', { name: '  ' }, 400, 'invalid_request'],
    [
      'an unknown field of a step',
      { name: 'x', definition: { steps: [{ id: 'a', type: 't', title: '', afterr: [] }] } },
      400,
      'invalid_request',
    ],
  ])('refuses %s', async (_what, body, status, error) => {
    expect(await api.send(all.POST, path, { body })).toMatchObject({
      status,
      body: { error, statusCode: status },
    })
  })

  it('is for builders and owners', async () => {
    expect((await api.send(all.POST, path, { body: { name: 'x' }, as: 'worker' })).status).toBe(403)
    expect(
      (await api.send(all.POST, path, { body: { name: 'By a builder' }, as: 'builder' })).status,
    ).toBe(201)
  })

  it('creates one workflow for one idempotency key', async () => {
    const sent = { body: { name: 'Once' }, headers: { 'idempotency-key': 'k1' } }
    const first = await api.send(all.POST, path, sent)
    const second = await api.send(all.POST, path, sent)
    expect(second.body).toEqual(first.body)
    expect(second.status).toBe(201)
    expect((await api.send(all.POST, path, { ...sent, body: { name: 'Twice' } })).status).toBe(409)
  })
})

describe('reading', () => {
  it('finds by id and by slug, and nothing of another organization', async () => {
    const { id, slug } = await make('Readable')
    const elsewhere = await organizationWithKeys()
    for (const name of [id, slug]) {
      expect((await of(name, one.GET, { as: 'worker' })).body['id']).toBe(id)
      expect(await of(name, one.GET, { organization: elsewhere })).toMatchObject({
        status: 404,
        body: { error: 'not_found' },
      })
      expect((await of(name, one.DELETE, { organization: elsewhere })).status).toBe(404)
    }
  })

  it('lists pages, newest first, each workflow once', async () => {
    const organization = await organizationWithKeys()
    const names = ['P1', 'P2', 'P3', 'P4', 'P5']
    for (const name of names) await api.send(all.POST, path, { body: { name }, organization })
    const seen: string[] = []
    let cursor: unknown = ''
    do {
      const { body } = await api.send(
        all.GET,
        `${path}?limit=2${cursor ? `&cursor=${String(cursor)}` : ''}`,
        { organization },
      )
      seen.push(...(body['items'] as { name: string }[]).map((item) => item.name))
      cursor = body['nextCursor']
    } while (cursor)
    expect(seen).toEqual(names.toReversed())
    expect(
      (await api.send(all.GET, `${path}?search=${encodeURIComponent('p_')}`, { organization }))
        .body['items'],
    ).toEqual([])
    expect(
      (await api.send(all.GET, `${path}?search=p3`, { organization })).body['items'],
    ).toHaveLength(1)
  })

  it.each([
    'limit=0',
    'limit=201',
    'limit=x',
    'cursor=xyz',
    `cursor=${Buffer.from('["x"]').toString('base64url')}`,
    'unknown=1',
    'limit=1&limit=2',
    'search=%00',
  ])('refuses ?%s', async (query) => {
    expect(await api.send(all.GET, `${path}?${query}`)).toMatchObject({
      status: 400,
      body: { error: 'invalid_request' },
    })
  })

  it('shows the last run and a fortnight of counts', async () => {
    const organization = api.organization
    const { id } = await make('Busy')
    await startedRun(id, 'completed', 20)
    await startedRun(id, 'failed', 3)
    await startedRun(id, 'completed', 3)
    const last = await startedRun(id, 'completed')
    const { body } = await api.send(all.GET, `${path}?search=busy`, { organization })
    const [item] = body['items'] as {
      lastRun: unknown
      runsByDay: { total: number; failed: number; date: string }[]
    }[]
    expect(item?.lastRun).toMatchObject({ id: last, status: 'completed' })
    expect(item?.runsByDay).toHaveLength(14)
    expect(item?.runsByDay.map((day) => [day.total, day.failed])).toEqual([
      ...Array.from({ length: 10 }, () => [0, 0]),
      [2, 1],
      [0, 0],
      [0, 0],
      [1, 0],
    ])
  })
})

describe('the draft', () => {
  it('is saved over the revision that it was based on', async () => {
    const { id } = await make('Drafted')
    const saved = await save(id, define(transform(2)), '"1"')
    expect([saved.status, saved.headers.get('etag'), saved.body]).toEqual([
      200,
      '"2"',
      { draftRevision: 2, problems: [] },
    ])
    expect((await of(id, one.GET)).body).toMatchObject({
      draftRevision: 2,
      draft: { steps: [{ config: { value: 2 } }] },
    })
  })

  it('refuses a save without a revision, with an invalid one, and with an old one', async () => {
    const { id } = await make('Contested')
    await save(id, good, '"1"')
    expect(await save(id, good, undefined)).toMatchObject({
      status: 428,
      body: { error: 'precondition_required' },
    })
    expect((await save(id, good, '*')).status).toBe(400)
    const stale = await save(id, good, '"1"')
    expect(stale).toMatchObject({
      status: 409,
      body: { error: 'version_conflict', details: { currentRevision: 2, updatedBy: 'owner' } },
    })
    expect(
      Date.parse(String((stale.body['details'] as { updatedAt: string }).updatedAt)),
    ).toBeGreaterThan(Date.now() - 60_000)
  })

  it('stores one of two drafts that are saved at once', async () => {
    const { id } = await make('Raced')
    const statuses = (
      await Promise.all([
        save(id, define(transform('a')), '"1"'),
        save(id, define(transform('b')), '"1"'),
      ])
    ).map((answer) => answer.status)
    expect(statuses.sort()).toEqual([200, 409])
  })

  it('may have problems, also in its code, and answers them', async () => {
    const { id } = await make('Faulty')
    const definition = define(
      transform({ $: 'steps.ghost.output' }),
      {
        id: 'code',
        type: 'code',
        title: 'Code',
        after: [{ step: 'shape' }],
        config: { source: 'export default async () => {' },
      },
      { id: 'wait', type: 'wait', title: 'Wait', after: [{ step: 'code' }], config: {} },
      {
        id: 'note',
        type: 'create-text-note',
        title: 'Note',
        after: [{ step: 'wait' }],
        config: { connection: 'nowhere', patientId: 'p', title: 't', body: 'b' },
      },
    )
    const saved = await save(id, definition, '"1"')
    const codes = (saved.body['problems'] as { code: string; path: string }[]).map(
      ({ code, path: at }) => `${code} ${at}`,
    )
    expect(codes).toEqual([
      'unknown_step_reference config.value',
      'unknown_connection config.connection',
      'invalid_code config.source',
      'invalid_config config.seconds',
    ])
    expect((await of(id, problems.POST, { body: { definition: good } })).body).toEqual({
      problems: [],
    })
  })
})

describe('publishing', () => {
  it('is possible with types that do not agree, which are warnings', async () => {
    const { id } = await make('Mistyped')
    const source =
      'export default async () => {\n  const n: number = "text"\n  return undefinedThing\n}'
    const code = { id: 'code', type: 'code', title: 'Code', after: [], config: { source } }
    const saved = await save(id, define(code), '"1"')
    expect(saved.body['problems']).toEqual([
      {
        code: 'mistyped_code',
        severity: 'warning',
        stepId: 'code',
        path: 'config.source',
        message: "Line 2, column 9: Type 'string' is not assignable to type 'number'.",
      },
      expect.objectContaining({
        code: 'mistyped_code',
        message: expect.stringMatching(/^Line 3, column 10: There is no "undefinedThing" here/),
      }),
    ])
    expect(await publishIt(id, 2)).toMatchObject({ status: 201 })
  })

  it('freezes the named revision under the next number', async () => {
    const { id } = await make('Published')
    const first = await publishIt(id, 1, 'First')
    expect(first).toMatchObject({
      status: 201,
      body: { number: 1, note: 'First', publishedBy: 'owner', current: true },
    })
    expect((await of(id, one.GET)).body).toMatchObject({
      published: { number: 1 },
      hasUnpublishedChanges: false,
    })
    await save(id, define(transform(2)), '"1"')
    expect((await of(id, one.GET)).body).toMatchObject({ hasUnpublishedChanges: true })
    expect(await publishIt(id, 1)).toMatchObject({
      status: 409,
      body: { error: 'version_conflict' },
    })
    expect((await publishIt(id, 2)).body).toMatchObject({ number: 2 })
    expect((await of(id, version.GET, {}, { number: '1' })).body).toMatchObject({
      number: 1,
      current: false,
      definition: { steps: [{ config: { value: 1 } }] },
    })
    expect(
      ((await of(id, versions.GET)).body['items'] as { number: number }[]).map(
        (each) => each.number,
      ),
    ).toEqual([2, 1])
    expect((await of(id, version.GET, {}, { number: '3' })).status).toBe(404)
    expect((await of(id, version.GET, {}, { number: '0' })).status).toBe(400)
  })

  it('refuses a draft with errors and answers them; warnings pass', async () => {
    const { id } = await make('Unready', define(transform({ $: 'a b' })))
    expect(await publishIt(id, 1)).toMatchObject({
      status: 422,
      body: {
        error: 'unprocessable',
        details: { problems: [{ code: 'invalid_expression', stepId: 'shape' }] },
      },
    })
    await save(id, define(transform({ $: 'patient.name' })), '"1"')
    expect((await publishIt(id, 2)).status).toBe(201)
  })

  it('creates one version from two concurrent requests with one key', async () => {
    const { id } = await make('Twice')
    const sent = { body: { revision: 1 }, headers: { 'idempotency-key': 'p' } }
    const [first, second] = await Promise.all([
      of(id, publish.POST, sent),
      of(id, publish.POST, sent),
    ])
    expect([first.body['number'], second.body['number']]).toEqual([1, 1])
  })

  it('is not for workers', async () => {
    const { id } = await make('Guarded')
    expect((await of(id, publish.POST, { body: { revision: 1 }, as: 'worker' })).status).toBe(403)
  })

  it('puts a version back into the draft', async () => {
    const { id } = await make('Restored')
    await publishIt(id, 1)
    await save(id, define(transform(2)), '"1"')
    expect((await of(id, restore.POST, {}, { number: '1' })).status).toBe(428)
    expect(
      (await of(id, restore.POST, { headers: { 'if-match': '"1"' } }, { number: '1' })).status,
    ).toBe(409)
    const back = await of(id, restore.POST, { headers: { 'if-match': '"2"' } }, { number: '1' })
    expect(back.body).toMatchObject({
      draftRevision: 3,
      draft: { steps: [{ config: { value: 1 } }] },
      hasUnpublishedChanges: false,
    })
  })
})

describe('changing', () => {
  it('renames and shares; the old slug still finds it', async () => {
    const { id } = await make('Old name')
    const changed = await of(id, one.PATCH, {
      body: { name: 'New name', slug: 'new-name', formPublic: true, description: 'd' },
    })
    expect(changed.body).toMatchObject({
      name: 'New name',
      slug: 'new-name',
      formPublic: true,
      description: 'd',
      draftRevision: 1,
    })
    expect((await of('old-name', one.GET)).body).toMatchObject({ id, slug: 'new-name' })
    const { id: other } = await make('Other')
    expect(await of(other, one.PATCH, { body: { slug: 'new-name' } })).toMatchObject({
      status: 409,
      body: { details: { field: 'slug' } },
    })
    expect((await of(other, one.PATCH, { body: {} })).status).toBe(400)
  })

  it('copies', async () => {
    const { id } = await make('Template', define(transform('copied')))
    const copy = await of(id, duplicate.POST)
    expect(copy).toMatchObject({
      status: 201,
      body: {
        name: 'Template (copy)',
        slug: 'template-copy',
        published: null,
        draft: { steps: [{ config: { value: 'copied' } }] },
      },
    })
    expect((await of(id, duplicate.POST, { body: { name: 'Named' } })).body).toMatchObject({
      name: 'Named',
      slug: 'named',
    })
  })

  it('exports a file that can be imported, also in another organization', async () => {
    const { id } = await make('Travelling')
    await publishIt(id, 1)
    await save(id, define(transform('newer')), '"1"')
    const file = await of(id, exported.GET)
    expect(file.body).toMatchObject({
      format: 'rounds.workflow',
      version: 1,
      name: 'Travelling',
      slug: 'travelling',
      definition: { steps: [{ config: { value: 'newer' } }] },
    })
    expect(file.headers.get('content-disposition')).toContain('travelling.workflow.json')
    const old = await api.send(exported.GET, `${path}/${id}/export?version=1`, { params: { id } })
    expect(old.body).toMatchObject({ definition: { steps: [{ config: { value: 1 } }] } })
    expect(
      (await api.send(imported.POST, `${path}/import`, { body: file.body })).body,
    ).toMatchObject({ slug: 'travelling-2' })
    const organization = await organizationWithKeys()
    expect(
      (await api.send(imported.POST, `${path}/import`, { body: file.body, organization })).body,
    ).toMatchObject({ slug: 'travelling' })
    expect(
      (await api.send(imported.POST, `${path}/import`, { body: { ...file.body, format: 'other' } }))
        .status,
    ).toBe(400)
  })

  it('deletes it with versions and ended runs, but not while a run is active', async () => {
    const { id } = await make('Doomed')
    await publishIt(id, 1)
    const run = await startedRun(id, 'suspended')
    expect(await of(id, one.DELETE)).toMatchObject({
      status: 409,
      body: { error: 'conflict', details: { runId: run } },
    })
    await inOrganization(api.organization.id, (tx) =>
      tx.update(runs).set({ status: 'completed' }).where(eq(runs.id, run)),
    )
    const gone = await of(id, one.DELETE)
    expect([gone.status, gone.body]).toEqual([204, {}])
    expect((await of(id, one.GET)).status).toBe(404)
  })

  it('writes an audit entry for each write, with the request id', async () => {
    const { id, slug } = await make('Audited')
    await save(slug, good, '"1"')
    await of(slug, publish.POST, {
      body: { revision: 2 },
      headers: { 'x-request-id': 'my-request-1' },
    })
    await of(id, one.PATCH, { body: { name: 'Audited too' } })
    await of(id, one.DELETE)
    const entries = await inOrganization(api.organization.id, (tx) =>
      tx.select().from(auditEntries).where(eq(auditEntries.objectId, id)).orderBy(auditEntries.id),
    )
    expect(entries.map((entry) => entry.action)).toEqual([
      'workflow.created',
      'workflow.draft_saved',
      'workflow.published',
      'workflow.updated',
      'workflow.deleted',
    ])
    expect(entries[2]).toMatchObject({
      requestId: 'my-request-1',
      actorKind: 'api-key',
      actorName: 'owner',
      details: { version: 1, revision: 2 },
    })
  })
})

describe('step types', () => {
  beforeAll(async () => {
    const organizationId = api.organization.id
    await inOrganization(organizationId, (tx) =>
      tx.insert(connections).values({
        id: newId(),
        organizationId,
        kind: 'emr',
        slug: 'main',
        provider: 'sandbox',
        name: 'Main',
        config: {},
      }),
    )
  })

  it('are listed, and their examples are valid configs', async () => {
    const { body } = await api.send(stepTypes.GET, '/api/v2/step-types', { as: 'worker' })
    const types = body['items'] as { type: string; configSchema: unknown; connection?: string }[]
    expect(types.map((each) => each.type)).toEqual(
      expect.arrayContaining(['condition', 'code', 'screen', 'transform']),
    )
    const { id } = await make(
      'With a connection',
      define({
        id: 'note',
        type: 'create-text-note',
        title: 'Note',
        after: [],
        config: { connection: 'main', patientId: 'p', title: 't', body: 'b' },
      }),
    )
    expect((await of(id, one.GET)).body['problems']).toEqual([])
  })
})
