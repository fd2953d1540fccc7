import { describe, expect, it } from 'vitest'
import type { RunPageTask } from '#lib/contracts/runs/runs'
import { formatDuration } from '#components/shared/display/format'
import { timelineBars } from './timeline-bars.ts'

const at = (seconds: number) => new Date(Date.UTC(2026, 0, 5, 9, 0, seconds)).toISOString()
const task = (startedAt: string | null, finishedAt: string | null) =>
  ({ startedAt, finishedAt }) as unknown as RunPageTask

describe('timelineBars', () => {
  it('places tasks in per cent of the run', () => {
    const { bars, totalMs } = timelineBars(
      [task(at(5), at(10)), task(at(0), at(5)), task(null, null)],
      at(0),
      at(10),
      0,
    )
    expect(totalMs).toBe(10_000)
    expect(bars.map(({ offset, width, ms }) => [offset, width, ms])).toEqual([
      [0, 50, 5000],
      [50, 50, 5000],
    ])
  })
  it('lets what still goes on reach to now', () => {
    const { bars } = timelineBars([task(at(4), null)], at(0), null, new Date(at(8)).getTime())
    expect(bars[0]).toMatchObject({ offset: 50, width: 50, ms: 4000 })
  })
  it('keeps an instant task visible', () => {
    expect(timelineBars([task(at(1), at(1))], at(0), at(10), 0).bars[0]?.width).toBe(0.4)
  })
})

describe('formatDuration', () => {
  it.each([
    [12, '12 ms'],
    [1234, '1.2 s'],
    [59_000, '59 s'],
    [200_000, '3 min 20 s'],
    [3_600_000, '1 h'],
    [7_500_000, '2 h 5 min'],
    [356_400_000, '4 d 3 h'],
  ])('%i ms is %s', (ms, text) => expect(formatDuration(ms)).toBe(text))
})
