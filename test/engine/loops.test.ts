import { asc, eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { engineDb } from '#db/client'
import { runs } from '#db/schema/runs'
import { done, type StepType } from '#lib/steps/define-step'
import forEach from '#lib/steps/types/flow/for-each'
import repeat from '#lib/steps/types/flow/while'
import { useEngine } from '#test/harness/engine'
import { graph } from '#test/samples/graph'
import { ask, echo, pause, testStep } from '#test/samples/steps'
import { cancelRun } from '#lib/engine/commands/cancel-run'
import { answerScreen } from '#lib/engine/commands/answer-screen'

/** Fails for the items named `bad`. */
const picky = testStep('picky', 'pure', async ({ config }) => {
  if (config['value'] === 'bad') throw new Error('a bad item')
  return done(config['value'])
})
let working = 0
let most = 0
/** Set: the first body waits until a second one works beside it. */
let company: PromiseWithResolvers<void> | undefined
let began: unknown[] = []
/** Records how many of it ran at once. */
const busy = testStep('busy', 'read', async ({ config }) => {
  began.push(config['value'])
  most = Math.max(most, ++working)
  if (most > 1) company?.resolve()
  await company?.promise
  await new Promise((resolve) => setImmediate(resolve))
  working -= 1
  return done(config['value'])
})

const types: StepType[] = [echo, ask, pause, picky, busy, forEach, repeat]
const engine = useEngine(types)
const childrenOf = async (runId: string) =>
  await engineDb()
    .select()
    .from(runs)
    .where(eq(runs.parentRunId, runId))
    .orderBy(asc(runs.childIndex))
const numbers = (count: number) => Array.from({ length: count }, (_, index) => index)

//             ┌─ each ─▶ double ──▶ label
//  list ──▶ loop
//             └─ done ─▶ end
const drawn = 'list -> loop -each-> double -> label\nloop -done-> end'
const steps = {
  list: { config: { value: { $: 'start.items' } } },
  double: { config: { value: { $: 'item * 2' } } },
  label: {
    config: {
      value: { $: 'start.prefix & steps.double.output & "/" & $count(steps.list.output)' },
    },
  },
  end: { config: { value: { $: 'steps.loop.output' } } },
}
const loop = (config: Record<string, unknown> = {}) => ({
  loop: { type: 'for-each', config: { items: { $: 'steps.list.output' }, ...config } },
})

test(
  'the body runs for each item, sees the item, its own steps, those before the loop and the ' +
    'start; results come in order',
  async () => {
    const runId = await engine.start(graph(drawn, { ...steps, ...loop() }), {
      items: [1, 2, 3],
      prefix: 'n',
    })
    expect(await engine.ended(runId)).toMatchObject({
      status: 'completed',
      output: { end: { results: ['n2/3', 'n4/3', 'n6/3'], failures: [], total: 3 } },
    })
    expect(await engine.statuses(runId)).toEqual({
      list: 'completed',
      loop: 'completed',
      end: 'completed',
    })
    const [child, ...more] = await childrenOf(runId)
    expect(more).toEqual([])
    expect(child).toMatchObject({
      status: 'completed',
      loop: { from: 0, items: [1, 2, 3] },
      depth: 0,
      scopeRunId: runId,
      startData: {},
    })
    expect(Object.keys(await engine.statuses(child?.id ?? '')).sort()).toEqual([
      '0:double',
      '0:label',
      '1:double',
      '1:label',
      '2:double',
      '2:label',
    ])
  },
)

test('no items: the loop is done at once', async () => {
  const runId = await engine.start(graph(drawn, { ...steps, ...loop() }), {
    items: [],
    prefix: 'n',
  })
  expect(await engine.ended(runId)).toMatchObject({
    status: 'completed',
    output: { end: { results: [], total: 0 } },
  })
  expect(await childrenOf(runId)).toEqual([])
})

test('a loop that nothing follows is the output of the run; a test run of a draft loops too', async () => {
  const definition = graph('loop -each-> body', {
    loop: { type: 'for-each', config: { items: ['a', 'b'] } },
    body: { config: { value: { $: 'item & "!"' } } },
  })
  const runId = await engine.start(definition)
  const { workflowId } = await engine.ended(runId)
  expect(await engine.ended(runId)).toMatchObject({ output: { loop: { results: ['a!', 'b!'] } } })
  const draft = await engine.startVersion(workflowId, null, definition)
  expect(await engine.ended(draft)).toMatchObject({ output: { loop: { results: ['a!', 'b!'] } } })
})

const picking = (config: Record<string, unknown>) =>
  graph('loop -each-> pick -> tell\nloop -done-> end', {
    loop: { type: 'for-each', config: { items: { $: 'start.items' }, ...config } },
    pick: { type: 'picky', config: { value: { $: 'item' } } },
    tell: { config: { value: { $: 'steps.pick.output' } } },
    end: { config: { value: { $: 'steps.loop.output' } } },
  })

test('continuing after errors: the others end, and the output says which failed', async () => {
  const runId = await engine.start(picking({ continueOnError: true }), { items: ['a', 'bad', 'c'] })
  const failure = { item: 1, stepId: 'pick', code: 'unexpected_error' }
  expect(await engine.ended(runId)).toMatchObject({
    status: 'completed',
    output: { end: { results: ['a', null, 'c'], failures: [failure] } },
  })
  expect((await childrenOf(runId)).map(({ status }) => status)).toEqual(['completed'])
})

test(
  'stopping at the first error: no item begins after it, in no run of the body, ' +
    'and the step fails with it',
  async () => {
    began = []
    const items = ['a', 'b', 'bad', ...numbers(300)]
    const definition = graph('loop -each-> pick -> work', {
      loop: { type: 'for-each', config: { items: { $: 'start.items' }, concurrency: 1 } },
      pick: { type: 'picky', config: { value: { $: 'item' } } },
      work: { type: 'busy', config: { value: { $: 'item' } } },
    })
    const runId = await engine.start(definition, { items })
    expect(await engine.ended(runId)).toMatchObject({
      status: 'failed',
      error: { code: 'unexpected_error', stepId: 'loop', details: { item: 2, stepId: 'pick' } },
    })
    expect(began).toEqual(['a', 'b'])
    const wide = await engine.start(picking({}), { items: ['bad', ...numbers(400)] })
    expect(await engine.ended(wide)).toMatchObject({
      status: 'failed',
      error: { details: { item: 0 } },
    })
    const children = await childrenOf(wide)
    expect(children.length).toBeGreaterThan(4)
    for (const { status, id } of children) {
      expect(['completed', 'failed', 'cancelled']).toContain(status)
      expect(
        Object.values(await engine.statuses(id)).filter(
          (one) => one === 'running' || one === 'pending',
        ),
      ).toEqual([])
    }
  },
)

test(
  'stopping at the first error: the other items of the same run do not wait any more, ' +
    'neither for a person, nor for a time, nor for runs of their own',
  async () => {
    const definition = graph(
      'loop -each-> way -ask-> decide\nway -sleep-> rest\nway -nest-> inner -each-> deep\nway ' +
        '-bad-> hold -> pick',
      {
        loop: {
          type: 'for-each',
          config: { items: ['ask', 'sleep', 'nest', 'bad', 'late'], concurrency: 4 },
        },
        way: { config: { value: 'went', via: { $: 'item' } } },
        decide: { type: 'ask' },
        rest: { type: 'pause', config: { ms: 3_600_000 } },
        inner: { type: 'for-each', config: { items: [1, 2] } },
        deep: { type: 'ask' },
        hold: { type: 'ask' },
        pick: { type: 'picky', config: { value: { $: 'item' } } },
      },
    )
    const runId = await engine.start(definition)
    await engine.suspended(runId)
    const [child] = await childrenOf(runId)
    const body = child?.id ?? ''
    for (const key of ['0:decide', '1:rest', '2:inner', '3:hold'])
      await engine.taskIn(body, key, 'suspended')
    const { id } = await engine.taskIn(body, '3:hold', 'suspended')
    await engine.act((tx) =>
      answerScreen(tx, {
        organizationId: engine.organizationId,
        taskId: id,
        output: 'go',
        by: 'Ada',
      }),
    )
    expect(await engine.ended(runId)).toMatchObject({
      status: 'failed',
      error: { code: 'unexpected_error', details: { item: 3, stepId: 'pick' } },
    })
    expect(await engine.run(body)).toMatchObject({ status: 'failed' })
    expect(await engine.statuses(body)).toMatchObject({
      '0:decide': 'cancelled',
      '1:rest': 'cancelled',
      '2:inner': 'cancelled',
      '3:pick': 'failed',
      '4:way': 'cancelled',
    })
    expect((await childrenOf(body)).map(({ status }) => status)).toEqual(['cancelled'])
  },
)

test('the limit holds with all runs of the body together', async () => {
  for (const concurrency of [1, 3, 7]) {
    most = 0
    company = concurrency === 1 ? undefined : Promise.withResolvers<void>()
    const definition = graph('loop -each-> work', {
      loop: { type: 'for-each', config: { items: { $: 'start.items' }, concurrency } },
      work: { type: 'busy', config: { value: { $: 'item' } } },
    })
    const runId = await engine.start(definition, { items: numbers(240) })
    expect((await engine.ended(runId)).output).toMatchObject({ loop: { results: numbers(240) } })
    expect(most).toBeLessThanOrEqual(concurrency)
    expect(most).toBeGreaterThan(concurrency === 1 ? 0 : 1)
  }
  company = undefined
})

test('a person decides on each item; the loop goes on when all are decided', async () => {
  const definition = graph('loop -each-> decide -> tell', {
    loop: { type: 'for-each', config: { items: ['x', 'y'] } },
    decide: { type: 'ask' },
    tell: { config: { value: { $: 'item & steps.decide.output' } } },
  })
  const runId = await engine.start(definition)
  await engine.suspended(runId)
  const [child] = await childrenOf(runId)
  for (const [key, output] of [
    ['1:decide', 'no'],
    ['0:decide', 'yes'],
  ] as const) {
    const { id } = await engine.taskIn(child?.id ?? '', key, 'suspended')
    await engine.act((tx) =>
      answerScreen(tx, { organizationId: engine.organizationId, taskId: id, output, by: 'Ada' }),
    )
  }
  expect(await engine.ended(runId)).toMatchObject({
    status: 'completed',
    output: { loop: { results: ['xyes', 'yno'] } },
  })
})

test('cancelling the run stops its loop', async () => {
  const definition = graph('loop -each-> decide', {
    loop: { type: 'for-each', config: { items: { $: 'start.items' } } },
    decide: { type: 'ask' },
  })
  const runId = await engine.start(definition, { items: numbers(120) })
  await engine.suspended(runId)
  await engine.act((tx) =>
    cancelRun(tx, { organizationId: engine.organizationId, runId, by: 'Ada' }),
  )
  expect((await childrenOf(runId)).map(({ status }) => status)).toEqual([
    'cancelled',
    'cancelled',
    'cancelled',
  ])
})

//  outer ─ each ─▶ name ──▶ inner ─ each ─▶ pair
test('a loop in a loop sees the steps of both', async () => {
  const definition = graph('outer -each-> name -> inner -each-> pair\ninner -done-> all', {
    outer: { type: 'for-each', config: { items: ['a', 'b'] } },
    name: { config: { value: { $: 'item' } } },
    inner: { type: 'for-each', config: { items: [1, 2] } },
    pair: { config: { value: { $: 'steps.name.output & item' } } },
    all: { config: { value: { $: '$join(steps.inner.output.results, "+")' } } },
  })
  expect(await engine.ended(await engine.start(definition))).toMatchObject({
    status: 'completed',
    output: { outer: { results: ['a1+a2', 'b1+b2'] } },
  })
})

test('on_failure inside a body handles the failure of its item and sees it', async () => {
  const definition = graph('loop -each-> pick -!continue-> mend', {
    loop: { type: 'for-each', config: { items: ['a', 'bad'] } },
    pick: { type: 'picky', config: { value: { $: 'item' } } },
    mend: { config: { value: { $: '"mended " & item' } } },
  })
  expect(await engine.ended(await engine.start(definition))).toMatchObject({
    status: 'completed',
    output: { loop: { results: ['a', 'mended bad'], failures: [] } },
  })
})

const counting = (config: Record<string, unknown>) =>
  graph('loop -each-> add\nloop -done-> end', {
    loop: { type: 'while', config },
    add: { config: { value: { $: '(item.last ? item.last : 0) + 10' } } },
    end: { config: { value: { $: 'steps.loop.output' } } },
  })

test('while: repeats as long as the condition holds, each round sees the last', async () => {
  const runId = await engine.start(
    counting({ condition: { $: 'item.last = null or item.last < 30' } }),
  )
  expect(await engine.ended(runId)).toMatchObject({
    status: 'completed',
    output: { end: { rounds: 3, last: 30 } },
  })
  expect((await childrenOf(runId)).map(({ childIndex }) => childIndex)).toEqual([0, 1, 2])
})

test('while: not at all, at least once, and never more often than allowed', async () => {
  expect(await engine.ended(await engine.start(counting({ condition: false })))).toMatchObject({
    output: { end: { rounds: 0, last: null } },
  })
  expect(
    await engine.ended(await engine.start(counting({ condition: false, checkFirst: false }))),
  ).toMatchObject({ output: { end: { rounds: 1, last: 10 } } })
  expect(
    await engine.ended(await engine.start(counting({ condition: true, maxRounds: 4 }))),
  ).toMatchObject({ status: 'failed', error: { code: 'too_many_rounds', stepId: 'loop' } })
  expect(
    await engine.ended(await engine.start(counting({ condition: { $: '"yes"' } }))),
  ).toMatchObject({ status: 'failed', error: { code: 'config_invalid' } })
})

test('more than ten thousand items are refused with a sentence that says so', async () => {
  const run = await engine.ended(
    await engine.start(
      graph('loop -each-> a', {
        loop: { type: 'for-each', config: { items: { $: '[1..10001]' } } },
      }),
    ),
    20_000,
  )
  expect(run).toMatchObject({
    status: 'failed',
    error: {
      code: 'config_invalid',
      message: expect.stringContaining('at most 10000 items') as string,
    },
  })
})
