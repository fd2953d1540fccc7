import { expect, it } from 'vitest'
import { emptyDefinition, type Definition, type Step } from '#lib/domain/workflow/definition'
import { createEdgeCache } from '../graph-adapter.ts'
import { groupBoxId, shownGraph } from './shown-graph.ts'
import { shownLines } from './shown-lines.ts'

const step = (id: string, after: Step['after'], more: Partial<Step> = {}): Step => ({
  id,
  type: 'wait',
  title: id.toUpperCase(),
  after,
  config: {},
  ...more,
})
const definition: Definition = {
  ...emptyDefinition,
  groups: { g: { name: 'Group', colour: 'blue' } },
  steps: [
    step('a', []),
    step('b', [{ step: 'a' }], { group: 'g' }),
    step('c', [{ step: 'a' }, { step: 'b' }], {
      group: 'g',
      on_failure: { step: 'd', then: 'fail' },
    }),
    step('d', [{ step: 'b' }, { step: 'c', via: 'true' }]),
    step('loop', [{ step: 'd' }], { type: 'for-each' }),
    step('in', [{ step: 'loop', via: 'each' }]),
    step('out', [{ step: 'loop', via: 'done' }]),
  ],
}
const edges = createEdgeCache()(definition, new Map(), new Set())
const linesOf = (loop: string | undefined, ...collapsed: string[]) =>
  shownLines(edges, shownGraph(definition, { loop, collapsed: new Set(collapsed) }), (box) => box)
    .map(({ source, sourceHandle, target, data }) =>
      [source, sourceHandle, target, data?.merged ?? 1].join(' '),
    )
    .toSorted()

it('draws lines into and out of a collapsed group once, and none within it', () => {
  const box = groupBoxId('g')
  expect(linesOf(undefined, box)).toEqual([
    `${box} failure d 1`,
    `${box} out d 2`,
    `a out ${box} 2`,
    'd out loop 1',
    'loop out in 1',
    'loop out out 1',
  ])
  const same = shownLines(
    edges,
    shownGraph(definition, { loop: undefined, collapsed: new Set([box]) }),
    (one) => one,
  )
  expect(same.find(({ source }) => source === 'd')).toBe(edges.find(({ source }) => source === 'd'))
})

it('draws no line into the body of a collapsed loop, and within an open one only its own', () => {
  expect(linesOf(undefined, 'loop')).not.toContain('loop out in 1')
  expect(linesOf(undefined, 'loop')).toContain('loop out out 1')
  expect(linesOf('loop')).toEqual([])
})

it('names the branch of a single line that leaves a collapsed group', () => {
  const alone = { ...definition, steps: definition.steps.filter(({ id }) => id !== 'b') }
  const view = { loop: undefined, collapsed: new Set([groupBoxId('g')]) }
  const drawn = shownLines(
    createEdgeCache()(alone, new Map(), new Set()),
    shownGraph(alone, view),
    (box) => box,
  )
  expect(drawn.find(({ data }) => data?.way === 'true')?.data?.label).toBe('true')
})
