import { array, assert, integer, property, record } from 'fast-check'
import { expect, it } from 'vitest'
import { closeGaps } from './close-gaps.ts'

const box = record({
  x: integer({ min: -500, max: 500 }),
  y: integer({ min: -500, max: 500 }),
  width: integer({ min: 1, max: 300 }),
  height: integer({ min: 1, max: 300 }),
})
const space = { x: 40, y: 56 }
type Box = { x: number; y: number; width: number; height: number }
const overlap = (one: Box, other: Box): boolean =>
  one.x < other.x + other.width &&
  other.x < one.x + one.width &&
  one.y < other.y + other.height &&
  other.y < one.y + one.height

it('takes out what is empty below a collapsed box, and no more', () => {
  const head = { x: 0, y: 0, width: 232, height: 64 }
  const next = { x: 0, y: 1000, width: 232, height: 64 }
  const area = { x: -400, y: 0, width: 1000, height: 900 }
  const { toView, toModel } = closeGaps([area], [head, next], space)
  // From the end of the space below the box to the end of the area.
  expect(toView(next)).toEqual({ x: 0 - 400, y: 1000 - (900 - 120) })
  expect(toModel(toView(next))).toEqual({ x: 0, y: 1000 })
  expect(closeGaps([], [head, next], space).toView(next)).toEqual({ x: 0, y: 1000 })
})

it('keeps the order and the space between boxes, and finds each place again', () => {
  assert(
    property(array(box, { maxLength: 4 }), array(box, { maxLength: 8 }), (areas, boxes) => {
      const { toView, toModel } = closeGaps(areas, boxes, space)
      const drawn = boxes.map((one) => ({ ...one, ...toView(one) }))
      boxes.forEach((one, index) => {
        expect(toModel(toView(one))).toEqual({ x: one.x, y: one.y })
        // The far corner moves as the near one does: no box changes its size.
        const far = toView({ x: one.x + one.width, y: one.y + one.height })
        const near = toView(one)
        expect([far.x - near.x, far.y - near.y]).toEqual([one.width, one.height])
        boxes.forEach((other, place) => {
          if (one.x < other.x) expect(drawn[index]?.x).toBeLessThanOrEqual(drawn[place]?.x ?? 0)
          const here = drawn[index]
          const there = drawn[place]
          if (here && there && index !== place && !overlap(one, other))
            expect(overlap(here, there)).toBe(false)
        })
      })
    }),
  )
})
