import fc from 'fast-check'
import { expect, it } from 'vitest'

import { gridLines } from './day-series.ts'

it.each([
  [0, [0, 1]],
  [1, [0, 1]],
  [4, [0, 1, 2, 3, 4]],
  [6, [0, 2, 4, 6]],
  [41, [0, 10, 20, 30, 40, 50]],
  [1000, [0, 200, 400, 600, 800, 1000]],
])('draws lines for %i runs', (highest, lines) => expect(gridLines(highest)).toEqual(lines))

it('reaches the highest bar by few whole steps, and the last one is needed', () => {
  fc.assert(
    fc.property(fc.nat(10_000_000), (highest) => {
      const lines = gridLines(highest)
      expect(lines.every(Number.isInteger)).toBe(true)
      expect(lines.length).toBeLessThanOrEqual(6)
      expect(lines.at(-1)).toBeGreaterThanOrEqual(highest)
      expect(lines.at(-2)).toBeLessThan(Math.max(1, highest))
    }),
  )
})
