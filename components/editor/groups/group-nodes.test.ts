import { expect, it } from 'vitest'
import { emptyDefinition, type Definition } from '#lib/domain/workflow/definition'
import { createNodeCache } from '../graph-adapter.ts'
import { drawnLevel, movedPlaces } from '../levels/drawn-level.ts'
import { groupBoxId, shownGraph } from '../levels/shown-graph.ts'
import { positionsOf } from '../model/layout/positions.ts'
import { nameStyle } from './group-head.ts'
import { createFrameCache, createGroupCache, groupFrameId } from './group-nodes.ts'

const step = (id: string, y: number, group?: string): Definition['steps'][number] => ({
  id,
  type: 'wait',
  title: id.toUpperCase(),
  after: [],
  config: {},
  position: { x: 0, y },
  ...(group === undefined ? {} : { group }),
})
const definition: Definition = {
  ...emptyDefinition,
  steps: [step('a', 0, 'g'), step('b', 400, 'g'), step('c', 800)],
  groups: { g: { name: 'Intake', colour: 'blue' } },
}
const draw = createNodeCache()
const frames = createFrameCache()
const boxes = createGroupCache()

function drawn(collapsed: string[], selection: string[] = []) {
  const shown = shownGraph(definition, { loop: undefined, collapsed: new Set(collapsed) })
  const problems = new Map([['b', { errors: 2, warnings: 1 }]])
  const states = new Map([
    ['a', { status: 'completed' as const, items: null }],
    ['b', { status: 'failed' as const, items: null }],
  ])
  const steps = draw({
    definition,
    types: new Map(),
    positions: positionsOf(definition, new Map()),
    selection: new Set(selection),
    problems,
    states,
  })
  const groups = boxes({ definition, shown, steps, problems, states })
  const level = drawnLevel(definition, steps, groups, [], { shown, isInLoop: false })
  return { level, frames: frames(definition.groups, level.groupOf, level.boxes) }
}
const group = groupBoxId('g')

it('frames an expanded group, and keeps the frame while nothing of it changes', () => {
  const first = drawn([])
  expect(first.frames).toMatchObject([
    {
      id: groupFrameId('g'),
      position: { x: -24, y: -48 },
      selected: false,
      ariaLabel: 'Group Intake, 2 steps',
      // A step of it failed: the name may not cover that from far.
      data: { ran: 'failed' },
    },
  ])
  expect(drawn([]).frames).toBe(first.frames)
  expect(drawn([], ['a']).frames[0]?.selected).toBe(false)
  expect(drawn([], ['a', 'b']).frames[0]?.selected).toBe(true)
})

it('draws a collapsed group as one box with what its steps say, and closes the gap', () => {
  const { level, frames: none } = drawn([group])
  expect(none).toEqual([])
  const [own, box] = level.boxes
  expect(own?.id).toBe('c')
  expect(box).toMatchObject({
    id: group,
    data: { title: 'Intake', inside: '2', errors: 2, warnings: 1, ran: 'failed' },
    ariaLabel: 'Group Intake, collapsed, 2 steps, 3 problems',
  })
  // Before, 336 empty pixels lay between the second step of the group and the third one.
  expect((own?.position.y ?? 0) - (box?.position.y ?? 0)).toBeLessThan(500)
})

it('moves all steps of a group with its frame and with its box, and no other one', () => {
  const open = drawn([])
  const byFrame = movedPlaces(
    new Map([[groupFrameId('g'), { x: 80, y: -48 }]]),
    open.level,
    open.frames,
  )
  expect(Object.fromEntries(byFrame)).toEqual({ a: { x: 104, y: 0 }, b: { x: 104, y: 400 } })
  const { level } = drawn([group])
  const at = level.boxes.find(({ id }) => id === group)?.position ?? { x: 0, y: 0 }
  const byBox = movedPlaces(new Map([[group, { x: at.x + 16, y: at.y }]]), level, [])
  expect(Object.fromEntries(byBox)).toEqual({ a: { x: 16, y: 0 }, b: { x: 16, y: 400 } })
})

it('names a group in its middle from far, but at its head where a step is looked for', () => {
  const size = { width: 280, height: 500 }
  expect(nameStyle({ title: 'Intake', ran: '' }, 0.2, size)).toMatchObject({ inset: 0 })
  expect(nameStyle({ title: 'Intake', ran: '' }, 1, size)).not.toHaveProperty('inset')
  const atHead = nameStyle({ title: 'Intake', ran: 'changed' }, 0.2, size)
  expect(atHead).not.toHaveProperty('inset')
  expect(Number(atHead.fontSize)).toBeLessThan(48)
})
