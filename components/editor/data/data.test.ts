import { describe, expect, it } from 'vitest'
import { emptyDefinition, type Definition, type Step } from '#lib/domain/workflow/definition'
import { parseExpression } from '#lib/domain/expressions/expressions'
import type { StepTypeInfo } from '#lib/domain/workflow/step-type-info'
import type { RunPage, RunPageTask } from '#lib/contracts/runs/runs'
import { contextOf, sampleOf, type Sample } from '../model/sample.ts'
import { unknownName } from '../model/unknown-names.ts'
import { bodyScope, loopsAround } from './body-scope.ts'
import { firstItem, itemsSeenBy } from './first-item.ts'
import { answeredHow, rootsBefore } from './roots-before.ts'
import { momentsOf, runAt } from './run-at.ts'
import type { SeenRun } from './seen-run.ts'
import { stepStates } from './step-states.ts'
import { triedRun } from './tried-run.ts'
import { foundRows, shownItems, valueRows } from './value-rows.ts'

const step = (id: string, over: Partial<Step> = {}): Step => ({
  id,
  type: 'transform',
  title: id,
  after: [],
  config: {},
  ...over,
})
const looped: Definition = {
  ...emptyDefinition,
  steps: [
    step('find'),
    step('loop', { type: 'for-each', after: [{ step: 'find' }] }),
    step('call', { after: [{ step: 'loop', via: 'each' }] }),
    step('end', { after: [{ step: 'loop', via: 'done' }] }),
    step('late', { after: [{ step: 'end' }] }),
  ],
}

const minute = (number: number): string => `2026-11-23T09:0${number}:00.000Z`
const task = (stepId: string, over: Partial<RunPageTask> = {}) =>
  ({
    id: `task-${stepId}`,
    key: stepId,
    stepId,
    status: 'completed',
    input: null,
    output: null,
    via: null,
    error: null,
    outputTruncated: false,
    startedAt: null,
    finishedAt: null,
    ...over,
  }) as RunPageTask

const run = {
  id: '0199d3a0-7c2e-7b1a-9a53-1f6a52f4c001',
  trigger: 'manual',
  createdAt: minute(0),
  truncated: false,
  workflow: { id: 'w', name: 'Referrals' },
  definition: { startData: { properties: { name: {}, phone: {} } } },
  startData: { name: 'Ada' },
  tasks: [
    task('find', { startedAt: minute(1), finishedAt: minute(2), output: ['a', 'b', 'c'] }),
    task('loop', {
      startedAt: minute(3),
      finishedAt: minute(6),
      input: { items: ['a', 'b', 'c'] },
      output: { total: 3 },
    }),
    task('end', { status: 'failed', startedAt: minute(7), finishedAt: minute(8) }),
    task('late', { status: 'waiting-dependencies' }),
  ],
  children: [
    { id: 'first', taskId: 'task-loop', from: 0, items: 2, createdAt: minute(3) },
    { id: 'second', taskId: 'task-loop', from: 2, items: 1, createdAt: minute(4) },
  ],
} as unknown as RunPage

it('a step that was disabled or pinned in a test run is not shown as one that completed', () => {
  const given = task('find', { status: 'completed', attempt: 0 })
  const states = stepStates(looped, { tasks: [given], children: [] })
  expect(states.get('find')).toEqual({ status: 'skipped', items: null })
  expect(answeredHow(given)).toBe('pinned or disabled')
  expect(answeredHow(task('find', { status: 'completed', attempt: 1 }))).toBeUndefined()
})

it('a recorded answer to another question is said to be one', () => {
  const tried = { ...task('find'), answered: 'record' as const }
  expect(answeredHow({ ...tried, askedOther: ['name'] })).toBe('recorded for other settings')
  expect(answeredHow({ ...tried, askedOther: [] })).toBe('recorded')
})

describe('what became of the steps', () => {
  it('is their state, with the items of loops and their bodies', () => {
    expect(Object.fromEntries(stepStates(looped, run))).toEqual({
      find: { status: 'completed', items: null },
      loop: { status: 'completed', items: 3 },
      call: { status: 'repeated', items: 3 },
      end: { status: 'failed', items: null },
    })
  })

  it('is that of a moment', () => {
    const moments = momentsOf(run)
    expect(moments.map(({ stepId, status }) => `${stepId} ${status}`)).toEqual([
      'find running',
      'find completed',
      'loop running',
      'loop completed',
      'end running',
      'end failed',
    ])
    const then = runAt(run, moments, 3)
    expect(Object.fromEntries(stepStates(looped, then))).toEqual({
      find: { status: 'completed', items: null },
      loop: { status: 'running', items: 2 },
      call: { status: 'repeated', items: 2 },
    })
    expect(sampleOf(then).steps).toEqual({ find: { output: ['a', 'b', 'c'] } })
    expect(stepStates(looped, runAt(run, moments, 0)).size).toBe(0)
    expect(runAt(run, moments, moments.length)).toBe(run)
  })
})

describe('an item of a loop', () => {
  const second: SeenRun = {
    startData: null,
    children: [],
    tasks: [task('call', { key: '2:call', output: 'called c' })],
  }
  const load = async (id: string): Promise<SeenRun> => {
    if (id !== 'second') throw new Error(`loaded ${id}`)
    return second
  }

  it('is read from the run that did it', async () => {
    const loops = loopsAround(looped, 'call')
    expect(loops).toEqual(['loop'])
    expect(await bodyScope(run, loops, { loop: 99 }, load)).toMatchObject({
      places: [{ loopId: 'loop', item: 2, count: 3 }],
      item: 'c',
      steps: { find: { output: ['a', 'b', 'c'] }, call: { output: 'called c' } },
      tasks: [{ key: '2:call' }],
    })
  })

  it('is not known where the loop did not begin', async () => {
    expect(await bodyScope({ ...run, children: [] }, ['loop'], {}, load)).toBeUndefined()
  })
})

describe('a try', () => {
  const tried = (stepId: string, items: number[], gave: unknown) => ({
    stepId,
    title: stepId,
    items,
    status: 'completed' as const,
    via: null,
    error: null,
    answered: 'example' as const,
    askedOther: [],
    given: stepId === 'loop' ? { items: ['x', 'y'] } : null,
    gave,
    tooLarge: false,
  })

  it('is shown like a run, with the items of its loops', async () => {
    const steps = [
      tried('find', [], 1),
      tried('call', [0], 'a'),
      tried('call', [1], 'b'),
      tried('loop', [], { total: 2 }),
      { ...tried('end', [], null), tooLarge: true },
    ]
    const { run: seen, load: loadBody } = triedRun(looped, { name: 'Ada' }, steps)
    expect(stepStates(looped, seen).get('call')).toEqual({ status: 'repeated', items: 2 })
    expect(stepStates(looped, seen).get('loop')).toEqual({ status: 'completed', items: 2 })
    const scope = await bodyScope(seen, ['loop'], { loop: 1 }, loadBody)
    expect(scope).toMatchObject({ item: 'y', steps: { call: { output: 'b' } } })
    expect(scope?.tasks).toMatchObject([{ answered: 'example', output: 'b' }])
    // What was too large is not known.
    expect(scope?.steps).not.toHaveProperty('end')
  })
})

describe('what is not known', () => {
  const sample = sampleOf(run)
  const of = (text: string, known: Sample = sample) => {
    const parsed = parseExpression(text)
    return parsed.ok ? unknownName(text, parsed.references, known) : 'no expression'
  }

  it('is a step that did not run, the item, and a field that the form did not have', () => {
    expect(of('steps.find.output & "!"')).toBeUndefined()
    expect(of('steps.end.output.ok = true')).toBe('steps.end.output')
    expect(of('item.name')).toBe('item')
    expect(of('item.name', { ...sample, item: undefined })).toBeUndefined()
    expect(of('start.urgent = true')).toBe('start.urgent')
    // It was asked for and not filled in.
    expect(of('start.phone = "1"')).toBeUndefined()
  })

  it('is computed where the author expects it', () => {
    expect(of('steps.end.output.text ?? "none"')).toBeUndefined()
    expect(of('$exists(steps.end.output) ? 1 : 2')).toBeUndefined()
  })

  it('is a value that was not loaded', () => {
    const large = { ...run, tasks: [task('find', { outputTruncated: true })] }
    expect(sampleOf(large).steps).toEqual({})
  })

  it('leaves an expression only what expressions may name', () => {
    expect(Object.keys(contextOf({ ...sample, label: 'Last run', item: 1 }))).toEqual([
      'start',
      'steps',
      'run',
      'item',
    ])
  })
})

describe('the tree of values', () => {
  const long = 'word '.repeat(60)
  const roots = [
    {
      path: 'start',
      label: 'Start',
      value: { name: 'Ada', 'due date': '2026-12-01', note: long, tags: ['a', 'b'] },
      schema: { properties: { name: { title: 'Patient name' }, phone: { title: 'Phone' } } },
    },
    {
      path: 'steps.ask.output',
      label: 'Ask',
      why: 'It did not run.',
      schema: { properties: { ok: { title: 'Approved' } } },
    },
  ]
  const shown = (all: boolean) =>
    valueRows(roots, () => all).map(({ label, path, kind, text, level }) =>
      [level, label, path, kind, text.slice(0, 20)].join(' | '),
    )

  it('has titles, kinds and short values, and says what is not known', () => {
    expect(shown(false)).toEqual([
      '1 | Start | start | fields | 4 fields',
      '1 | Ask | steps.ask.output | unknown | It did not run.',
    ])
    expect(shown(true)).toEqual([
      '1 | Start | start | fields | 4 fields',
      '2 | Patient name | start.name | text | Ada',
      '2 | Phone | start.phone | nothing | not filled in',
      '2 | due date | start.`due date` | text | 2026-12-01',
      `2 | note | start.note | text | ${long.slice(0, 20)}`,
      '2 | tags | start.tags | list | 2 items',
      '3 | 1 | start.tags[0] | text | a',
      '3 | 2 | start.tags[1] | text | b',
      '1 | Ask | steps.ask.output | unknown | It did not run.',
      '2 | Approved | steps.ask.output.ok | unknown | It did not run.',
    ])
  })

  it('shows a long text whole when it is open', () => {
    const note = valueRows(roots, () => true).find(({ label }) => label === 'note')
    expect(note).toMatchObject({ canOpen: true, whole: long })
    expect(valueRows(roots, ({ label }) => label === 'Start')[4]?.whole).toBeUndefined()
  })

  it('shows the first items of a long list', () => {
    const value = Array.from({ length: 5000 }, (_, index) => index)
    const rows = valueRows([{ path: 'start.all', label: 'All', value }], () => true)
    expect(rows).toHaveLength(1 + shownItems)
    expect(rows[0]?.text).toBe('5,000 items')
  })

  it('finds by title, path and value, with what is around', () => {
    const labels = (text: string) => foundRows(roots, text).map(({ label }) => label)
    expect(labels('patient')).toEqual(['Start', 'Patient name'])
    expect(labels('ada')).toEqual(['Start', 'Patient name'])
    expect(labels('start b')).toEqual(['Start', 'tags', '2'])
    expect(labels('approved')).toEqual(['Ask', 'Approved'])
    expect(labels('nothing of it')).toEqual([])
  })
})

it('names the fields of the run as they are named where they are chosen', () => {
  const nothing = { sample: undefined, tasks: [] }
  expect(rootsBefore(emptyDefinition, new Map(), 'a', nothing, false).at(-1)).toMatchObject({
    label: 'The run',
    schema: { properties: { id: { title: 'Id of the run' } } },
  })
})

describe('the first item of loops that have not run', () => {
  const sample = sampleOf(run)
  const lists: Record<string, unknown> = { 'steps.find.output': ['a', 'b'], 'start.none': [] }
  const compute = async (text: string, { item }: Sample) =>
    text === 'item' ? { value: [item] } : { value: lists[text] }
  const first = async (...loops: Parameters<typeof firstItem>[0]) =>
    await firstItem(loops, sample, compute)

  it('is the first entry of the list, also of a list inside of it', async () => {
    const outer = { type: 'for-each', items: { $: 'steps.find.output' } }
    expect(await first(outer)).toEqual({ item: 'a' })
    expect(await first(outer, { type: 'filter-list', items: { $: 'item' } })).toEqual({ item: 'a' })
    expect(await first({ type: 'for-each', items: ['fixed'] })).toEqual({ item: 'fixed' })
  })

  it('is a round without an output before it in a while', async () => {
    expect(await first({ type: 'while' })).toEqual({ item: { index: 0, last: null } })
  })

  it('is not known without a list, or without an entry', async () => {
    expect(await first({ type: 'for-each', items: { $: 'start.none' } })).toBeUndefined()
    expect(await first({ type: 'for-each', items: { $: 'start.unknown' } })).toBeUndefined()
    expect(
      await first({ type: 'for-each', items: { $: 'start.unknown' } }, { type: 'while' }),
    ).toBe(undefined)
  })

  it('is seen in the body, and by a step that asks of each entry itself', () => {
    const filter = step('open', { type: 'filter-list', after: [{ step: 'loop', via: 'each' }] })
    const definition = { ...looped, steps: [...looped.steps, filter] }
    const types = new Map([['filter-list', { deferred: ['keep'] } as StepTypeInfo]])
    const seenBy = (id: string) => itemsSeenBy(definition, types, id).map((one) => one.id)
    expect(seenBy('call')).toEqual(['loop'])
    expect(seenBy('open')).toEqual(['loop', 'open'])
    expect(seenBy('end')).toEqual([])
    const nothing = { sample: undefined, tasks: [] }
    const item = rootsBefore(definition, types, 'open', nothing, false).at(-2)
    expect(item).toMatchObject({ path: 'item', label: 'Entry of the list' })
  })
})
