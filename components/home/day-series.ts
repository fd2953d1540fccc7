import type { RunNumbers } from '#lib/contracts/service/home'
import { dateWords } from '#components/shared/display/times'
import { runStatusLabel } from '#components/shared/display/status'

type Day = RunNumbers['days'][number]

/** The parts of a day's bar from the bottom up, each with its colour (of the theme) and label. */
export const daySeries = (
  [
    ['completed', 'var(--chart-1)'],
    ['failed', 'var(--chart-2)'],
    ['suspended', 'var(--chart-3)'],
    ['running', 'var(--chart-4)'],
    ['cancelled', 'var(--chart-5)'],
  ] as const
).map(([status, color]) => ({ status, color, label: runStatusLabel(status) }))

/** `3 Mar`. The day is a date without a time zone, so the reader's zone must not move it. */
export const formatDay = (day: string): string => dateWords(day, { day: 'numeric', month: 'short' })

/** How many runs started on a day. */
export const runsOfDay = (day: Day): number =>
  daySeries.reduce((sum, { status }) => sum + day[status], 0)

/**
 * The lines of the grid: from 0 in equal, round steps of whole runs (1, 2 or 5 times a power of
 * ten) to the first one that the highest bar does not exceed; at most six of them.
 */
export function gridLines(highest: number): number[] {
  const minStep = Math.max(1, highest / 5)
  const power = 10 ** Math.floor(Math.log10(minStep))
  const step = power * ([1, 2, 5].find((factor) => factor * power >= minStep) ?? 10)
  const count = Math.max(1, Math.ceil(highest / step))
  return Array.from({ length: count + 1 }, (_line, index) => index * step)
}
