import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { inOrganization } from '#db/client'
import { workflows } from '#db/schema/workflows'
import { newId, randomToken } from '#lib/ids'
import { useApi } from '#lib/testing/api'
import { graph } from '#lib/testing/graph'
import { seedWorkflow } from '#lib/testing/seed-organization'
import * as publicRoute from '../../../app/api/v2/public/forms/[token]/route.ts'
import * as runsRoute from '../../../app/api/v2/workflows/[id]/runs/route.ts'

/** What findings of strangers with a form link sent, counted rather than timed. */
const api = useApi()
type Schema = Record<string, unknown>
type Refusal = { issues: { path: string; message: string }[]; more: number }

async function shared(startData: Schema): Promise<{ id: string; token: string }> {
  const definition = { ...graph('one', { one: { type: 'transform', config: { value: 1 } } }), startData }
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
  api.send(publicRoute.POST, `/api/v2/public/forms/${token}`, { params: { token }, as: null, body })
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

describe('a check that would take for ever', () => {
  const levels = 33
  const doubling = Object.fromEntries(
    Array.from({ length: levels + 1 }, (_, level) => {
      const next = { $ref: `#/$defs/l${level + 1}` }
      return [`l${level}`, level === levels ? { type: 'object' } : { allOf: [next, next] }]
    }),
  )

  it.each<[string, Schema, Schema]>([
    ['by references', { type: 'object', $ref: '#/$defs/l0', $defs: doubling }, {}],
  ])('is refused: %s', async (_what, schema, data) => {
    const { id, token } = await shared(schema)
    const refused = { error: 'payload_too_large', details: { reason: 'too_costly_to_check' } }
    expect(await submit(token, { data })).toMatchObject({ status: 413, body: refused })
    expect(await start(id, { startData: data })).toMatchObject({ status: 413, body: refused })
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
})
