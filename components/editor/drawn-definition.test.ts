import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { emptyDefinition, type Definition, type Step } from '#lib/domain/workflow/definition'
import { titleStep } from './commands/title-step.ts'
import { mapStep } from './commands/command.ts'
import { createNodeCache } from './graph-adapter.ts'
import { drawnDefinition } from './drawn-definition.ts'
import { positionsOf } from './model/layout/positions.ts'
import { createEditorStore } from './store.ts'

const step = (id: string, after: Step['after'] = []): Step => ({
  id,
  type: 'wait',
  title: id,
  after,
  config: {},
})
const definition: Definition = {
  ...emptyDefinition,
  steps: [step('a'), step('b', [{ step: 'a' }]), step('c')],
}

function open() {
  const store = createEditorStore(definition, new Map())
  const { read, subscribe } = drawnDefinition(store)
  const drawings: Definition[] = []
  const close = subscribe(() => void drawings.push(read()))
  const type = (title: string) => store.getState().run(titleStep('a', title))
  return { store, read, drawings, close, type }
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

it('draws nothing for a letter, and the title once typing rests', async () => {
  const { store, read, drawings, type } = open()
  for (const title of ['T', 'Ti', 'Tit', 'Titl', 'Title']) {
    type(title)
    expect(read()).toBe(definition)
    await vi.advanceTimersByTimeAsync(200)
  }
  expect(drawings).toEqual([])
  await vi.advanceTimersByTimeAsync(400)
  expect(drawings).toEqual([store.getState().definition])
  expect(read().steps[0]?.title).toBe('Title')
})

it('draws at once what moves, connects, adds or removes, with the words before it', () => {
  const { store, read, drawings, type } = open()
  const now = () => store.getState().definition
  type('Title')
  const connect = (id: string) => (before: Definition) => ({
    definition: mapStep(before, id, (one) => ({ ...one, after: [{ step: 'b' }] })),
  })
  store.getState().run(connect('c'))
  expect(read()).toBe(now())
  store.getState().run((before) => ({
    definition: mapStep(before, 'a', (one) => ({ ...one, position: { x: 8, y: 8 } })),
  }))
  expect(read()).toBe(now())
  store.getState().run((before) => ({
    definition: { ...before, steps: before.steps.filter(({ id }) => id !== 'c') },
  }))
  expect(read()).toBe(now())
  expect(drawings).toHaveLength(3)
  expect(read().steps[0]?.title).toBe('Title')
})

it('draws what was typed before somebody looked, and nothing after the last one has left', async () => {
  const { store, drawings, close, type } = open()
  type('One')
  close()
  await vi.advanceTimersByTimeAsync(1000)
  expect(drawings).toEqual([])
  const { read, subscribe } = drawnDefinition(store)
  expect(read()).toBe(definition)
  subscribe(() => void drawings.push(read()))
  await vi.advanceTimersByTimeAsync(400)
  expect(drawings).toEqual([store.getState().definition])
})

it('tells its listeners also when somebody read before them', () => {
  const { store, drawings } = open()
  const { read } = drawnDefinition(store)
  store.subscribe(() => void read())
  store.getState().run((before) => ({ definition: { ...before, steps: [] } }))
  expect(drawings).toEqual([store.getState().definition])
})

it('gives a typed title the handles of before: no line has moved', () => {
  const types = new Map()
  const draw = createNodeCache()
  const drawn = (one: Definition) =>
    draw({
      definition: one,
      types,
      positions: positionsOf(one, types),
      selection: new Set(),
      problems: new Map(),
    })
  const [a, b] = drawn(definition)
  const [typed, other] = drawn(titleStep('a', 'Title')(definition).definition)
  expect(typed?.data.title).toBe('Title')
  expect(typed?.handles).toBe(a?.handles)
  expect(other).toBe(b)
})
