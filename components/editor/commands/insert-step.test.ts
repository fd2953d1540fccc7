import { describe, expect, it } from 'vitest'
import { emptyDefinition, type Definition, type Step } from '#lib/domain/workflow/definition'
import type { StepTypeInfo } from '#lib/domain/workflow/step-type-info'
import { positionsOf } from '../model/layout/positions.ts'
import { createEditorStore } from '../store.ts'
import { alignSteps, spaceSteps } from './align-steps.ts'
import { insertLoose, insertStep } from './insert-step.ts'

const type = (name: string, over: Partial<StepTypeInfo> = {}): StepTypeInfo =>
  ({
    type: name,
    title: name,
    configSchema: {},
    uiSchema: {},
    screen: false,
    ...over,
  }) as StepTypeInfo
const wait = type('wait')
const loop = type('for-each', { branches: { fixed: ['each', 'done'] } })
const types = new Map(
  [wait, loop, type('condition', { branches: { fixed: ['true', 'false'] } })].map((one) => [
    one.type,
    one,
  ]),
)
const step = (id: string, x: number, y: number, over: Partial<Step> = {}): Step => ({
  id,
  type: 'wait',
  title: id,
  after: [],
  config: {},
  position: { x, y },
  ...over,
})
const drawn: Definition = {
  ...emptyDefinition,
  steps: [
    step('ask', 0, 0, { type: 'condition' }),
    step('yes', -140, 146, { after: [{ step: 'ask', via: 'true' }] }),
    step('no', 140, 146, { after: [{ step: 'ask', via: 'false' }] }),
    step('then', -140, 266, {
      after: [{ step: 'yes' }],
      on_failure: { step: 'help', then: 'fail' },
    }),
    step('help', 132, 386),
  ],
}
const link = { from: 'ask', to: 'yes', via: 'true', kind: 'after' } as const
const insert = (what: StepTypeInfo, definition = drawn) =>
  insertStep(what, link, types, positionsOf(definition, types))(definition)
const places = ({ steps }: Definition) =>
  Object.fromEntries(steps.map(({ id, position }) => [id, [position?.x, position?.y]]))

describe('a step that is inserted on a connection', () => {
  it('stands between the two, by the same branch, in the place of the later one', () => {
    const { definition, selection, says } = insert(wait)
    expect(definition.steps.map(({ id, after }) => [id, after])).toContainEqual([
      'wait',
      [{ step: 'ask', via: 'true' }],
    ])
    expect(definition.steps.find(({ id }) => id === 'yes')?.after).toEqual([{ step: 'wait' }])
    expect(selection).toEqual(['wait'])
    expect(says).toBe('Step wait added between ask and yes.')
    expect(places(definition)).toEqual({
      ask: [0, 0],
      wait: [-140, 146],
      // What runs after it moves down by its height and the gap; the rest stays.
      yes: [-140, 266],
      then: [-140, 386],
      help: [132, 506],
      no: [140, 146],
    })
  })

  it('moves nothing where there is room', () => {
    const far = {
      ...drawn,
      steps: drawn.steps.map((one) =>
        one.id === 'yes' ? { ...one, position: { x: -140, y: 400 } } : one,
      ),
    }
    const { definition } = insert(wait, far)
    const { wait: added, ...others } = places(definition)
    expect(others).toEqual(places(far))
    expect(added).toEqual([-140, 213])
  })

  it('goes on by “done” after a loop', () => {
    const { definition } = insert(loop)
    expect(definition.steps.find(({ id }) => id === 'yes')?.after).toEqual([
      { step: 'for_each', via: 'done' },
    ])
  })

  it('is taken back by one undo', () => {
    const store = createEditorStore(drawn, types)
    store.getState().run(insertStep(wait, link, types, positionsOf(drawn, types)))
    expect(store.getState().definition.steps).toHaveLength(6)
    store.getState().undo()
    expect(store.getState().definition).toBe(drawn)
  })

  it('becomes the first one on the line from the start; other first steps stay so', () => {
    const line = { kind: 'start', to: 'ask' } as const
    const { definition, says } = insertStep(wait, line, types, positionsOf(drawn, types))(drawn)
    const after = Object.fromEntries(definition.steps.map((one) => [one.id, one.after]))
    expect(after).toMatchObject({ wait: [], ask: [{ step: 'wait' }] })
    expect(after).toMatchObject({ yes: [{ step: 'ask', via: 'true' }] })
    expect(says).toBe('Step wait added before ask.')
    expect(places(definition)).toEqual({
      // In the middle above the condition, which is as wide; all that follows moves down.
      wait: [0, 0],
      ask: [0, 120],
      yes: [-140, 266],
      no: [140, 266],
      then: [-140, 386],
      help: [132, 506],
    })
    const two = { ...drawn, steps: [...drawn.steps, step('other', 600, 0)] }
    const beside = insertStep(loop, line, types, positionsOf(two, types))(two).definition
    expect(beside.steps.find(({ id }) => id === 'other')).toEqual(two.steps.at(-1))
    expect(beside.steps.find(({ id }) => id === 'ask')?.after).toEqual([
      { step: 'for_each', via: 'done' },
    ])
    const store = createEditorStore(drawn, types)
    store.getState().run(insertStep(wait, line, types, positionsOf(drawn, types)))
    store.getState().undo()
    expect(store.getState().definition).toBe(drawn)
  })

  it('changes nothing on a line from the start to a step that is no first one', () => {
    const to = (id: string) =>
      insertStep(wait, { kind: 'start', to: id }, types, positionsOf(drawn, types))(drawn)
    expect(to('yes').definition).toBe(drawn)
    expect(to('help').definition).toBe(drawn)
  })

  it('changes nothing when the connection is gone', () => {
    const gone = { ...drawn, steps: drawn.steps.filter(({ id }) => id !== 'yes') }
    expect(insert(wait, gone).definition).toBe(gone)
  })

  it('may be a step that was there and connected to nothing, and only such a one', () => {
    const withLoose = { ...drawn, steps: [...drawn.steps, step('loose', 900, 900)] }
    const into = (id: string) =>
      insertLoose(id, link, types, positionsOf(withLoose, types))(withLoose).definition
    expect(into('loose').steps.find(({ id }) => id === 'yes')?.after).toEqual([{ step: 'loose' }])
    expect(places(into('loose'))['loose']).toEqual([-140, 146])
    expect(into('no')).toBe(withLoose)
    const before = (id: string) =>
      insertLoose(
        'loose',
        { kind: 'start', to: id },
        types,
        positionsOf(withLoose, types),
      )(withLoose).definition
    expect(before('ask').steps.find(({ id }) => id === 'ask')?.after).toEqual([{ step: 'loose' }])
    expect(before('loose')).toBe(withLoose)
  })
})

it('aligns steps in a column with one middle, none on another', () => {
  const { definition } = alignSteps(
    ['ask', 'no', 'help'],
    'column',
    positionsOf(drawn, types),
    types,
  )(drawn)
  expect(places(definition)).toMatchObject({ ask: [0, 0], no: [0, 146], help: [0, 386] })
  const row = alignSteps(['yes', 'then'], 'row', positionsOf(drawn, types), types)(drawn)
  expect(places(row.definition)).toMatchObject({ yes: [-140, 146], then: [132, 146] })
})

it('spaces steps evenly between the two at the ends', () => {
  const loose = {
    ...drawn,
    steps: [step('last', 0, 900), step('first', 10, 0), step('middle', 20, 100)],
  }
  const space = (...ids: string[]) =>
    spaceSteps(ids, 'down', positionsOf(loose, types), types)(loose).definition
  expect(places(space('first', 'middle', 'last'))).toEqual({
    first: [10, 0],
    middle: [20, 450],
    last: [0, 900],
  })
  expect(space('first', 'last')).toBe(loose)
})
