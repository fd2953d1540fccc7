import { array, assert, integer, property, record } from 'fast-check'
import { expect, it } from 'vitest'
import { frameAround } from './group-geometry.ts'

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
