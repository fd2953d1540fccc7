import { sql } from 'drizzle-orm'
import { expect, it, test, vi } from 'vitest'
import { engineDb, inOrganization } from '#db/client'
import type { Definition } from '#lib/domain/workflow/definition'
import { metrics } from '#lib/metrics'
import { aroundStatements } from '#test/harness/around-statements'
import { useApi } from '#test/harness/api'
import { graph } from '#test/samples/graph'
import { notAhead } from '#test/samples/not-ahead'
import { runCalls, screen, transform } from '#test/harness/run-calls'
import { attemptsCounted, rowsOf } from '#test/harness/run-rows'
import { useWorker } from '#test/harness/worker'
import { loadRunTotals } from '#lib/engine/store/reads/run-totals'
import { endpointsAt } from '#test/harness/endpoints-at'

const pauseRoute = endpointsAt('/api/v2/workflows/{id}/pause')

const api = useApi()
useWorker()
const { publish, start, read, inStatus, actionsOn } = runCalls(api)

/**
 * Two runs of a workflow: this process does not know the first one's version yet, so a worker plays
 * it; the other one may be worked out ahead.
 */
async function twice(definition: Definition, startData: unknown = {}) {
  const id = await publish(definition)
  const first = await start(id, { startData })
  const second = await start(id, { startData })
  expect([first.status, second.status, first.body['status']]).toEqual([202, 202, 'running'])
  return {
    id,
    played: String(first.body['id']),
    next: String(second.body['id']),
    status: second.body['status'],
  }
}

const named = (texts: Record<string, string>) =>
  Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, { $: text }]))
const nasty = 'a "quoted" \\ {brace}, \'tick\' \n new line, NULL, ü 漢字 🙂'
const drawn: [name: string, Definition, unknown?][] = [
  ['one step', graph('one', { one: transform({ $: 'start.n * 2' }) }), { n: 21 }],
  [
    'a chain',
    graph('a -> b -> c', {
      a: transform({ $: 'start.n' }),
      b: transform({ sum: { $: 'steps.a.output + 1' } }),
      c: transform({ $: 'steps.a.output + steps.b.output.sum' }),
    }),
    { n: 3 },
  ],
  [
    'two branches and a join',
    graph('a -true-> b -> d\na -false-> c -> d', {
      a: { type: 'condition', config: { when: { $: 'start.n > 2' } } },
      b: transform(1),
      c: transform(2),
      d: transform({ b: { $: 'steps.b.output' }, c: { $: 'steps.c.output' } }),
    }),
    { n: 3 },
  ],
  [
    'a switch',
    graph('a -one-> b\na -two-> c\na -default-> d', {
      a: {
        type: 'switch',
        config: {
          cases: [
            { name: 'one', when: { $: 'start.n = 1' } },
            { name: 'two', when: { $: 'start.n = 2' } },
          ],
        },
      },
      b: transform(1),
      c: transform(2),
      d: transform(3),
    }),
    { n: 9 },
  ],
  [
    'parallel branches',
    graph('a -> b -> d\na -> c -> d', {
      a: transform({ $: 'start' }),
      b: transform({ $: 'steps.a.output.x' }),
      c: transform({ $: 'steps.a.output.y' }),
      d: transform(named({ x: 'steps.b.output', y: 'steps.c.output' })),
    }),
    { x: [1, 2], y: { z: null } },
  ],
  [
    'nothing found, null and no text',
    graph('a -> b', {
      a: transform({ $: 'start.missing' }),
      b: transform({ null: null, none: { $: 'steps.a.output' }, empty: '' }),
    }),
  ],
  [
    'text that has to be quoted',
    graph('a -> b', {
      a: { ...transform({ $: 'start.text & " - " & start.text' }), title: nasty },
      b: transform({ [nasty]: { $: 'start.text' } }),
    }),
    { text: nasty },
  ],
]

test.each(drawn)(
  '%s: a run that is worked out ahead is in nothing different from one that a worker played',
  async (_name, definition, startData) => {
    const { played, next, status } = await twice(definition, startData)
    expect(status).toBe('completed')
    await inStatus(played, 'completed')
    expect(await rowsOf(next)).toEqual(await rowsOf(played))
    const { rows: found } = await engineDb().execute(
      sql`select fields, words from run_search where run_id in (${played}, ${next})`,
    )
    expect(found).toHaveLength(2)
    expect(found[0]).toEqual(found[1])
    expect(await actionsOn(next)).toEqual(['run.started'])
  },
)

it('is one statement, without a job; who waits has the run in the same answer', async () => {
  const { id, played } = await twice(graph('one', { one: transform({ $: 'start.n + 1' }) }), {
    n: 1,
  })
  // What the worker still writes of that run would be seen among the statements below.
  await inStatus(played, 'completed')
  const before =
    (await metrics.runsEnded.get()).values.find(({ labels }) => labels.status === 'completed')
      ?.value ?? 0
  const { body: waited } = await start(id, { startData: { n: 5 } }, { prefer: 'wait=20' })
  expect(waited).toMatchObject({
    status: 'completed',
    output: { one: 6 },
    tasks: [{ key: 'one', status: 'completed', output: 6, attempt: 1 }],
  })
  const names: string[] = []
  aroundStatements(async (name, send) => {
    names.push(name)
    return await send()
  })
  const { body } = await start(id, { startData: { n: 6 } })
  vi.restoreAllMocks()
  expect(body['status']).toBe('completed')
  expect(names.filter((name) => /add_job|enqueue|commit:|look-at/.test(name))).toEqual([])
  const { rows: jobs } = await engineDb().execute(
    sql`select from graphile_worker._private_jobs where key like ${`%${String(body['id'])}%`}`,
  )
  expect(jobs).toEqual([])
  expect(
    (await metrics.runsEnded.get()).values.find(({ labels }) => labels.status === 'completed')
      ?.value,
  ).toBeGreaterThanOrEqual(before + 2)
})

test.each<(typeof notAhead)[number]>([
  ['a person who is asked', graph('a -> b', { a: transform(1), b: screen })],
  ...notAhead,
])('%s: the run goes through the queue', async (_name, definition, startData) => {
  const { played, next, status } = await twice(definition, startData)
  expect(status).toBe('running')
  const end = definition.steps.some(({ type }) => type === 'screen') ? 'suspended' : 'completed'
  const one = await inStatus(played, end)
  const other = await inStatus(next, end)
  expect(other.tasks.map(({ key, status: is, output }) => [key, is, output])).toEqual(
    one.tasks.map(({ key, status: is, output }) => [key, is, output]),
  )
})

it('leaves a failure to a worker, which tells it once', async () => {
  const definition = graph(
    'a -> b',
    {
      a: transform({ $: 'start.n' }),
      b: { type: 'condition', config: { when: { $: 'steps.a.output' } } },
    },
    { settings: { failureEmails: ['ops@example.org'] } as Definition['settings'] },
  )
  const { next, status } = await twice(definition, { n: 'neither' })
  expect(status).toBe('running')
  const run = await inStatus(next, 'failed')
  expect(run.error).toMatchObject({
    code: 'config_invalid',
    message: expect.stringMatching(/^The settings of this step do not fit\. When: /),
    stepId: 'b',
  })
  expect(run.tasks.map(({ status: is, attempt }) => [is, attempt])).toEqual([
    ['completed', 1],
    ['failed', 1],
  ])
})

it('starts nothing of a workflow that was paused since it was last asked', async () => {
  const { id, played } = await twice(graph('one', { one: transform(1) }))
  await inStatus(played, 'completed')
  const attempts = await attemptsCounted()
  expect(
    (await api.send(pauseRoute.POST, `/api/v2/workflows/${id}/pause`, { params: { id }, body: {} }))
      .status,
  ).toBeLessThan(300)
  expect(await start(id, {})).toMatchObject({ status: 409, body: { error: 'workflow_paused' } })
  // What was worked out in vain did not happen.
  expect(await attemptsCounted()).toBe(attempts)
})

it('counts each attempt once, also those that are played again by a worker', async () => {
  const id = await publish(
    graph('a -> b', {
      a: transform({ $: 'start.n' }),
      b: { type: 'condition', config: { when: { $: 'steps.a.output' } } },
    }),
  )
  await inStatus(String((await start(id, { startData: { n: true } })).body['id']), 'completed')
  const attempts = await attemptsCounted()
  expect((await start(id, { startData: { n: true } })).body['status']).toBe('completed')
  expect(await attemptsCounted()).toBe(attempts + 1)
  await inStatus(String((await start(id, { startData: { n: 7 } })).body['id']), 'failed')
  expect(await attemptsCounted()).toBe(attempts + 2)
})

it('does not try for ever where it is in vain', async () => {
  const id = await publish(graph('a', { a: transform({ $: 'start.list.x' }) }))
  const statuses: unknown[] = []
  for (const list of [[], [{ x: 1 }], [{ x: 2 }], [{ x: 3 }], { x: 4 }])
    statuses.push((await start(id, { startData: { list } })).body['status'])
  expect(statuses).toEqual(['running', 'running', 'running', 'running', 'running'])
})

it('keeps to a limit that a workflow was given since it was last asked', async () => {
  const { id } = await twice(graph('one', { one: transform(1) }))
  await inOrganization(api.organization.id, (tx) =>
    tx.execute(
      sql`update workflows set concurrency_limit = 1, when_full = 'queue' where id = ${id}`,
    ),
  )
  const { body } = await start(id, {})
  expect(body['status']).toBe('running')
  await inStatus(String(body['id']), 'completed')
})

it('keeps the books', async () => {
  const id = await publish(graph('one', { one: transform(1) }))
  await inStatus(String((await start(id, {})).body['id']), 'completed')
  const before = await loadRunTotals(engineDb())
  const answers = await Promise.all(Array.from({ length: 12 }, async () => await start(id, {})))
  expect(new Set(answers.map(({ body }) => body['status']))).toEqual(new Set(['completed']))
  const after = await loadRunTotals(engineDb())
  expect([after.accepted - before.accepted, after.completed - before.completed]).toEqual([12, 12])
  expect((await read(String(answers[0]?.body['id']))).body.status).toBe('completed')
})
