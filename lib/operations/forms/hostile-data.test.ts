import { eq } from 'drizzle-orm'
import { afterAll, describe, expect, it } from 'vitest'
import { inOrganization } from '#db/client'
import { runs } from '#db/schema/runs'
import { workflows } from '#db/schema/workflows'
import { newId, randomToken } from '#lib/ids'
import { stopProcessPools } from '#lib/process-pool/shared-pool'
import { useApi } from '#test/harness/api'
import { endpointsAt } from '#test/harness/endpoints-at'
import { graph } from '#test/samples/graph'
import { seedWorkflow } from '#test/harness/seed-organization'
import { fromThePage } from '#test/harness/from-the-page'

const publicRoute = endpointsAt('/api/v2/public/forms/{token}')
const runsRoute = endpointsAt('/api/v2/workflows/{id}/runs')

/** Attacks by people with a form link; the work is counted, not timed. */
const api = useApi()
afterAll(() => stopProcessPools())
type Schema = Record<string, unknown>
type Refusal = { issues: { path: string; message: string }[]; more: number }

async function shared(startData: Schema): Promise<{ id: string; token: string }> {
  const definition = {
    ...graph('one', { one: { type: 'transform', config: { value: 1 } } }),
    startData,
  }
  const token = randomToken()
  const { workflowId: id } = await seedWorkflow(api.organization.id, definition, 'Form')
  await inOrganization(api.organization.id, (tx) =>
    tx
      .update(workflows)
      .set({ slug: `f-${newId()}`, formToken: token, formPublic: true })
      .where(eq(workflows.id, id)),
  )
  return { id, token }
}
const submit = (token: string, body: unknown) =>
  api.send(publicRoute.POST, `/api/v2/public/forms/${token}`, {
    params: { token },
    as: null,
    body,
    headers: fromThePage,
  })
const start = (id: string, body: unknown) =>
  api.send(runsRoute.POST, `/api/v2/workflows/${id}/runs`, { params: { id }, body })
const size = (body: unknown) => Buffer.byteLength(JSON.stringify(body))

const documents = {
  type: 'array',
  items: { type: 'object', required: ['id', 'fileName'] },
}

describe('an answer is bounded', () => {
  it('when 400,000 entries of a form are wrong', async () => {
    const { token } = await shared({ type: 'object', properties: { documents } })
    const answer = await submit(token, { data: { documents: Array(400_000).fill(1) } })
    expect(answer.status).toBe(400)
    const { issues, more } = answer.body['details'] as Refusal
    expect([issues.length, more]).toEqual([101, 399_900])
    expect(issues.at(-1)).toEqual({ path: '', message: 'And 399,900 more.' })
    expect(size(answer.body)).toBeLessThan(64 * 1024)
  })

  it('when 100,000 fields are unknown to the endpoint', async () => {
    const { id } = await shared({ type: 'object' })
    const fields = Array.from({ length: 100_000 }, (_, index) => [`field${index}`, 1])
    const answer = await start(id, Object.fromEntries(fields))
    expect(answer.status).toBe(400)
    const { issues, more } = answer.body['details'] as Refusal
    expect([issues.length, more]).toEqual([101, 99_900])
    expect(size(answer.body)).toBeLessThan(64 * 1024)
  })

  it('when names of fields are long', async () => {
    const { id } = await shared({ type: 'object', additionalProperties: false })
    const fields = Array.from({ length: 90 }, (_, index) => [`${index}${'x'.repeat(9_000)}`, 1])
    const answer = await start(id, { startData: Object.fromEntries(fields) })
    expect(answer.status).toBe(400)
    expect(size(answer.body)).toBeLessThan(64 * 1024)
  })
})

// A check has so much CPU, which takes long beside other work.
describe('a check that would never end', { timeout: 120_000 }, () => {
  const levels = 33
  const doubling = Object.fromEntries(
    Array.from({ length: levels + 1 }, (_, level) => {
      const next = { $ref: `#/$defs/l${level + 1}` }
      return [`l${level}`, level === levels ? { type: 'object' } : { allOf: [next, next] }]
    }),
  )

  const slow = { type: 'object', $ref: '#/$defs/l0', $defs: doubling }

  it('is ended and refused, and delays nothing else', async () => {
    const { token } = await shared(slow)
    const other = await shared({ type: 'object' })
    let ended = false
    const answer = submit(token, { data: {} }).finally(() => {
      ended = true
    })
    expect((await start(other.id, { startData: {} })).status).toBe(202)
    expect(ended).toBe(false)
    expect(await answer).toMatchObject({
      status: 413,
      body: { error: 'payload_too_large', details: { reason: 'too_costly_to_check' } },
    })
  })

  it('ends well in linear time: unique entries, and an exponential pattern', async () => {
    const items = { type: 'array', uniqueItems: true, items: { type: 'object' } }
    const texts = { type: 'array', items: { type: 'string', pattern: '^(a+)+$' } }
    const { id } = await shared({ type: 'object', properties: { items, texts } })
    const different = Array.from({ length: 20_000 }, (_, index) => ({ id: index, tags: ['a'] }))
    expect((await start(id, { startData: { items: different } })).status).toBe(202)
    const evil = Array.from({ length: 300 }, () => `${'a'.repeat(23)}!`)
    expect((await start(id, { startData: { texts: evil } })).status).toBe(400)
  })

  it('is as it was for a pattern with look-around that was published before', async () => {
    const code = { type: 'string', pattern: '^(?=.*\\d)[a-z\\d]+$' }
    const kind = { type: 'string', default: 'new' }
    const { id } = await shared({ type: 'object', properties: { code, kind } })
    const startData = { code: 'abc1' }
    const answer = await start(id, { startData })
    expect(answer.status).toBe(202)
    const [run] = await inOrganization(api.organization.id, (tx) =>
      tx
        .select()
        .from(runs)
        .where(eq(runs.id, String(answer.body['id']))),
    )
    expect(run?.startData).toEqual({ code: 'abc1', kind: 'new' })
    expect((await start(id, { startData: { code: 'abc' } })).status).toBe(400)
  })
})

describe('a form that is shared', () => {
  it('takes a body of 1 MB and no more, counted as it comes', async () => {
    const { token } = await shared({ type: 'object' })
    const megabyte = 1024 * 1024
    const text = (characters: number) => JSON.stringify({ data: { a: 'x'.repeat(characters) } })
    expect((await submit(token, text(megabyte - 100))).status).toBe(202)
    const refused = { status: 413, body: { details: { maxBytes: megabyte } } }
    expect(await submit(token, text(megabyte))).toMatchObject(refused)

    let sent = 0
    const endless = new ReadableStream<Uint8Array>({
      pull(controller) {
        sent += 64 * 1024
        controller.enqueue(Buffer.alloc(64 * 1024, 'x'))
      },
    })
    const init = { method: 'POST', body: endless, duplex: 'half' }
    const request = new Request(`http://localhost/api/v2/public/forms/${token}`, {
      ...(init as RequestInit),
      headers: { 'content-type': 'application/json', ...fromThePage },
    })
    const answer = await publicRoute.POST(request, { token })
    expect(answer.status).toBe(413)
    expect(sent).toBeLessThan(megabyte + 256 * 1024)
  })
})
