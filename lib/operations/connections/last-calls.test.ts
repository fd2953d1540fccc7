import { eq } from 'drizzle-orm'
import { afterEach, describe, expect, it } from 'vitest'
import { inOrganization } from '#db/client'
import { connectionHistory } from '#db/schema/connections'
import { ApiError } from '#lib/domain/api-error'
import { newId } from '#lib/ids'
import { organizationWithKeys, useApi } from '#test/harness/api'
import { endpointsAt } from '#test/harness/endpoints-at'
import { openConnection } from './open-connection.ts'
import { maxStoredCalls, recordCalls, writeCalls } from './record-calls.ts'

const one = endpointsAt('/api/v2/connections/{id}')
const calls = endpointsAt('/api/v2/connections/{id}/calls')
const testRoute = endpointsAt('/api/v2/connections/{id}/test')
const all = endpointsAt('/api/v2/connections')
const note = endpointsAt('/api/v2/integrations/emr/{slug}/text-notes')
const policy = endpointsAt('/api/v2/policies/{policyId}')
const policies = endpointsAt('/api/v2/policies')
const publish = endpointsAt('/api/v2/workflows/{id}/publish')
const workflows = endpointsAt('/api/v2/workflows')

const api = useApi()
type More = Parameters<typeof api.send>[2]
type Call = {
  id: string
  operation: string
  ok: boolean
  error: string | null
  providerStatus: number | null
  providerCode: string | null
  by: object
}

async function sandbox(kind = 'emr'): Promise<{ id: string; slug: string }> {
  const slug = `${kind}-${newId().slice(-12)}`
  const { status, body } = await api.send(all.POST, '/api/v2/connections', {
    body: { kind, slug, name: 'A', provider: 'sandbox' },
  })
  expect(status).toBe(201)
  return { id: String(body['id']), slug }
}

async function list(id: string, query = '', more: More = {}) {
  await writeCalls()
  return await api.send(calls.GET, `/api/v2/connections/${id}/calls${query}`, {
    params: { id },
    ...more,
  })
}
const itemsOf = ({ body }: { body: Record<string, unknown> }) => body['items'] as Call[]

afterEach(writeCalls)

describe('the last calls of a connection', () => {
  it('say what was asked, by whom, and the result; never the content', async () => {
    const { id, slug } = await sandbox()
    const patientId = 'EMR-1001'
    const filed = await api.send(note.POST, `/api/v2/integrations/emr/${slug}/text-notes`, {
      params: { slug },
      body: { patientId, title: 'Secret title', body: 'Secret body' },
    })
    expect(filed.status).toBe(200)
    await api.send(note.POST, `/api/v2/integrations/emr/${slug}/text-notes`, {
      params: { slug },
      body: { patientId: 'EMR-9999', title: 'Secret title', body: 'Secret body' },
    })
    await api.send(testRoute.POST, `/api/v2/connections/${id}/test`, { params: { id }, body: {} })
    const answer = await list(id)
    expect(answer.status).toBe(200)
    expect(itemsOf(answer)).toMatchObject([
      { operation: 'test', ok: true, error: null },
      {
        operation: 'createTextNote',
        ok: false,
        error: expect.any(String),
        durationMs: expect.any(Number),
      },
      {
        operation: 'createTextNote',
        ok: true,
        error: null,
        by: { kind: 'request', requestId: filed.headers.get('x-request-id') },
      },
    ])
    const rows = await inOrganization(api.organization.id, (tx) =>
      tx.select().from(connectionHistory).where(eq(connectionHistory.connectionId, id)),
    )
    expect(JSON.stringify([answer.body, rows])).not.toMatch(/EMR-|Secret/)
  })

  it('name the run and the task that asked, and the provider’s code where it is one', async () => {
    const { id, slug } = await sandbox()
    const runId = newId()
    const taskId = newId()
    const port = await openConnection(api.organization.id, 'emr', slug, { runId, taskId })
    await port.test(AbortSignal.timeout(30_000))
    const failing = (details: object) =>
      recordCalls(
        {
          ask: async () =>
            await Promise.reject(
              new ApiError('provider_error', 'Patient Ada Example', { ...details }),
            ),
        },
        { id, organizationId: api.organization.id },
      )
    await expect(failing({ status: 422, code: 'not-found' }).ask()).rejects.toThrow('Ada')
    await expect(failing({ status: 500, code: 'Ada Example, 1970-01-01' }).ask()).rejects.toThrow(
      'Ada',
    )
    await expect(
      recordCalls(
        { ask: async () => await Promise.reject(new DOMException('gone', 'AbortError')) },
        { id, organizationId: api.organization.id },
      ).ask(),
    ).rejects.toThrow('gone')
    const answer = await list(id)
    expect(itemsOf(answer)).toMatchObject([
      { operation: 'ask', error: 'cancelled', providerStatus: null },
      {
        operation: 'ask',
        error: 'provider_error',
        providerStatus: 500,
        providerCode: null,
        by: { kind: 'service' },
      },
      { operation: 'ask', error: 'provider_error', providerStatus: 422, providerCode: 'not-found' },
      { operation: 'test', ok: true, by: { kind: 'run', runId, taskId } },
    ])
    expect(JSON.stringify(answer.body)).not.toContain('Ada')
  })

  it('are the last hundred, in pages, after many calls and many writes', async () => {
    const { id } = await sandbox()
    const port = recordCalls(
      { count: async (number: number) => number },
      { id, organizationId: api.organization.id },
    )
    for (let batch = 0; batch < 3; batch += 1) {
      for (let index = 0; index < 70; index += 1) await port.count(index)
      await writeCalls()
    }
    const first = await list(id, '?limit=60')
    const second = await list(id, `?limit=60&cursor=${String(first.body['nextCursor'])}`)
    const ids = [...itemsOf(first), ...itemsOf(second)].map((call) => call.id)
    expect(new Set(ids).size).toBe(maxStoredCalls)
    expect(second.body['nextCursor']).toBeNull()
    expect(ids).toEqual([...ids].sort().reverse())
    expect((await list(id, '?cursor=nonsense')).status).toBe(400)
  })

  it('are written when another connection of the batch was deleted', async () => {
    const gone = await sandbox()
    const stays = await sandbox()
    for (const { id } of [gone, stays])
      await recordCalls({ ask: async () => 1 }, { id, organizationId: api.organization.id }).ask()
    expect(
      (await api.send(one.DELETE, `/api/v2/connections/${gone.id}`, { params: { id: gone.id } }))
        .status,
    ).toBe(204)
    expect(itemsOf(await list(stays.id))).toHaveLength(1)
    expect((await list(gone.id)).status).toBe(404)
  })

  it('exist in their own organization only', async () => {
    const { id } = await sandbox()
    expect((await list(id, '', { organization: await organizationWithKeys() })).status).toBe(404)
  })
})

describe('what uses a connection or a policy', () => {
  const step = (type: string, config: object) => ({
    id: 'only',
    type,
    title: 'Only',
    after: [],
    config,
  })
  async function made(name: string, steps: object[], published: boolean): Promise<string> {
    const definition = { startData: { type: 'object', properties: {} }, steps, settings: {} }
    const created = await api.send(workflows.POST, '/api/v2/workflows', {
      body: { name, slug: `w-${newId().slice(-12)}`, definition },
    })
    expect(created.status).toBe(201)
    const id = String(created.body['id'])
    if (published)
      expect(
        (
          await api.send(publish.POST, `/api/v2/workflows/${id}/publish`, {
            params: { id },
            body: { revision: 1 },
          })
        ).status,
      ).toBe(201)
    return id
  }
  const noteStep = (connection: unknown) =>
    step('create-text-note', { connection, patientId: 'EMR-1001', title: 'T', body: 'B' })

  it('is named: workflows whose published version or draft has its slug and kind', async () => {
    const { id, slug } = await sandbox()
    const published = await made('Published', [noteStep(slug)], true)
    const draft = await made('Draft', [noteStep(slug)], false)
    await made('Another connection', [noteStep('another')], false)
    await made('Computed', [noteStep({ $: `"${slug}"` })], false)
    await made('Another kind', [step('search-patients', { connection: slug })], false)
    const { body } = await api.send(one.GET, `/api/v2/connections/${id}`, { params: { id } })
    expect(body['usedBy']).toMatchObject([
      { id: draft, name: 'Draft', published: false, draft: true },
      { id: published, name: 'Published', published: true, draft: true },
    ])
  })

  it('is named for policies too', async () => {
    const policyId = `p-${newId().slice(-12)}`
    expect(
      (
        await api.send(policies.POST, '/api/v2/policies', {
          body: { id: policyId, title: 'P', text: 'T' },
        })
      ).status,
    ).toBe(201)
    const id = await made('Reads it', [step('policy-text', { policyId })], false)
    const { body } = await api.send(policy.GET, `/api/v2/policies/${policyId}`, {
      params: { policyId },
    })
    const steps = [expect.objectContaining({ id: expect.any(String) as string })]
    const user = { id, name: 'Reads it', published: false, draft: true, steps }
    expect(body['usedBy']).toEqual([user])
  })
})
