import { describe, expect, it } from 'vitest'
import { emptyDefinition, type Definition, type Step } from '#lib/domain/workflow/definition'
import type { StepTypeInfo } from '#lib/domain/workflow/step-type-info'
import { changeStep } from './commands/change-step.ts'
import { branchOfHandle, createEdgeCache, createNodeCache, linkOfEdge } from './graph-adapter.ts'
import { positionsOf } from './model/layout/positions.ts'
import { loopDepths } from './model/layout/bodies.ts'
import { layered, layoutInput } from './model/layout/layout.ts'
import { readingOrder } from './model/graph.ts'

const condition = {
  type: 'condition',
  title: 'Condition',
  category: 'Flow',
  icon: 'split',
  screen: false,
  branches: { fixed: ['true', 'false'] },
} as unknown as StepTypeInfo
const types = new Map([['condition', condition]])
const step = (id: string, over: Partial<Step> = {}): Step => ({
  id,
  type: 'transform',
  title: id,
  after: [],
  config: {},
  position: { x: 0, y: 0 },
  ...over,
})
const of = (...steps: Step[]): Definition => ({ ...emptyDefinition, steps })
const inputs = (definition: Definition) => ({
  definition,
  types,
  positions: positionsOf(definition, types),
  selection: new Set<string>(),
  problems: new Map<string, { errors: number; warnings: number }>(),
})

describe('nodes', () => {
  it('keep their objects when another step changes', () => {
    const draw = createNodeCache()
    const start = of(step('a'), step('b'))
    const before = draw(inputs(start))
    const after = draw(inputs(changeStep('b', { title: 'New' })(start).definition))
    expect(after[0]).toBe(before[0])
    expect(after[1]).not.toBe(before[1])
    expect(after[1]?.data.title).toBe('New')
  })

  it('keep their data when only the selection changes, so that the box is not drawn again', () => {
    const draw = createNodeCache()
    const start = of(step('a'))
    const before = draw(inputs(start))
    const after = draw({ ...inputs(start), selection: new Set(['a']) })
    expect(after[0]?.selected).toBe(true)
    expect(after[0]?.data).toBe(before[0]?.data)
  })

  it('keep the places of a layout while a title is typed, and lose them with a connection', () => {
    const start = of(
      step('a', { position: undefined }),
      step('b', { position: undefined, after: [{ step: 'a' }] }),
    )
    const before = positionsOf(start, types)
    const typed = changeStep('b', { title: 'New', config: { value: 1 } })(start).definition
    expect(positionsOf(typed, types)).toBe(before)
    const cut = changeStep('b', { after: [] })(typed).definition
    expect(positionsOf(cut, types)).not.toEqual(before)
    expect(positionsOf(start, types)).toEqual(before)
  })

  it('have a priority only where somebody gave one', () => {
    const screen = { type: 'screen', title: 'Screen', screen: true } as unknown as StepTypeInfo
    const steps = [step('a', { type: 'screen' }), step('b', { type: 'screen', priority: 5 })]
    const drawn = { ...inputs(of(...steps)), types: new Map([['screen', screen]]) }
    expect(createNodeCache()(drawn).map(({ data }) => data.priority)).toEqual(['', '5'])
  })

  it('are named with their problems', () => {
    const [node] = createNodeCache()({
      ...inputs(of(step('a'))),
      problems: new Map([['a', { errors: 1, warnings: 0 }]]),
    })
    expect(node?.ariaLabel).toBe('Step a, Unknown type “transform”, 1 problem')
  })
})

it('branches are read by their labels and connected by their names', () => {
  const branchLabels = { true: 'Approved' }
  const definition = of(
    step('c', { type: 'condition', branchLabels }),
    step('y', { after: [{ step: 'c', via: 'true' }] }),
  )
  const [node] = createNodeCache()(inputs(definition))
  expect(node?.data).toMatchObject({ branches: 'true\nfalse', branchLabels: 'Approved\nNo' })
  const [edge] = createEdgeCache()(definition, types, new Set())
  // The label stands at the foot of the step; on the line it would stand twice.
  expect(edge?.data?.label).toBe('')
  expect(edge?.ariaLabel).toBe('Connection from c to y, Approved')
  expect(branchOfHandle(edge?.sourceHandle)).toBe('true')
})

describe('edges', () => {
  it('lead from the branch, and back to the connection that they stand for', () => {
    const definition = of(
      step('c', { type: 'condition', on_failure: { step: 'h', then: 'fail' } }),
      step('y', { after: [{ step: 'c', via: 'true' }] }),
      step('h'),
    )
    const edges = createEdgeCache()(definition, types, new Set())
    // The name of a branch stands at the foot of its step, and not a second time on the line.
    expect(
      edges.map((edge) => [edge.source, edge.sourceHandle, edge.target, edge.data?.label]),
    ).toEqual([
      ['c', 'failure', 'h', 'on failure'],
      ['c', 'via:true', 'y', ''],
    ])
    expect(edges[1]?.ariaLabel).toBe('Connection from c to y, Yes')
    expect(branchOfHandle(edges[1]?.sourceHandle)).toBe('true')
    expect(linkOfEdge(edges[1]?.id ?? '', definition)).toEqual({
      from: 'c',
      to: 'y',
      via: 'true',
      kind: 'after',
    })
  })

  it('of a branch that is gone stay visible', () => {
    const [edge] = createEdgeCache()(
      of(step('c', { type: 'condition' }), step('y', { after: [{ step: 'c', via: 'maybe' }] })),
      types,
      new Set(),
    )
    expect(edge?.sourceHandle).toBe('via:true')
    expect(edge?.data?.label).toBe('maybe')
  })
})

it('a step is set in by the loops around it', () => {
  const steps = [
    step('outer', { type: 'for-each' }),
    step('inner', { type: 'while', after: [{ step: 'outer', via: 'each' }] }),
    step('body', {
      after: [{ step: 'inner', via: 'each' }],
      on_failure: { step: 'handler', then: 'fail' },
    }),
    step('handler'),
    step('end', { after: [{ step: 'outer', via: 'done' }] }),
  ]
  expect(Object.fromEntries(loopDepths(steps))).toEqual({ inner: 1, body: 2, handler: 2 })
})

describe('layout', () => {
  it('puts steps in layers downwards, a handler below its step, and nothing on top of another', () => {
    const definition = of(
      step('a', { on_failure: { step: 'h', then: 'fail' } }),
      step('b', { after: [{ step: 'a' }] }),
      step('c', { after: [{ step: 'a' }] }),
      step('h'),
    )
    const places = layered(layoutInput(definition, () => []))
    const at = (id: string) => places[id] ?? { x: NaN, y: NaN }
    expect(at('h').y).toBeGreaterThan(at('a').y)
    expect(at('b').y).toBe(at('c').y)
    const ids = Object.keys(places)
    for (const one of ids)
      for (const other of ids)
        if (one !== other)
          expect(
            Math.abs(at(one).x - at(other).x) >= 232 || Math.abs(at(one).y - at(other).y) >= 64,
          ).toBe(true)
  })

  it('reads in the order of running, handlers right behind their step, cycles at the end', () => {
    const definition = of(
      step('z', { after: [{ step: 'y' }] }),
      step('end', { after: [{ step: 'mid' }] }),
      step('mid', { after: [{ step: 'top' }] }),
      step('h'),
      step('top', { on_failure: { step: 'h', then: 'fail' } }),
      step('y', { after: [{ step: 'z' }] }),
    )
    expect(readingOrder(definition).map((one) => one.id)).toEqual([
      'top',
      'h',
      'mid',
      'end',
      'z',
      'y',
    ])
  })
})
