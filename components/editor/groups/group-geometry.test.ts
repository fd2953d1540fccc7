import { array, assert, integer, property, record } from 'fast-check'
import { expect, it } from 'vitest'
import { emptyDefinition } from '#lib/domain/workflow/definition'
import { frameAround, groupFrames } from './group-geometry.ts'

const box = record({
  position: record({ x: integer({ min: -900, max: 900 }), y: integer({ min: -900, max: 900 }) }),
  width: integer({ min: 1, max: 300 }),
  height: integer({ min: 1, max: 120 }),
})

it('holds every box with space around it, and above them room for its name', () => {
  assert(
    property(array(box, { minLength: 1, maxLength: 6 }), (boxes) => {
      const { x, y, width, height } = frameAround(boxes)
      for (const { position, width: wide, height: high } of boxes) {
        expect(position.x - x).toBeGreaterThanOrEqual(24)
        expect(position.y - y).toBeGreaterThanOrEqual(48)
        expect(x + width - position.x - wide).toBeGreaterThanOrEqual(24)
        expect(y + height - position.y - high).toBeGreaterThanOrEqual(24)
      }
    }),
  )
})

it('frames the groups that have steps in the drawing, and no group that is gone', () => {
  const step = (id: string, group?: string) => ({
    id,
    type: 'wait',
    title: id,
    after: [],
    config: {},
    ...(group ? { group } : {}),
  })
  const definition = {
    ...emptyDefinition,
    steps: [step('a', 'g'), step('b', 'gone'), step('c', 'h')],
    groups: {
      g: { name: 'Intake', colour: 'blue' as const },
      h: { name: 'Elsewhere', colour: 'rose' as const },
      empty: { name: 'Empty', colour: 'grey' as const },
    },
  }
  const at = (id: string) => ({ id, position: { x: 0, y: 0 }, width: 100, height: 50 })
  expect(groupFrames(definition, [at('a'), at('b')])).toEqual([
    { id: 'g', name: 'Intake', colour: 'blue', x: -24, y: -48, width: 148, height: 122 },
  ])
})
