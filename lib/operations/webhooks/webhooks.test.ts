import { createHmac } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { authDb, engineDb, inOrganization } from '#db/client'
import { organizations } from '#db/schema/organizations'
import { auditEntries } from '#db/schema/records'
import { runs } from '#db/schema/runs'
import { serviceNumbers } from '#db/schema/service'
import { webhookDeliveries, webhookTriggers } from '#db/schema/webhooks'
import { workflows } from '#db/schema/workflows'
import type { WebhookDeliveryView } from '#lib/contracts/workflows/webhooks'
import type { Definition } from '#lib/domain/workflow/definition'
import { env } from '#lib/env'
import { newId } from '#lib/ids'
import { organizationWithKeys, useApi } from '#test/harness/api'
import { loseCommitAfter } from '#test/harness/around-statements'
import { endpointsAt } from '#test/harness/endpoints-at'
import { seedWorkflow } from '#test/harness/seed-organization'
import { until } from '#test/harness/until'
import { graph } from '#test/samples/graph'
import { pruneWebhookDeliveries } from '../history/prune-webhook-deliveries.ts'

const triggerRoute = endpointsAt('/api/v2/workflows/{id}/webhook-trigger')
const rotateRoute = endpointsAt('/api/v2/workflows/{id}/webhook-trigger/rotate')
const deliveriesRoute = endpointsAt('/api/v2/workflows/{id}/webhook-trigger/deliveries')
const hookRoute = endpointsAt('/api/v2/hooks/workflows/{token}')

const api = useApi()
let workflowId: string
let token: string

const definition = {
  ...graph('keep', { keep: { type: 'transform', config: { value: 1 } } }),
  startData: {
    type: 'object',
    properties: {
      patient: { type: 'string' },
      age: { type: 'integer' },
      urgent: { type: 'boolean' },
    },
    required: ['patient'],
  },
} as Definition

const about = () => ({ params: { id: workflowId } })
const tokenOf = ({ address }: Record<string, unknown>) => String(address).split('/').at(-1) ?? ''
const set = async (body: object = {}) =>
  await api.send(triggerRoute.PUT, '/x', { ...about(), body })

beforeEach(async () => {
  workflowId = (await seedWorkflow(api.organization.id, definition)).workflowId
  token = tokenOf((await set({ name: 'Intake forms' })).body)
})
afterEach(() => void vi.restoreAllMocks())

type Sent = { headers?: Record<string, string>; to?: string }
const post = async (body: unknown, { headers = {}, to = token }: Sent = {}) =>
  await api.send(hookRoute.POST, `/api/v2/hooks/workflows/${to}`, {
    as: null,
    params: { token: to },
    body,
    headers,
  })
const patient = { patient: 'Ada Zebra', age: 41 }

const deliveries = async () =>
  (await api.send(deliveriesRoute.GET, '/x', about())).body[
    'items'
  ] as unknown as WebhookDeliveryView[]
const runsOf = async () =>
  await engineDb().select().from(runs).where(eq(runs.workflowId, workflowId))

describe('a delivery', () => {
  it('starts the published version with its body, and is answered with the run alone', async () => {
    const { status, body } = await post({ ...patient, more: { of: 'theirs' } })
    expect({ status, body }).toEqual({ status: 202, body: { runId: expect.any(String) } })
    const [run, ...others] = await runsOf()
    expect(others).toEqual([])
    expect(run).toMatchObject({
      id: body['runId'],
      trigger: 'webhook',
      startedBy: 'Intake forms',
      startData: { ...patient, more: { of: 'theirs' } },
    })
    expect(await deliveries()).toMatchObject([
      { status: 202, reason: null, runId: run?.id, repeats: 0 },
    ])
    const entries = await inOrganization(api.organization.id, (tx) =>
      tx
        .select()
        .from(auditEntries)
        .where(eq(auditEntries.objectId, String(run?.id))),
    )
    expect(entries).toMatchObject([{ action: 'webhook.received', actorName: 'Intake forms' }])
  })

  it('may be form fields, which become numbers and yes or no where the form has them', async () => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded; charset=utf-8' }
    const fields = 'patient=Ada+Zebra&age=41&urgent=true&tag=a&tag=b&code=007'
    expect((await post(fields, { headers })).status).toBe(202)
    const [run] = await runsOf()
    expect(run?.startData).toEqual({
      patient: 'Ada Zebra',
      age: 41,
      urgent: true,
      tag: ['a', 'b'],
      code: '007',
    })
  })

  it('gives start fields values from other places of its body', async () => {
    await set({ fields: { patient: 'who.name' } })
    expect((await post({ who: { name: 'Ada Zebra' } })).status).toBe(202)
    expect((await runsOf())[0]?.startData).toMatchObject({ patient: 'Ada Zebra' })
  })

  it('tells which fields bodies had, without their values', async () => {
    await post({ who: { name: 'Ada Zebra', born: '1984-01-02' } })
    const { body } = await api.send(triggerRoute.GET, '/x', about())
    expect(body['bodyFields']).toEqual([
      { path: 'who.name', type: 'text' },
      { path: 'who.born', type: 'text' },
    ])
  })

  it.each([
    ['no object', 422, '[1]', 'application/json'],
    ['nothing', 422, '', 'application/json'],
    ['no JSON', 400, '{"patient": ', 'application/json'],
    ['XML', 415, '<a/>', 'text/xml'],
  ])('that is %s is refused with %i', async (_what, status, body, type) => {
    const answer = await post(body, { headers: { 'content-type': type } })
    expect(answer).toMatchObject({ status })
    expect(await runsOf()).toEqual([])
    const [refused, ...others] = await deliveries()
    expect(others).toEqual([])
    expect(refused).toMatchObject({ status, runId: null })
    // What could not be read has no fields that the form could lack.
    if (status === 400) {
      const message = expect.stringContaining('cannot be read')
      expect(refused?.reason).toEqual({ code: 'invalid_request', message })
    }
  })

  it('that the form does not take is refused by field, and nothing of it is kept', async () => {
    const answer = await post({ age: 'Ada Zebra', zebra: 1 })
    expect(answer).toMatchObject({ status: 422, body: { error: 'unprocessable' } })
    expect(JSON.stringify(answer.body)).toContain('body.age')
    const [refused] = await deliveries()
    expect(refused).toMatchObject({
      status: 422,
      reason: { code: 'unprocessable', issues: [{ path: 'patient' }, { path: 'age' }] },
    })
    const stored = await engineDb().select().from(webhookDeliveries)
    expect(JSON.stringify(stored)).not.toContain('Zebra')
  })

  it('of more than a megabyte is refused', async () => {
    expect((await post({ patient: 'x'.repeat(1_100_000) })).status).toBe(413)
  })

  it.each([
    ['paused', { pausedAt: new Date() }],
    ['not published', { publishedVersionId: null }],
  ])('to a workflow that is %s is refused without its name', async (_what, change) => {
    await engineDb()
      .update(workflows)
      .set({ ...change, name: 'Zebra clinic' })
      .where(eq(workflows.id, workflowId))
    const answer = await post(patient)
    expect(answer.status).toBe(409)
    expect(JSON.stringify(answer.body)).not.toMatch(/Zebra|w-/)
    expect(await deliveries()).toMatchObject([{ status: 409 }])
    expect(await runsOf()).toEqual([])
  })
})

describe('the same delivery', () => {
  it.each(['Idempotency-Key', 'webhook-id', 'X-GitHub-Delivery'])(
    'by %s starts one run',
    async (name) => {
      await set({ idHeader: 'X-GitHub-Delivery' })
      const headers = { [name]: newId() }
      const first = await post(patient, { headers })
      const again = await post(patient, { headers })
      expect([first.status, again.status]).toEqual([202, 202])
      expect(again.body).toEqual(first.body)
      expect(again.headers.get('idempotent-replayed')).toBe('true')
      expect(await runsOf()).toHaveLength(1)
      expect(await deliveries()).toMatchObject([{ repeats: 1, repeatedAt: expect.any(String) }])
      expect((await post(patient, { headers: { [name]: newId() } })).body).not.toEqual(first.body)
    },
  )

  it('starts one run when it comes ten times at once', async () => {
    const headers = { 'webhook-id': newId() }
    const answers = await Promise.all(Array.from({ length: 10 }, () => post(patient, { headers })))
    expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(202))
    expect(new Set(answers.map(({ body }) => body['runId'])).size).toBe(1)
    expect(await runsOf()).toHaveLength(1)
  })

  it('starts one run when the answer to its commit gets lost', async () => {
    const headers = { 'webhook-id': newId() }
    loseCommitAfter(/^insert into "webhook_deliveries"/)
    const lost = await post(patient, { headers })
    expect(lost.status).toBeGreaterThanOrEqual(500)
    vi.restoreAllMocks()
    const again = await post(patient, { headers })
    expect(again.status).toBe(202)
    expect((await runsOf()).map(({ id }) => id)).toEqual([again.body['runId']])
  })

  it('is refused with another body, and answered after the form has changed', async () => {
    const headers = { 'webhook-id': newId() }
    const first = await post(patient, { headers })
    expect((await post({ patient: 'Bo' }, { headers })).status).toBe(409)
    await engineDb()
      .update(workflows)
      .set({ publishedVersionId: null })
      .where(eq(workflows.id, workflowId))
    expect((await post(patient, { headers })).body).toEqual(first.body)
  })

  it('without an id starts a run each time', async () => {
    await post(patient)
    await post(patient)
    expect(await runsOf()).toHaveLength(2)
  })
})

const hmac = (key: string | Buffer, text: string, as: 'hex' | 'base64' = 'hex') =>
  createHmac('sha256', key).update(text).digest(as)
const now = () => Math.floor(Date.now() / 1000)

describe('a signature', () => {
  const secret = 'a secret of both sides'
  const text = JSON.stringify(patient)
  const old = () => now() - 301

  it.each<[string, number, Record<string, string>]>([
    ['as hex', 202, { 'x-signature': hmac(secret, text) }],
    ['after sha256=', 202, { 'x-signature': `sha256=${hmac(secret, text)}` }],
    ['as Base64', 202, { 'x-signature': hmac(secret, text, 'base64') }],
    ['of another secret', 401, { 'x-signature': hmac('another', text) }],
    ['of another body', 401, { 'x-signature': hmac(secret, `${text} `) }],
    ['that is empty', 401, { 'x-signature': '' }],
    ['in no header', 401, {}],
  ])('of the body, %s: %i', async (_what, status, headers) => {
    await set({ signature: { scheme: 'body', header: 'X-Signature' }, secret })
    expect((await post(text, { headers })).status).toBe(status)
    expect(await runsOf()).toHaveLength(status === 202 ? 1 : 0)
    expect(await deliveries()).toMatchObject([{ status }])
  })

  const stamped = (time: number, key = secret) => hmac(key, `${time}.${text}`)
  it.each<[string, number, () => string]>([
    ['of now', 202, () => `t=${now()},v1=${stamped(now())}`],
    [
      'and one of a former secret',
      202,
      () => `t=${now()},v1=${stamped(now(), 'x')},v1=${stamped(now())}`,
    ],
    ['that is old', 401, () => `t=${old()},v1=${stamped(old())}`],
    ['with another time', 401, () => `t=${now()},v1=${stamped(old())}`],
    ['without a time', 401, () => `v1=${stamped(now())}`],
  ])('with a time, %s: %i', async (_what, status, header) => {
    await set({ signature: { scheme: 'timestamp', header: 'Stripe-Signature' }, secret })
    const headers = { 'stripe-signature': header() }
    expect((await post(text, { headers })).status).toBe(status)
  })

  const key = Buffer.from('0123456789abcdefghijklmn')
  const signed = (id: string, time: number) => hmac(key, `${id}.${time}.${text}`, 'base64')
  it.each<[string, number, () => Record<string, string>]>([
    ['of now', 202, () => ({ 'webhook-signature': `v2,x v1,${signed('m1', now())}` })],
    ['of another id', 401, () => ({ 'webhook-signature': `v1,${signed('m2', now())}` })],
    ['that is missing', 401, () => ({})],
  ])('by Standard Webhooks, %s: %i', async (_what, status, header) => {
    const whsec = `whsec_${key.toString('base64')}`
    await set({ signature: { scheme: 'standard' }, secret: whsec })
    const headers = { 'webhook-id': 'm1', 'webhook-timestamp': String(now()), ...header() }
    expect((await post(text, { headers })).status).toBe(status)
  })

  it('needs its header and its secret, which is sealed and never answered', async () => {
    const signature = { scheme: 'body', header: 'X-Signature' }
    expect((await set({ signature })).status).toBe(400)
    expect((await set({ signature: { scheme: 'body' }, secret })).status).toBe(400)
    expect((await set({ signature: { scheme: 'standard' }, secret: 'not base 64!' })).status).toBe(
      400,
    )
    const whole = await set({ signature, secret })
    expect(whole).toMatchObject({ status: 200, body: { hasSecret: true } })
    // Without another one it stays, until the way of signing is another.
    expect(await set({ signature })).toMatchObject({ body: { hasSecret: true } })
    expect((await set({ signature: { scheme: 'timestamp', header: 'x' } })).status).toBe(400)
    const [row] = await engineDb()
      .select()
      .from(webhookTriggers)
      .where(eq(webhookTriggers.workflowId, workflowId))
    const audit = await inOrganization(api.organization.id, (tx) => tx.select().from(auditEntries))
    for (const stored of [JSON.stringify(row), JSON.stringify(audit), JSON.stringify(whole.body)])
      expect(stored).not.toContain(secret)
    expect(JSON.stringify(row)).not.toContain(token)
    expect(JSON.stringify(audit)).not.toContain(token)
    expect(await set()).toMatchObject({ body: { hasSecret: false } })
  })
})

describe('a challenge', () => {
  type Asked = {
    query?: string
    body?: string
    type?: string
    to?: string
    more?: Record<string, string>
  }
  const slack = JSON.stringify({ token: 'theirs', challenge: '3eZbr<b>', type: 'url_verification' })
  const asked = async (
    method: 'GET' | 'POST',
    { query = '', body, to = token, ...sent }: Asked,
  ) => {
    const request = new Request(`http://localhost:3000/api/v2/hooks/workflows/${to}${query}`, {
      method,
      ...(body === undefined ? {} : { body }),
      headers: { 'content-type': sent.type ?? 'application/json', ...sent.more },
    })
    const answer = await hookRoute[method](request, { token: to })
    const said = { status: answer.status, text: await answer.text() }
    return { ...said, headers: Object.fromEntries(answer.headers) }
  }

  it.each<[string, 'GET' | 'POST', Asked, string]>([
    ['of Slack', 'POST', { body: slack }, '3eZbr<b>'],
    [
      'of Microsoft Graph',
      'POST',
      {
        query: '?validationToken=Validation%3A+Testing+%3Cscript%3E',
        body: '',
        type: 'text/plain',
      },
      'Validation: Testing <script>',
    ],
    [
      'of Meta and WebSub',
      'GET',
      { query: '?hub.mode=subscribe&hub.challenge=1158201444&hub.verify_token=meat&hub.topic=x' },
      '1158201444',
    ],
  ])('%s is told back as a plain text, and starts nothing', async (_who, method, sent, text) => {
    expect(await asked(method, sent)).toMatchObject({
      status: 200,
      text,
      headers: {
        'content-type': 'text/plain; charset=utf-8',
        'x-content-type-options': 'nosniff',
        'cache-control': 'no-store',
      },
    })
    expect(await runsOf()).toEqual([])
    expect(await deliveries()).toEqual([])
    // Not where there is no webhook, or it is off.
    expect(await asked(method, { ...sent, to: 'x' })).toMatchObject({ status: 404 })
    await set({ enabled: false })
    const off = await asked(method, sent)
    expect(off).toMatchObject({ status: 404 })
    expect(off.text).not.toContain(text)
  })

  it.each<[string, 'GET' | 'POST', Asked, number]>([
    ['too long', 'GET', { query: `?hub.challenge=${'x'.repeat(1001)}` }, 400],
    ['with a line break', 'POST', { query: '?validationToken=a%0Ab', body: '' }, 400],
    ['in a body of another kind', 'POST', { body: '{"challenge":"x","patient":"Ada"}' }, 202],
    ['of no text', 'POST', { body: '{"type":"url_verification","challenge":1}' }, 422],
    ['beside a body', 'POST', { query: '?validationToken=x', body: JSON.stringify(patient) }, 202],
  ])('%s is none: %s %j is %i', async (_what, method, sent, status) => {
    const answer = await asked(method, sent)
    expect(answer).toMatchObject({ status })
    expect(answer.headers['content-type']).toContain('application/json')
    expect(await runsOf()).toHaveLength(status === 202 ? 1 : 0)
  })

  it('in a body is signed like any other', async () => {
    const secret = 'a secret of both sides'
    await set({ signature: { scheme: 'body', header: 'X-Signature' }, secret })
    expect(await asked('POST', { body: slack })).toMatchObject({ status: 401 })
    const signature = createHmac('sha256', secret).update(slack).digest('hex')
    const more = { 'x-signature': signature }
    expect(await asked('POST', { body: slack, more })).toMatchObject({ status: 200 })
  })
})

describe('an address', () => {
  const unknown = {
    status: 404,
    body: {
      error: 'not_found',
      message: expect.stringContaining('no webhook'),
      statusCode: 404,
      details: {},
    },
  }
  const rotate = async (body: object) =>
    await api.send(rotateRoute.POST, '/x', { ...about(), body })

  it('is 404 when it is none, is another’s with one letter changed, or is off', async () => {
    const other = Buffer.from(token, 'base64url')
    other[40] = (other[40] ?? 0) ^ 1
    for (const to of ['x', 'a'.repeat(64), other.toString('base64url')])
      expect(await post(patient, { to })).toMatchObject(unknown)
    await set({ enabled: false })
    expect(await post(patient)).toMatchObject(unknown)
    await set({ enabled: true })
    expect((await post(patient)).status).toBe(202)
    expect(await runsOf()).toHaveLength(1)
  })

  it('ends when it is replaced, at once or after a day', async () => {
    const kept = await rotate({ keepOld: true })
    expect(kept).toMatchObject({ status: 200, body: { previousUntil: expect.any(String) } })
    expect((await post(patient)).status).toBe(202)
    expect((await post(patient, { to: tokenOf(kept.body) })).status).toBe(202)
    await engineDb()
      .update(webhookTriggers)
      .set({ previousUntil: new Date(Date.now() - 1000) })
      .where(eq(webhookTriggers.workflowId, workflowId))
    expect(await post(patient)).toMatchObject(unknown)
    const second = tokenOf(kept.body)
    const ended = await rotate({ keepOld: false })
    expect(ended.body['previousUntil']).toBeNull()
    expect(await post(patient, { to: second })).toMatchObject(unknown)
    expect((await post(patient, { to: tokenOf(ended.body) })).status).toBe(202)
  })

  it('answers GET without starting anything', async () => {
    const get = async (to: string) =>
      await api.send(hookRoute.GET, '/x', { as: null, params: { token: to } })
    expect(await get(token)).toMatchObject({
      status: 200,
      body: { message: expect.stringContaining('POST') },
    })
    expect(await get('x')).toMatchObject(unknown)
    expect(await runsOf()).toEqual([])
  })

  it('is told to those who edit the workflow, and to no other organization', async () => {
    expect((await api.send(triggerRoute.GET, '/x', { ...about(), as: 'worker' })).status).toBe(403)
    const organization = await organizationWithKeys()
    const answer = await api.send(triggerRoute.GET, '/x', { ...about(), organization })
    expect(answer.status).toBe(404)
    const list = await api.send(deliveriesRoute.GET, '/x', { ...about(), organization })
    expect(list.status).toBe(404)
  })
})

describe('too many deliveries', () => {
  const limits = { ...env().RATE_LIMITS }
  afterEach(async () => {
    env().RATE_LIMITS = limits
    await authDb().update(organizations).set({ startsPerMinute: null })
  })

  it('to one address are 429 with Retry-After', async () => {
    env().RATE_LIMITS = { ...limits, key: 2 }
    for (const status of [202, 202, 429]) expect((await post(patient)).status).toBe(status)
    const refused = await post(patient)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(await runsOf()).toHaveLength(2)
  })

  it('are counted as starts of the organization, repeats not', async () => {
    await authDb().update(organizations).set({ startsPerMinute: 1 })
    const headers = { 'webhook-id': newId() }
    expect((await post(patient, { headers })).status).toBe(202)
    expect(await post(patient)).toMatchObject({
      status: 429,
      body: { details: { limit: 'starts' } },
    })
    expect((await post(patient, { headers })).status).toBe(202)
    expect(await runsOf()).toHaveLength(1)
  })

  it('that are refused are not all kept, and old ones go', async () => {
    for (let count = 0; count < 55; count++) await post('', { headers: { 'webhook-id': 'same' } })
    await post(patient)
    const stored = async () =>
      await engineDb()
        .select()
        .from(webhookDeliveries)
        .where(eq(webhookDeliveries.workflowId, workflowId))
    expect(await stored()).toHaveLength(51)
    await engineDb()
      .update(webhookDeliveries)
      .set({ createdAt: new Date(Date.now() - 31 * 24 * 3_600_000) })
      .where(eq(webhookDeliveries.status, 422))
    await pruneWebhookDeliveries()
    expect(await stored()).toMatchObject([{ status: 202 }])
  })
})

it('is 503 with Retry-After while the installation is behind, but for repeats', async () => {
  const headers = { 'webhook-id': newId() }
  const first = await post(patient, { headers })
  const numbers = { queue: { due: 1, dueSeconds: env().SHED_AFTER_SECONDS * 5, later: 0 } }
  await engineDb().insert(serviceNumbers).values({ at: new Date(), numbers })
  const refused = await until('a refusal', async () => {
    const answer = await post(patient)
    return answer.status === 503 ? answer : undefined
  })
  expect(refused.headers.get('retry-after')).toBe('30')
  expect((await deliveries()).map(({ status }) => status)).not.toContain(503)
  expect((await post(patient, { headers })).body).toEqual(first.body)
})
