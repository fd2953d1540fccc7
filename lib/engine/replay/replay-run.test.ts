import { expect, test } from 'vitest'
import { enginePool } from '#db/client'
import type { Definition } from '#lib/domain/workflow/definition'
import { answerScreen } from '#lib/engine/commands/answer-screen'
import type { Rename } from '#lib/domain/back-test/renames'
import { done, PermanentStepError } from '#lib/steps/define-step'
import condition from '#lib/steps/types/flow/condition'
import forEach from '#lib/steps/types/flow/for-each'
import repeat from '#lib/steps/types/flow/while'
import { noServices, useEngine } from '#test/harness/engine'
import { graph } from '#test/samples/graph'
import { ask, echo, testStep } from '#test/samples/steps'
import { loadRecordedRuns } from './load-recorded-runs.ts'
import { Pace } from './pace.ts'
import { replayRun } from './replay-run.ts'
import type { ReplayedStep } from './replayed-step.ts'

/** What was called outside, by every worker and every replay of this file. */
let calls: unknown[] = []
const outside = (type: string, effect: 'read' | 'idempotent') =>
  testStep(type, effect, async ({ config }) => {
    calls.push(config['value'])
    if (config['value'] === 'bad') throw new PermanentStepError('refused', 'The provider refused.')
    return done({ answered: config['value'] })
  })
const lookup = outside('lookup', 'read')
const send = outside('send', 'idempotent')
/** How often code threw. */
let thrown = 0
/** Code that gives what it is told, and as slowly as it is told. */
const code = testStep(
  'run-code',
  'pure',
  async ({ config }) => {
    if (config['value'] === 'random') return done(Math.random())
    if (config['value'] === 'thrown') {
      thrown += 1
      throw new PermanentStepError('code_timeout', 'The code took too long.')
    }
    const until = performance.now() + Number(config['ms'] ?? 0)
    while (performance.now() < until) continue
    return done(config['value'])
  },
  { category: 'Code' },
)

const engine = useEngine([echo, ask, lookup, send, code, condition, forEach, repeat])

/** Runs `before`, then replays the run with `after`; `called` is what the replay called. */
async function replayed(
  before: Definition,
  after: Definition,
  startData: unknown = {},
  options: {
    answer?: unknown
    fields?: string[]
    pace?: Pace
    renames?: Rename[]
    tell?: (step: ReplayedStep) => void
  } = {},
) {
  const runId = await engine.start(before, startData)
  if (options.answer !== undefined) {
    const { id } = await engine.taskIn(runId, 'ask', 'suspended')
    const { organizationId } = engine
    await engine.act((tx) =>
      answerScreen(tx, { organizationId, taskId: id, output: options.answer, by: 'Ada' }),
    )
  }
  await engine.ended(runId)
  calls = []
  const [recorded] = await loadRecordedRuns(enginePool(), engine.organizationId, [runId])
  if (!recorded) throw new Error('the run was not recorded')
  const result = await replayRun(
    after,
    recorded,
    {
      pool: enginePool(),
      stepTypes: engine.stepTypes,
      services: noServices,
      checkAnswer: async () => options.fields ?? [],
    },
    {
      signal: AbortSignal.timeout(60_000),
      renames: options.renames ?? [],
      ...(options.pace ? { pace: options.pace } : {}),
      ...(options.tell ? { tell: options.tell } : {}),
    },
  )
  return { ...result, called: [...calls] }
}

const value = (text: string) => ({ config: { value: { $: text } } })
const nothing = { differences: [], unknown: [], called: [] }

//  choose ─ true ──▶ letter
//         └ false ─▶ note
const drawn = 'find -> choose -true-> letter\nchoose -false-> note'
const parts = (limit: number, text = '"Denied " & start.name') => ({
  find: { type: 'lookup', ...value('start.name') },
  choose: { type: 'condition', config: { when: { $: `start.days > ${limit}` } } },
  letter: { type: 'send', ...value(text) },
  note: { type: 'send', ...value('"Note"') },
})

test('a run of the same definition is the same, and nothing is computed or called', async () => {
  const definition = graph(drawn, parts(10))
  expect(await replayed(definition, definition, { name: 'Ada', days: 30 })).toEqual({
    status: 'completed',
    ...nothing,
  })
})

test('a branch that is taken now asks what nobody answered', async () => {
  const found = await replayed(graph(drawn, parts(10)), graph(drawn, parts(40)), {
    name: 'Ada',
    days: 30,
  })
  expect(found).toEqual({
    status: 'completed',
    differences: [
      expect.objectContaining({ kind: 'branch', stepId: 'choose', before: 'true', after: 'false' }),
      expect.objectContaining({ kind: 'output', stepId: 'choose' }),
      expect.objectContaining({ kind: 'new', stepId: 'note', effect: 'idempotent' }),
      expect.objectContaining({ kind: 'gone', stepId: 'letter', effect: 'idempotent' }),
    ],
    unknown: [{ stepId: 'note', items: [], why: 'not-recorded', because: 'note' }],
    called: [],
  })
})

test('what lies behind a step that nobody answered is not known, and neither is the end', async () => {
  //  choose ─ true ──▶ letter ─▶ last
  //         └ false ─▶ ask ─▶ near ─┘
  const steps = (limit: number, more: object = {}) =>
    graph('choose -true-> letter -> last\nchoose -false-> ask -> near -> last\nbeside', {
      choose: { type: 'condition', config: { when: { $: `start.days > ${limit}` } } },
      letter: value('"Letter"'),
      ask: { type: 'ask', config: { schema: { type: 'object' } } },
      near: value('"alone"'),
      last: value('"alone"'),
      beside: value('1'),
      ...more,
    })
  const told: ReplayedStep[] = []
  const tell = (step: ReplayedStep) => told.push(step)
  const found = await replayed(steps(10), steps(40), { days: 30 }, { tell })
  expect(found.status).toBeNull()
  expect(found.unknown.map(({ stepId, why }) => [stepId, why])).toEqual([['ask', 'not-recorded']])
  expect(found.differences.map(({ kind, stepId }) => [kind, stepId])).toEqual([
    ['branch', 'choose'],
    ['output', 'choose'],
    ['new', 'ask'],
    ['gone', 'letter'],
  ])
  expect(told.flatMap(({ stepId, now, because }) => (now ? [] : [[stepId, because]]))).toEqual([
    ['ask', undefined],
    ['near', 'ask'],
    ['last', 'ask'],
  ])

  // A step that fails beside it fails the run, whatever the answer would be.
  const start = { days: 30 }
  const beside = (text: string) => ({ beside: value(text) })
  const fails = await replayed(steps(10, beside('1')), steps(40, beside('$number("x")')), start)
  expect(fails.status).toBe('failed')
})

test('a changed letter is told by its field and is not sent', async () => {
  const found = await replayed(
    graph(drawn, parts(10)),
    graph(drawn, parts(10, '"Approved " & start.name')),
    { name: 'Ada', days: 30 },
  )
  expect(found).toEqual({
    status: 'completed',
    differences: [
      {
        kind: 'input',
        stepId: 'letter',
        items: [],
        effect: 'idempotent',
        fields: ['value'],
      },
    ],
    unknown: [],
    called: [],
  })
})

test('what reads the answer to another question is not known, and neither is its branch', async () => {
  const shape = 'find -> choose -true-> letter\nfind -> shout\nfind -> other'
  const steps = (question: string) => ({
    find: { type: 'lookup', ...value(question) },
    shout: value('steps.find.output.answered & "!"'),
    other: value('"alone"'),
    choose: {
      type: 'condition',
      config: { when: { $: 'steps.find.output.answered = "Ada"' } },
    },
    letter: { type: 'send', ...value('"Dear"') },
  })
  const found = await replayed(
    graph(shape, steps('start.name')),
    graph(shape, steps('start.name & "?"')),
    { name: 'Ada' },
  )
  expect(found.status).toBeNull()
  expect(found.differences).toEqual([
    expect.objectContaining({ kind: 'input', stepId: 'find', effect: 'read' }),
  ])
  expect(found.unknown.map(({ stepId, why, because }) => [stepId, why, because])).toEqual([
    ['find', 'other-question', 'find'],
    ['choose', 'reads-unknown', 'find'],
    ['shout', 'reads-unknown', 'find'],
  ])
  expect(found.called).toEqual([])
})

test('a step that fails now, one that does not any more, and one that fails as before', async () => {
  const steps = (limit: number) => ({
    sum: value(`$number(start.text) + ${limit}`),
    late: { type: 'send', ...value('"bad"') },
    caught: value('"caught"'),
    after: value('steps.late.output'),
  })
  const shape = 'sum -> late\nlate -!continue-> caught\nlate -> after'
  expect(
    await replayed(graph(shape, steps(1)), graph(shape, steps(1)), { text: '5' }),
  ).toMatchObject({ status: 'completed', ...nothing })

  const failing = { ...steps(1), sum: value('$number("x" & start.text)') }
  const now = await replayed(graph(shape, steps(1)), graph(shape, failing), { text: '5' })
  expect(now.status).toBe('failed')
  expect(now.differences[0]).toMatchObject({
    kind: 'failed',
    stepId: 'sum',
    before: null,
    after: 'expression_failed',
  })
  const mended = await replayed(graph(shape, failing), graph(shape, steps(1)), { text: '5' })
  expect(mended.differences[0]).toMatchObject({
    kind: 'mended',
    stepId: 'sum',
    before: 'expression_failed',
  })
})

test('a step that only computes and is new or gone is no difference', async () => {
  const before = graph('one -> two', { one: value('1'), two: value('2') })
  const after = graph('one -> more', { one: value('1'), more: value('3') })
  expect(await replayed(before, after)).toMatchObject({ status: 'completed', ...nothing })
})

test('a step with another id is answered from the record when somebody says that it is the same', async () => {
  const parts = (id: string, greeting = 'Dear') => ({
    [id]: { type: 'lookup', config: { value: { $: 'start.name' } } },
    letter: {
      type: 'send',
      config: { value: { $: `"${greeting} " & steps.${id}.output.answered` } },
    },
  })
  const before = graph('find -> letter', parts('find'))
  const after = graph('search -> letter', parts('search'))
  const start = { name: 'Ada' }
  const asNew = await replayed(before, after, start)
  expect(asNew.unknown.map(({ stepId, why }) => [stepId, why])).toEqual([
    ['search', 'not-recorded'],
    ['letter', 'reads-unknown'],
  ])
  const renames = [{ from: 'find', to: 'search' }]
  const same = await replayed(before, after, start, { renames })
  expect(same).toEqual({ status: 'completed', ...nothing })
  const louder = await replayed(before, graph('search -> letter', parts('search', 'Hi')), start, {
    renames,
  })
  expect(louder.differences).toMatchObject([{ kind: 'input', stepId: 'letter', fields: ['value'] }])

  // A rename does not count for an id that the run or the definition has already.
  const both = graph('find -> search -> letter', { ...parts('find'), ...parts('search') })
  const wrong = await replayed(before, both, start, { renames })
  expect(wrong.unknown.map(({ stepId }) => stepId)).toEqual(['search', 'letter'])
})

test('a renamed step keeps its record in the items of a loop, and a gone one is told by its new id', async () => {
  const loop = (id: string, list: string) =>
    graph(`loop -each-> ${id}`, {
      loop: { type: 'for-each', config: { items: { $: list } } },
      [id]: { type: 'send', config: { value: { $: 'item' } } },
    })
  const before = loop('mail', 'start.people')
  const renames = [{ from: 'mail', to: 'notice' }]
  const start = { people: ['Ada', 'Ben'] }
  const same = await replayed(before, loop('notice', 'start.people'), start, { renames })
  expect(same.unknown).toEqual([])
  expect(same.differences.filter(({ stepId }) => stepId !== 'loop')).toEqual([])
  const fewer = await replayed(before, loop('notice', '[start.people[0]]'), start, { renames })
  expect(fewer.differences).toContainEqual(
    expect.objectContaining({ kind: 'gone', stepId: 'notice', items: [1] }),
  )
})

test('a step that names one that is gone reads something else', async () => {
  const after = { one: value('1'), sum: value('[steps.one.output, steps.two.output]') }
  const before = graph('one -> two -> sum', { ...after, two: value('2') })
  expect((await replayed(before, graph('one -> sum', after))).differences).toMatchObject([
    { kind: 'output', stepId: 'sum', fields: ['1'] },
  ])
})

test('an answer of a person is taken from the record, and must fit the form', async () => {
  const shape = 'ask -> after'
  const steps = (schema: object) => ({
    ask: { type: 'ask', config: { schema } },
    after: value('steps.ask.output.decision'),
  })
  const before = graph(shape, steps({ type: 'object' }))
  const answer = { decision: 'approved' }
  expect(await replayed(before, before, {}, { answer })).toMatchObject({
    status: 'completed',
    ...nothing,
  })
  const changed = graph(shape, steps({ type: 'object', required: ['why'] }))
  const found = await replayed(before, changed, {}, { answer, fields: ['why'] })
  expect(found).toMatchObject({
    status: 'completed',
    differences: [
      { kind: 'input', stepId: 'ask', fields: ['schema.required'] },
      { kind: 'answer', stepId: 'ask', fields: ['why'] },
    ],
    unknown: [],
  })
})

const loopDrawn = 'list -> loop -each-> call -> label\nloop -done-> end'
const loopSteps = (items: string, label: string) => ({
  list: value(items),
  loop: { type: 'for-each', config: { items: { $: 'steps.list.output' } } },
  call: { type: 'lookup', ...value('item.name') },
  label: value(label),
  end: value('$count(steps.loop.output.results)'),
})
const plainLabel = 'steps.call.output.answered & start.mark'

test('the items of a loop are played by equal items, and only what changed differs', async () => {
  const before = graph(loopDrawn, loopSteps('start.people', plainLabel))
  const people = [{ name: 'Ada' }, { name: 'Ben' }, { name: 'Cy' }]
  const start = { people, mark: '!' }
  expect(await replayed(before, before, start)).toEqual({ status: 'completed', ...nothing })

  const louder = graph(loopDrawn, loopSteps('start.people', `${plainLabel} & "?"`))
  const changed = await replayed(before, louder, start)
  expect(changed.status).toBe('completed')
  expect(changed.differences.map(({ kind, stepId, items }) => [kind, stepId, items])).toEqual([
    ['output', 'label', [0]],
    ['output', 'label', [1]],
    ['output', 'label', [2]],
    ['output', 'loop', []],
  ])

  const fewer = graph(loopDrawn, loopSteps('start.people[name != "Ada"]', plainLabel))
  const without = await replayed(before, fewer, start)
  expect(without.differences.map(({ kind, stepId, items }) => [kind, stepId, items])).toEqual([
    ['output', 'list', []],
    ['gone', 'call', [0]],
    ['output', 'loop', []],
    ['output', 'end', []],
  ])
  expect(without.unknown).toEqual([])

  const more = graph(loopDrawn, loopSteps('$append(start.people, {"name": "Di"})', plainLabel))
  const added = await replayed(before, more, start)
  expect(added.unknown.map(({ stepId, items, why }) => [stepId, items, why])).toEqual([
    ['call', [3], 'not-recorded'],
    ['label', [3], 'reads-unknown'],
    ['loop', [], 'reads-unknown'],
    ['end', [], 'reads-unknown'],
  ])
  expect([...changed.called, ...without.called, ...added.called]).toEqual([])
})

test('the rounds of a loop are played as long as its condition holds', async () => {
  const shape = 'loop -each-> call\nloop -done-> end'
  const steps = (rounds: number) => ({
    loop: { type: 'while', config: { condition: { $: `item.index < ${rounds}` } } },
    call: { type: 'lookup', ...value('item.index') },
    end: value('steps.loop.output.rounds'),
  })
  const before = graph(shape, steps(3))
  expect(await replayed(before, before)).toEqual({ status: 'completed', ...nothing })

  const shorter = await replayed(before, graph(shape, steps(2)))
  expect(shorter.status).toBe('completed')
  expect(shorter.differences.map(({ kind, stepId, items }) => [kind, stepId, items])).toEqual([
    ['gone', 'call', [2]],
    ['output', 'loop', []],
    ['output', 'end', []],
  ])
  const longer = await replayed(before, graph(shape, steps(4)))
  expect(longer.unknown[0]).toMatchObject({ stepId: 'call', items: [3], why: 'not-recorded' })
})

test('code that gives something else each time is named, and says nothing of a change', async () => {
  const shape = 'dice -> after'
  const steps = (more: object) => ({
    dice: { type: 'run-code', config: { value: 'random', ...more } },
    after: value('steps.dice.output > 2'),
  })
  const found = await replayed(graph(shape, steps({})), graph(shape, steps({ more: 1 })))
  expect(found).toMatchObject({
    differences: [],
    unknown: [
      { stepId: 'dice', why: 'unstable' },
      { stepId: 'after', why: 'reads-unknown', because: 'dice' },
    ],
  })
})

test('code that takes much longer than before is told', async () => {
  const steps = (ms: number) =>
    graph('slow', { slow: { type: 'run-code', config: { value: 1, ms } } })
  const pace = new Pace()
  const found = await replayed(steps(0), steps(120), {}, { pace })
  expect(found.differences).toEqual([
    { kind: 'slower', stepId: 'slow', items: [], effect: 'pure', fields: [] },
  ])
  // It is known now, and not measured again.
  expect([pace.wants('slow'), new Pace(['slow']).wants('slow')]).toEqual([false, false])
  expect((await replayed(steps(0), steps(1), {}, { pace: new Pace() })).differences).toEqual([])
})

test('how long code takes that fails now is not measured', async () => {
  const steps = (value: unknown) => graph('slow', { slow: { type: 'run-code', config: { value } } })
  const pace = new Pace()
  thrown = 0
  const { differences } = await replayed(steps(1), steps('thrown'), {}, { pace })
  expect(differences.map(({ kind }) => kind)).toEqual(['failed'])
  expect([thrown, pace.wants('slow')]).toEqual([1, true])
})

test('large values are loaded when they are compared', async () => {
  const shape = 'list -> loop -each-> call\nloop -done-> end'
  const steps = (end: string) => ({
    list: value('start.people'),
    loop: { type: 'for-each', config: { items: { $: 'steps.list.output' } } },
    call: { type: 'lookup', ...value('item') },
    end: value(end),
  })
  const people = Array.from({ length: 60 }, (_, index) => `${index}`.padEnd(300, '.'))
  const before = graph(shape, steps('steps.loop.output.results'))
  expect(await replayed(before, before, { people })).toEqual({ status: 'completed', ...nothing })
  const found = await replayed(before, graph(shape, steps('steps.loop.output.results[[0..58]]')), {
    people,
  })
  expect(found.differences.map(({ stepId, fields }) => [stepId, fields])).toEqual([['end', ['59']]])
})

test('runs of other organizations are not loaded', async () => {
  const runId = await engine.start(graph('one', { one: value('1') }))
  await engine.ended(runId)
  expect(
    await loadRecordedRuns(enginePool(), '00000000-0000-4000-8000-000000000000', [runId]),
  ).toEqual([])
})
