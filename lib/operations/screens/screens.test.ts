import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { inOrganization } from '#db/client'
import { auditEntries } from '#db/schema/records'
import { runs, screenDrafts } from '#db/schema/runs'
import type { InboxItem, ScreenView } from '#lib/contracts/runs/screens'
import type { Definition } from '#lib/domain/workflow/definition'
import { newId } from '#lib/ids'
import { organizationWithKeys, useApi } from '#test/harness/api'
import { endpointsAt } from '#test/harness/endpoints-at'
import { graph } from '#test/samples/graph'
import { signedIn, type Person } from '#test/samples/person'
import { seedWorkflow } from '#test/harness/seed-organization'
import { until } from '#test/harness/until'
import { useWorker } from '#test/harness/worker'

const claimRoute = endpointsAt('/api/v2/screens/{taskId}/claim')
const completeRoute = endpointsAt('/api/v2/screens/{taskId}/complete')
const draftRoute = endpointsAt('/api/v2/screens/{taskId}/draft')
const releaseRoute = endpointsAt('/api/v2/screens/{taskId}/release')
const screenRoute = endpointsAt('/api/v2/screens/{taskId}')
const screensRoute = endpointsAt('/api/v2/screens')
const cancelTaskRoute = endpointsAt('/api/v2/task/{taskId}/cancel')
const startRoute = endpointsAt('/api/v2/workflows/{id}/runs')

const api = useApi()
useWorker()

type Sent = Parameters<typeof api.send>[2]
type Routes = Partial<Record<'GET' | 'POST' | 'PUT', typeof claimRoute.POST>>
let ada: Person
let bea: Person
let owner: Person
beforeAll(async () => {
  ada = await signedIn(api.organization.id, 'worker', 'Ada')
  bea = await signedIn(api.organization.id, 'worker', 'Bea')
  owner = await signedIn(api.organization.id, 'owner', 'Olive')
})

const form = {
  type: 'object',
  required: ['decision'],
  properties: {
    decision: { type: 'string', enum: ['approved', 'denied'] },
    comment: { type: 'string' },
  },
}

/**
 * A workflow of one step before the screen, the screen, and one after it that gives what it was
 * answered.
 */
function review(more: { hook?: string; priority?: number; title?: string } = {}): Definition {
  return graph('prepare -> look -> after', {
    prepare: { type: 'transform', config: { value: { found: 3 } } },
    look: {
      type: 'screen',
      title: 'Look',
      config: {
        title: more.title ?? 'Review referral',
        instructions: 'Decide.',
        show: [{ label: 'Found', value: { $: 'steps.prepare.output.found' } }],
        schema: form,
        data: { comment: 'as usual' },
      },
      ...(more.hook === undefined ? {} : { before_complete: more.hook }),
      ...(more.priority === undefined ? {} : { priority: more.priority }),
    },
    after: { type: 'transform', config: { value: { $: 'steps.look.output' } } },
  })
}

const send = (
  routes: Routes,
  method: keyof Routes,
  taskId: string,
  action: string,
  person: Person | null,
  body?: unknown,
  more: Sent = {},
) => {
  const handler = routes[method]
  if (!handler) throw new Error(`no ${method}`)
  return api.send(handler, `/api/v2/screens/${taskId}${action}`, {
    method,
    params: { taskId },
    ...(body === undefined ? {} : { body }),
    ...(person
      ? { as: null, headers: { 'content-type': 'application/json', ...person.headers } }
      : {}),
    ...more,
  })
}
const look = async (taskId: string, person: Person | null = ada) =>
  (await send(screenRoute, 'GET', taskId, '', person)).body as unknown as ScreenView
const complete = (taskId: string, output: unknown, person: Person | null = ada) =>
  send(completeRoute, 'POST', taskId, '/complete', person, { output })
const claim = (taskId: string, person: Person, body?: unknown) =>
  send(claimRoute, 'POST', taskId, '/claim', person, body)
const release = (taskId: string, person: Person) =>
  send(releaseRoute, 'POST', taskId, '/release', person)
const saveDraft = (taskId: string, data: unknown, person: Person) =>
  send(draftRoute, 'PUT', taskId, '/draft', person, { data })
const inbox = async (query = '', person: Person | null = ada, more: Sent = {}) => {
  const answer = await api.send(
    screensRoute.GET,
    `/api/v2/screens${query}`,
    person ? { as: null, headers: person.headers, ...more } : more,
  )
  return { ...answer, items: answer.body['items'] as InboxItem[] }
}

/** A run that waits at its screen. */
async function open(
  definition: Definition = review(),
  workflow?: string,
): Promise<{ taskId: string; runId: string; workflowId: string }> {
  const workflowId = workflow ?? (await seedWorkflow(api.organization.id, definition)).workflowId
  const { body } = await api.send(startRoute.POST, `/api/v2/workflows/${workflowId}/runs`, {
    params: { id: workflowId },
    body: { startData: { patient: 'EMR-1001' } },
  })
  const runId = String(body['id'])
  const item = await until('the screen', async () =>
    (await inbox(`?workflow=${workflowId}&limit=200`)).items.find((one) => one.runId === runId),
  )
  return { taskId: item.taskId, runId, workflowId }
}
const outputOf = async (runId: string) =>
  await until('the end of the run', async () => {
    const [run] = await inOrganization(api.organization.id, (tx) =>
      tx.select().from(runs).where(eq(runs.id, runId)),
    )
    return run?.status === 'completed' ? run : undefined
  })
const auditOf = (taskId: string) =>
  inOrganization(api.organization.id, (tx) =>
    tx.select().from(auditEntries).where(eq(auditEntries.objectId, taskId)),
  )

it('names in the audit log which fields of an answer a person corrected, without values', async () => {
  const field = (name: string) => ({
    name,
    title: name,
    value: 'proposed',
    state: 'supported',
    problem: null,
    confidence: 1,
    places: [],
  })
  const answer = {
    values: {},
    fields: [field('kept'), field('changed')],
    note: null,
    files: [],
    model: null,
    prompt: 'rules/1',
    usage: { inputTokens: 0, outputTokens: 0 },
    dollars: 0,
    replaced: false,
  }
  const definition = graph('ask -> look', {
    ask: { type: 'transform', config: { value: answer } },
    look: { type: 'screen', config: { title: 'Check', review: { $: 'steps.ask.output' } } },
  })
  const { taskId, runId } = await open(definition)
  expect((await look(taskId)).screen?.data).toEqual({ kept: 'proposed', changed: 'proposed' })
  await complete(taskId, { kept: 'proposed', changed: 'corrected' })
  expect((await outputOf(runId)).status).toBe('completed')
  const [entry] = (await auditOf(taskId)).filter(({ action }) => action === 'screen.completed')
  expect(entry?.details).toEqual({ runId, corrected: ['changed'] })
})

describe('the inbox', () => {
  it('is completed once by one Idempotency-Key, and answers alike to whoever lost the answer', async () => {
    const { taskId } = await open()
    const headers = { ...ada.headers, 'idempotency-key': 'complete once' }
    const send = (decision: string) =>
      api.send(completeRoute.POST, `/api/v2/screens/${taskId}/complete`, {
        params: { taskId },
        body: { output: { decision } },
        as: null,
        headers,
      })
    const first = await send('approved')
    const second = await send('approved')
    expect([first.status, second.status, second.body]).toEqual([200, 200, first.body])
    expect(second.headers.get('idempotent-replayed')).toBe('true')
    const other = await send('denied')
    expect(other).toMatchObject({ status: 409, body: { error: 'idempotency_key_reused' } })
  })

  it('shows the highest priority first, then the oldest, page by page', async () => {
    const { workflowId } = await seedWorkflow(
      api.organization.id,
      graph('low\nhigh', {
        low: { type: 'screen', priority: 1, config: { title: 'Low' } },
        high: { type: 'screen', priority: 10, config: { title: 'High' } },
      }),
    )
    const first = (await open(undefined, workflowId)).runId
    const second = (await open(undefined, workflowId)).runId
    await until(
      'four screens',
      async () => (await inbox(`?workflow=${workflowId}`)).items.length === 4,
    )
    const seen: InboxItem[] = []
    let cursor: unknown
    do {
      const page = await inbox(
        `?workflow=${workflowId}&limit=1${cursor ? `&cursor=${String(cursor)}` : ''}`,
      )
      seen.push(...page.items)
      cursor = page.body['nextCursor']
    } while (cursor)
    expect(seen.map(({ title, runId }) => [title, runId])).toEqual([
      ['High', first],
      ['High', second],
      ['Low', first],
      ['Low', second],
    ])
    expect(seen[0]).toMatchObject({
      workflow: { id: workflowId },
      priority: 10,
      claim: null,
      hasDraft: false,
      openedAt: expect.stringMatching(/^\d{4}-.*Z$/),
    })
  })

  it('filters by claim, and tells what is mine', async () => {
    const { taskId, workflowId } = await open()
    const of = async (who: Person, kind: string) =>
      (await inbox(`?workflow=${workflowId}&claim=${kind}`, who)).items.map((item) => [
        item.taskId,
        item.claim?.mine,
      ])
    expect(await of(ada, 'unclaimed')).toEqual([[taskId, undefined]])
    await claim(taskId, ada)
    expect([
      await of(ada, 'mine'),
      await of(bea, 'mine'),
      await of(bea, 'unclaimed'),
      await of(bea, 'any'),
    ]).toEqual([[[taskId, true]], [], [], [[taskId, false]]])
  })

  it('is of one organization', async () => {
    const { taskId } = await open()
    const organization = await organizationWithKeys()
    expect((await inbox('', null, { organization })).items).toEqual([])
    expect(
      (await send(screenRoute, 'GET', taskId, '', null, undefined, { organization })).status,
    ).toBe(404)
    expect(
      (
        await send(
          completeRoute,
          'POST',
          taskId,
          '/complete',
          null,
          { output: { decision: 'denied' } },
          { organization },
        )
      ).status,
    ).toBe(404)
  })

  it.each([
    'claim=yours',
    'limit=0',
    'cursor=x',
    `cursor=${Buffer.from('[1,2,3]').toString('base64url')}`,
    'status=open',
  ])('refuses %s', async (query) => {
    expect((await inbox(`?${query}`)).status).toBe(400)
  })
})

describe('a screen', () => {
  it('shows what was found and asks what the step says', async () => {
    const { taskId, runId } = await open()
    const view = await look(taskId)
    expect(view).toMatchObject({
      taskId,
      runId,
      stepId: 'look',
      status: 'suspended',
      draft: null,
      claim: null,
      screen: {
        title: 'Review referral',
        instructions: 'Decide.',
        show: [{ label: 'Found', value: 3 }],
        schema: form,
        data: { comment: 'as usual' },
      },
      run: { startedBy: 'owner', trigger: 'api', version: 1 },
    })
    expect(
      (await auditOf(taskId)).map(({ action, actorName }) => [action, actorName]),
    ).toContainEqual(['screen.read', 'Ada'])
  })

  it('keeps what each person typed, the last save of each', async () => {
    const { taskId, workflowId } = await open()
    await saveDraft(taskId, { comment: 'a' }, ada)
    expect(
      (await saveDraft(taskId, { comment: 'ab', decision: 'nonsense so far' }, ada)).status,
    ).toBe(200)
    await saveDraft(taskId, { comment: 'b' }, bea)
    expect((await look(taskId, ada)).draft?.data).toEqual({
      comment: 'ab',
      decision: 'nonsense so far',
    })
    expect((await look(taskId, bea)).draft?.data).toEqual({ comment: 'b' })
    expect((await look(taskId, owner)).draft).toBeNull()
    expect((await inbox(`?workflow=${workflowId}`, ada)).items[0]?.hasDraft).toBe(true)
    expect((await inbox(`?workflow=${workflowId}`, owner)).items[0]?.hasDraft).toBe(false)
  })

  it('is claimed by one person; an owner may take it over', async () => {
    const { taskId } = await open()
    const answers = await Promise.all([claim(taskId, ada), claim(taskId, bea)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    const [winner, loser] = answers[0]?.status === 200 ? [ada, bea] : [bea, ada]
    expect(await claim(taskId, loser)).toMatchObject({
      status: 409,
      body: { error: 'conflict', details: { claimedBy: winner.actor.name } },
    })
    expect((await claim(taskId, winner)).status).toBe(200)
    expect((await claim(taskId, loser, { takeOver: true })).status).toBe(403)
    expect((await release(taskId, loser)).status).toBe(409)
    expect(await complete(taskId, { decision: 'denied' }, loser)).toMatchObject({
      status: 409,
      body: { details: { claimedBy: winner.actor.name } },
    })
    expect(await claim(taskId, owner, { takeOver: true })).toMatchObject({
      status: 200,
      body: { claim: { name: 'Olive', mine: true } },
    })
    expect((await complete(taskId, { decision: 'denied' }, winner)).status).toBe(409)
    expect(await release(taskId, owner)).toMatchObject({ status: 200, body: { claim: null } })
    expect((await release(taskId, loser)).status).toBe(200)
    expect((await complete(taskId, { decision: 'denied' }, loser)).status).toBe(200)
  })

  it.each<[string, Sent, number]>([
    ['no credential', { headers: { 'content-type': 'application/json' } }, 401],
    [
      'a foreign origin',
      { headers: { 'content-type': 'application/json', origin: 'https://evil.example' } },
      403,
    ],
    ['an id that is none', { params: { taskId: 'x' } }, 400],
    ['an unknown screen', { params: { taskId: newId() } }, 404],
    ['no body', { body: undefined }, 400],
    ['no output', { body: {} }, 400],
    ['an unknown field', { body: { output: {}, outputs: {} } }, 400],
  ])('refuses a completion with %s', async (what, sent, status) => {
    const { taskId } = await open()
    const cookie = what === 'no credential' ? {} : ada.headers
    const answer = await api.send(completeRoute.POST, `/api/v2/screens/${taskId}/complete`, {
      params: { taskId },
      body: { output: { decision: 'denied' } },
      as: null,
      ...sent,
      headers: { ...cookie, ...sent?.headers },
    })
    expect(answer.status).toBe(status)
    expect((await look(taskId)).status).toBe('suspended')
  })
})

describe('completing', () => {
  it('goes on with the answer, and says what comes next for this person', async () => {
    // Somebody who has nothing of their own yet: that would come first.
    const eve = await signedIn(api.organization.id, 'worker', 'Eve')
    const { taskId, runId, workflowId } = await open(review({ priority: 500_000 }))
    const next = await open(undefined, workflowId)
    const others = await open(undefined, workflowId)
    await claim(next.taskId, bea)
    await saveDraft(taskId, { comment: 'x' }, eve)
    const answer = { decision: 'approved', comment: 'fine' }
    expect(await complete(taskId, answer, eve)).toMatchObject({
      status: 200,
      body: { taskId, runId, next: { taskId: others.taskId, title: 'Review referral' } },
    })
    expect((await outputOf(runId)).output).toEqual({
      after: { decision: 'approved', comment: 'fine' },
    })
    expect(await look(taskId, eve)).toMatchObject({
      status: 'completed',
      screen: null,
      draft: null,
      completedBy: 'Eve',
    })
    expect(
      (await auditOf(taskId)).map(({ action, actorName }) => [action, actorName]),
    ).toContainEqual(['screen.completed', 'Eve'])
    for (const answer of [
      await complete(taskId, { decision: 'denied' }),
      await saveDraft(taskId, {}, ada),
      await claim(taskId, ada),
    ])
      expect(answer).toMatchObject({ status: 409, body: { error: 'conflict' } })
    await complete(next.taskId, { decision: 'denied' }, bea)
    await complete(others.taskId, { decision: 'denied' }, bea)
  })

  it('is possible for a system, with its key', async () => {
    const { taskId, runId } = await open()
    expect((await complete(taskId, { decision: 'denied' }, null)).status).toBe(200)
    expect((await outputOf(runId)).output).toEqual({ after: { decision: 'denied' } })
  })

  it('names every field that does not fit, keeps what was sent, and stays open', async () => {
    const { taskId } = await open()
    expect(await complete(taskId, { decision: 'perhaps', comment: 7 })).toMatchObject({
      status: 400,
      body: {
        error: 'invalid_request',
        details: {
          issues: expect.arrayContaining([
            { path: 'output.decision', message: 'This must be one of: approved, denied.' },
            { path: 'output.comment', message: 'This must be a text.' },
          ]),
        },
      },
    })
    expect(await complete(taskId, {})).toMatchObject({
      status: 400,
      body: { details: { issues: [{ path: 'output.decision' }] } },
    })
    expect(await complete(taskId, 'denied')).toMatchObject({
      status: 400,
      body: { details: { issues: [{ path: 'output' }] } },
    })
    expect((await look(taskId)).status).toBe('suspended')
  })

  it.each([1, 2, 3])('takes one of several at once (%i)', async () => {
    const { taskId, runId } = await open(
      review({ hook: 'export default async ({ output, user }) => ({ ...output, by: user.name })' }),
    )
    const answers = await Promise.all([
      complete(taskId, { decision: 'approved' }, ada),
      complete(taskId, { decision: 'denied' }, bea),
      complete(taskId, { decision: 'denied' }, owner),
    ])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409])
    const winner = ['Ada', 'Bea', 'Olive'][answers.findIndex(({ status }) => status === 200)]
    expect((await outputOf(runId)).output).toMatchObject({ after: { by: winner } })
    expect(
      (await auditOf(taskId)).filter(({ action }) => action === 'screen.completed'),
    ).toHaveLength(1)
  })

  it('is not possible once the task is cancelled', async () => {
    const { taskId } = await open()
    await api.send(cancelTaskRoute.POST, `/api/v2/task/${taskId}/cancel`, { params: { taskId } })
    expect((await complete(taskId, { decision: 'denied' })).status).toBe(409)
    expect(await look(taskId)).toMatchObject({ status: 'cancelled', screen: null })
  })
})

describe('before_complete', () => {
  const answer = { decision: 'approved', comment: 'typed' }
  async function tryHook(hook: string) {
    const { taskId, runId } = await open(review({ hook }))
    return { taskId, runId, answer: await complete(taskId, answer) }
  }

  it('sees output, start, steps, task and user, and may replace the output', async () => {
    const {
      taskId,
      runId,
      answer: completed,
    } = await tryHook(`
      type Input = { output: { decision: string }; start: { patient: string } };
      export default async ({ output, start, steps, task, user }: Input & Record<string, any>) =>
        ({ decision: output.decision, patient: start.patient, found: steps.prepare.output.found, stepId: task.stepId, taskId: task.id, user: user.name })`)
    expect(completed.status).toBe(200)
    expect((await outputOf(runId)).output).toEqual({
      after: {
        decision: 'approved',
        patient: 'EMR-1001',
        found: 3,
        stepId: 'look',
        taskId,
        user: 'Ada',
      },
    })
  })

  it('in a loop sees the item, the steps of its body, those around the loop, and the start', async () => {
    const hook =
      'export default async ({ item, start, steps }) => ({ seen: ' +
      '[item, start.patient, steps.list.output, steps.prepare.output] })'
    const definition = graph('list -> loop -each-> prepare -> look', {
      list: { type: 'transform', config: { value: { $: '["a", "b"]' } } },
      loop: { type: 'for-each', config: { items: { $: 'steps.list.output' } } },
      prepare: { type: 'transform', config: { value: { $: 'item & "!"' } } },
      look: { type: 'screen', config: { title: { $: '"About " & item' } }, before_complete: hook },
    })
    const { workflowId } = await seedWorkflow(api.organization.id, definition)
    const { body } = await api.send(startRoute.POST, `/api/v2/workflows/${workflowId}/runs`, {
      params: { id: workflowId },
      body: { startData: { patient: 'EMR-1001' } },
    })
    const open = await until('two screens', async () => {
      const { items } = await inbox(`?workflow=${workflowId}`)
      return items.length === 2 ? items : undefined
    })
    for (const { taskId } of open) expect((await complete(taskId, {})).status).toBe(200)
    const seen = (item: string) => ({ seen: [item, 'EMR-1001', ['a', 'b'], `${item}!`] })
    expect((await outputOf(String(body['id']))).output).toMatchObject({
      loop: { results: [seen('a'), seen('b')] },
    })
  })

  it('may return what Postgres cannot hold: it is cleaned', async () => {
    const { runId, answer: completed } = await tryHook(
      `export default () => ({ 'a\\u0000': '\\ud83d' })`,
    )
    expect(completed.status).toBe(200)
    expect((await outputOf(runId)).output).toEqual({ after: { 'a\uFFFD': '\uFFFD' } })
  })

  it('leaves the output as it is when it returns nothing', async () => {
    const { runId } = await tryHook('export default () => {}')
    expect((await outputOf(runId)).output).toEqual({ after: answer })
  })

  it.each([
    [
      '422 with issues',
      "throw new ApiError(422, 'An approval needs an authorization number.', { issues: " +
        "[{ path: 'authorizationNumber', message: 'Enter the number.' }] })",
      422,
      { issues: [{ path: 'authorizationNumber', message: 'Enter the number.' }] },
    ],
    ['400', `throw new ApiError(400, 'No.')`, 400, {}],
    ['409 with details', `throw new ApiError(409, 'Taken.', { by: 'x' })`, 409, { by: 'x' }],
    ['418', `throw new ApiError(418, 'Tea.')`, 418, {}],
    ['503', `throw new ApiError(503, 'Later.', { after: 5 })`, 503, { after: 5 }],
  ])('refuses with its own status: %s', async (_what, statement, status, details) => {
    const { taskId, answer: refused } = await tryHook(`export default async () => { ${statement} }`)
    expect(refused).toMatchObject({
      status,
      body: {
        error: 'hook_refused',
        statusCode: status,
        message: /'([^']*)'/.exec(statement)?.[1],
      },
    })
    expect(refused.body['details']).toEqual(details)
    expect(await look(taskId)).toMatchObject({ status: 'suspended', draft: { data: answer } })
    expect((await auditOf(taskId)).map(({ action }) => action)).not.toContain('screen.completed')
  })

  it.each([
    ['any other throw', `\nthrow new TypeError('cannot read it')`, 'cannot read it', 2],
    ['a text that is thrown', `throw 'just a text'`, 'just a text', null],
    ['a status that is no failure', `throw new ApiError(200, 'x')`, '', null],
    ['an endless loop', 'for (;;) {}', '2 s', null],
    ['too much memory', `const all = []; for (;;) all.push('x'.repeat(1e6))`, '', null],
    ['a way out', `return process.env`, 'process', null],
    [
      'a result that is too deep',
      `let deep = {}; for (let i = 0; i < 1e5; i++) deep = { deep }; return deep`,
      '',
      null,
    ],
  ])(
    'fails as the hook, not as the service: %s',
    async (_what, statement, text, line) => {
      const { taskId, answer: failed } = await tryHook(
        `export default async () => { ${statement} }`,
      )
      expect(failed).toMatchObject({
        status: 500,
        body: { error: 'hook_failed', statusCode: 500, message: expect.stringContaining(text) },
      })
      expect(failed.body['details']).toMatchObject(
        line === null
          ? { message: expect.stringContaining(text) }
          : { message: expect.stringContaining(text), line },
      )
      expect(await look(taskId)).toMatchObject({ status: 'suspended', draft: { data: answer } })
      // Long work has the lowest priority: on a busy machine its two seconds of CPU take long.
    },
    60_000,
  )

  it('may succeed at the next try, and then its draft is gone', async () => {
    const { taskId, runId } = await open(
      review({
        hook:
          'export default async ({ output }) => { if (!output.comment) throw new ' +
          "ApiError(422, 'Say why.') }",
      }),
    )
    expect((await complete(taskId, { decision: 'denied' })).status).toBe(422)
    expect((await complete(taskId, { decision: 'denied', comment: 'because' })).status).toBe(200)
    await outputOf(runId)
    expect(
      await inOrganization(api.organization.id, (tx) =>
        tx.select().from(screenDrafts).where(eq(screenDrafts.taskId, taskId)),
      ),
    ).toEqual([])
  })

  it('gives what Postgres can keep', async () => {
    const { runId } = await tryHook(`export default () => ({ text: 'a\\u0000b\\ud800c' })`)
    expect((await outputOf(runId)).output).toEqual({ after: { text: 'a\uFFFDb\uFFFDc' } })
  })

  it('runs outside any transaction', async () => {
    const { taskId } = await open(
      review({
        hook: 'export default () => { const end = Date.now() + 800; while (Date.now() < end) {} }',
      }),
    )
    const completing = complete(taskId, answer)
    // The draft is saved before the hook runs: from then on the hook has the floor, and nothing is
    // locked meanwhile.
    await until('the hook to run', async () => (await look(taskId, ada)).draft)
    const before = Date.now()
    expect((await saveDraft(taskId, { comment: 'meanwhile' }, bea)).status).toBe(200)
    expect((await claim(taskId, ada)).status).toBe(200)
    expect(Date.now() - before).toBeLessThan(700)
    expect((await completing).status).toBe(200)
  })
})
