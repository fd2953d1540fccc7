import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Step } from './definition.ts'
import {
  cyclesOf,
  downstreamOf,
  graphOf,
  rootsOf,
  topologicalOrder,
  unreachableSteps,
  upstreamOf,
} from './graph.ts'

/**
 * `draw('a b:a c:a,b', { b: 'h' })`: each word is a step and the steps before it; the second
 * argument names the handlers by the steps whose failure they handle.
 */
function draw(picture: string, handlers: Record<string, string> = {}): Step[] {
  return picture.split(/\s+/).map((word) => {
    const [id = '', before = ''] = word.split(':')
    const handler = handlers[id]
    return {
      id,
      type: 'transform',
      title: id,
      after: before ? before.split(',').map((step) => ({ step })) : [],
      config: {},
      ...(handler ? { on_failure: { step: handler, then: 'continue' as const } } : {}),
    }
  })
}

describe('graph', () => {
  //      ┌─ b ─┐
  //  a ──┤     ├─ d ── e      x (root)     h handles d
  //      └─ c ─┘
  const graph = graphOf(draw('e:d d:b,c a b:a c:a x h', { d: 'h' }))
  it('roots', () => expect(rootsOf(graph)).toEqual(['a', 'x']))
  it('upstream', () => expect([...upstreamOf(graph, 'd')].sort()).toEqual(['a', 'b', 'c']))
  it('downstream', () => expect([...downstreamOf(graph, 'b')].sort()).toEqual(['d', 'e']))
  it('order', () => expect(topologicalOrder(graph)).toEqual(['a', 'x', 'h', 'b', 'c', 'd', 'e']))
  it('no cycle, nothing unreachable', () =>
    expect([cyclesOf(graph), unreachableSteps(graph)]).toEqual([[], []]))

  it.each([
    //  a ⇄ b
    ['a:b b:a', [['a', 'b']]],
    //  r ── a ── b ── c ──┐ (c back to a), d after the cycle
    ['r a:r,c b:a c:b d:c', [['a', 'b', 'c']]],
    // Two cycles.
    [
      'a:b b:a c:d d:c',
      [
        ['a', 'b'],
        ['c', 'd'],
      ],
    ],
    ['a b:a', []],
    ['a:a', []],
  ])('cycles of %s', (picture, expected) => {
    const rotated = (cycle: string[]): string[] => {
      const first = cycle.indexOf([...cycle].sort()[0] ?? '')
      return [...cycle.slice(first), ...cycle.slice(0, first)]
    }
    expect(cyclesOf(graphOf(draw(picture))).map(rotated)).toEqual(expected)
  })

  it('a cycle is listed in the direction of the run', () => {
    const [cycle = []] = cyclesOf(graphOf(draw('a:c b:a c:b')))
    const graphOfCycle = graphOf(draw('a:c b:a c:b'))
    cycle.forEach((id, index) =>
      expect(graphOfCycle.after.get(id)).toContain(cycle[(index + 1) % cycle.length]),
    )
  })

  it.each<[string, Record<string, string>, string[]]>([
    ['a b:a c:ghost', {}, ['c']],
    ['a b:c c:b d:c', {}, ['b', 'c', 'd']],
    ['a h', { a: 'h' }, []],
    ['a h f:h', { a: 'h' }, ['f']],
    ['a:b b:a h', { a: 'h' }, ['a', 'b', 'h']],
    ['a h g', { a: 'h', h: 'g' }, []],
  ])('unreachable in %s', (picture, handlers, expected) =>
    expect(unreachableSteps(graphOf(draw(picture, handlers)))).toEqual(expected),
  )

  it('orders any drawn graph, or finds its cycle', () => {
    const arbitrary = fc.array(fc.array(fc.nat(14), { maxLength: 3 }), {
      minLength: 1,
      maxLength: 15,
    })
    fc.assert(
      fc.property(arbitrary, (edges) => {
        const picture = edges
          .map(
            (before, id) =>
              `s${id}${before.length ? `:${before.map((each) => `s${each % edges.length}`).join(',')}` : ''}`,
          )
          .join(' ')
        const drawn = graphOf(draw(picture))
        const order = topologicalOrder(drawn)
        const place = new Map(order.map((id, index) => [id, index]))
        for (const id of order)
          for (const before of drawn.before.get(id) ?? [])
            expect(place.get(before)).toBeLessThan(place.get(id) ?? -1)
        const self = [...drawn.before].some(([id, before]) => before.includes(id))
        if (!self) expect(order.length === drawn.steps.size).toBe(cyclesOf(drawn).length === 0)
      }),
    )
  })

  it('takes 2,000 steps in a row without deep recursion', () => {
    const long = draw(
      Array.from({ length: 2000 }, (_, index) => (index ? `s${index}:s${index - 1}` : 's0')).join(
        ' ',
      ),
    )
    expect(upstreamOf(graphOf(long), 's1999').size).toBe(1999)
    expect(topologicalOrder(graphOf(long)).length).toBe(2000)
  })
})
