import type { HomeView } from '#lib/contracts/home'
import { runStatusLabel } from '#components/shared/status'

type Day = HomeView['days'][number]

/**
 * The parts of a day's bar from the bottom up, each with its colour (of the theme) and its word.
 */
export const daySeries = (
  [
    ['completed', 'var(--chart-1)'],
    ['failed', 'var(--chart-2)'],
    ['suspended', 'var(--chart-3)'],
    ['running', 'var(--chart-4)'],
    ['cancelled', 'var(--chart-5)'],
  ] as const
).map(([status, color]) => ({ status, color, label: runStatusLabel(status) }))

const dayFormat = new Intl.DateTimeFormat(undefined, {
  day: 'numeric',
  month: 'short',
  timeZone: 'UTC',
})

/** `3 Mar`: the day is a date without a zone, so it must not be moved by the reader's. */
export const formatDay = (day: string): string => dayFormat.format(new Date(`${day}T00:00:00Z`))

export const runsOfDay = (day: Day): number =>
  daySeries.reduce((sum, { status }) => sum + day[status], 0)
