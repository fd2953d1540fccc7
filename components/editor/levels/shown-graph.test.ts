import { array, assert, boolean, constantFrom, nat, property, record, subarray } from 'fast-check'
import { describe, expect, it } from 'vitest'
import { emptyDefinition, type Definition, type Step } from '#lib/domain/workflow/definition'
import { groupBoxId, groupOfBox, loopsAround, reveal, shownGraph } from './shown-graph.ts'

const step = (id: string, type: string, after: Step['after'], group?: string): Step => ({
  id,
  type,
  title: id.toUpperCase(),
  after,
  config: {},
  ...(group === undefined ? {} : { group }),
})

/** a → outer loop (b → inner loop (c) → d by done) → e; c's failure goes to f. */
const nested: Definition = {
  ...emptyDefinition,
  groups: { g: { name: 'Group', colour: 'blue' } },
  steps: [
    step('a', 'wait', [], 'g'),
    step('outer', 'for-each', [{ step: 'a' }], 'g'),
    step('b', 'wait', [{ step: 'outer', via: 'each' }]),
    step('inner', 'for-each', [{ step: 'b' }]),
    {
      ...step('c', 'wait', [{ step: 'inner', via: 'each' }]),
      on_failure: { step: 'f', then: 'fail' },
    },
    step('d', 'wait', [{ step: 'inner', via: 'done' }], 'gone'),
    step('f', 'wait', []),
    step('e', 'wait', [{ step: 'outer', via: 'done' }]),
  ],
}
const boxes = (loop: string | undefined, ...collapsed: string[]) =>
  Object.fromEntries(shownGraph(nested, { loop, collapsed: new Set(collapsed) }).boxOf)

describe('what stands for the steps of a level', () => {
  it('is each step itself while nothing is collapsed', () => {
    expect(boxes(undefined)).toEqual(Object.fromEntries(nested.steps.map(({ id }) => [id, id])))
  })

  it('is the body of an open loop, with the handlers of its failures', () => {
    expect(Object.keys(boxes('outer'))).toEqual(['b', 'inner', 'c', 'd', 'f'])
    expect(Object.keys(boxes('inner'))).toEqual(['c', 'f'])
    expect(Object.keys(boxes('gone'))).toEqual([])
  })

  it('is the outermost collapsed loop, and the group of that', () => {
    expect(boxes(undefined, 'inner')).toMatchObject({ b: 'b', inner: 'inner', c: 'inner' })
    expect(boxes(undefined, 'outer', 'inner')).toMatchObject({ b: 'outer', c: 'outer', e: 'e' })
    expect(boxes('outer', 'outer', 'inner')).toMatchObject({ b: 'b', c: 'inner' })
    const group = groupBoxId('g')
    expect(boxes(undefined, 'outer', group)).toMatchObject({ a: group, outer: group, c: group })
    expect(boxes(undefined, group)).toMatchObject({ a: group, outer: group, b: 'b' })
    expect([groupOfBox(group), groupOfBox('g')]).toEqual(['g', undefined])
  })
})

it('knows the loops around a step, also where a draft has circles', () => {
  expect(loopsAround(nested.steps).get('c')).toEqual(['outer', 'inner'])
  const circle = [
    step('one', 'for-each', [{ step: 'two', via: 'each' }]),
    step('two', 'for-each', [{ step: 'one', via: 'each' }]),
  ]
  const collapsed = new Set(['one', 'two'])
  const shown = shownGraph({ ...emptyDefinition, steps: circle }, { loop: undefined, collapsed })
  expect([...shown.boxOf.values()].every((box) => shown.boxOf.get(box) === box)).toBe(true)
})

const drafts = array(
  record({
    before: nat(9),
    isLoop: boolean(),
    each: boolean(),
    group: constantFrom(undefined, 'g', 'h', 'gone'),
  }),
  { minLength: 1, maxLength: 10 },
).map((all): Definition => ({
  ...emptyDefinition,
  groups: { g: { name: 'G', colour: 'blue' }, h: { name: 'H', colour: 'rose' } },
  steps: all.map(({ before, isLoop, each, group }, index) => {
    const from = all[before]
    const via = from?.isLoop ? { via: each ? 'each' : 'done' } : {}
    const after = from && before !== index ? [{ step: `s${before}`, ...via }] : []
    return step(`s${index}`, isLoop ? 'for-each' : 'wait', after, group)
  }),
}))
const views = drafts.chain((definition) => {
  const ids = definition.steps.map(({ id }) => id)
  return record({
    definition: constantFrom(definition),
    loop: constantFrom(undefined, ...ids),
    collapsed: subarray([...ids, groupBoxId('g'), groupBoxId('h')]).map((all) => new Set(all)),
    id: constantFrom(...ids),
  })
})

it('lets each box stand for itself, and counts each hidden step once', () => {
  assert(
    property(views, ({ definition, loop, collapsed }) => {
      const { boxOf, inside } = shownGraph(definition, { loop, collapsed })
      for (const [id, box] of boxOf)
        if (groupOfBox(box) === undefined && box !== id && boxOf.has(box))
          expect(boxOf.get(box)).toBe(box)
      const hidden = [...inside.values()].flat()
      expect(new Set(hidden).size).toBe(hidden.length)
      expect(hidden).toHaveLength([...boxOf].filter(([id, box]) => id !== box).length)
    }),
  )
})

it('shows any step by a view that reveals it, and leaves a view that shows it already', () => {
  assert(
    property(views, ({ definition, id, ...view }) => {
      const next = reveal(definition, view, id)
      const { boxOf } = shownGraph(definition, next)
      expect(boxOf.get(id)).toBe(id)
      expect(reveal(definition, next, id)).toBe(next)
    }),
  )
})
