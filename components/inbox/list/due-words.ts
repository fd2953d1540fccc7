import { dateTimeFormat } from '#components/shared/display/format'
import type { PlannedView } from '#lib/contracts/runs/deadlines'
import type { InboxItem } from '#lib/contracts/runs/screens'
import { countOf } from '#lib/domain/count-of'
import { listWords } from '#lib/domain/sentences'

type DueIn = NonNullable<InboxItem['dueIn']>

/** A length of working time: “25 min”, “3 working hours”, “2 working days”. */
function workingWords({ minutes, days }: Pick<DueIn, 'minutes' | 'days'>): string {
  if (days >= 1) return countOf(days, 'working day')
  if (minutes >= 60) return countOf(Math.floor(minutes / 60), 'working hour')
  return `${minutes} min`
}

/** In a zone; left out: the organization's. */
const inZone = (options: Intl.DateTimeFormatOptions, at: Date, timeZone?: string): string =>
  dateTimeFormat({ ...options, ...(timeZone && { timeZone }) }).format(at)

const day = (at: Date, timeZone?: string): string => inZone({ dateStyle: 'short' }, at, timeZone)

const clock = { hour: 'numeric', minute: '2-digit' } as const
const dayMs = 86_400_000

/** A moment by the clock of a zone: “today 4:00 PM”, “tomorrow 9:00 AM”, “Tue, Dec 1, 9:00 AM”. */
export function soonWords(at: Date, now: Date, timeZone?: string): string {
  const date = day(at, timeZone)
  if (date === day(now, timeZone)) return `today ${inZone(clock, at, timeZone)}`
  if (date === day(new Date(now.getTime() + dayMs), timeZone))
    return `tomorrow ${inZone(clock, at, timeZone)}`
  const rest = { weekday: 'short', month: 'short', day: 'numeric', ...clock } as const
  return inZone(rest, at, timeZone)
}

/** When work is due, in the words of working time; `named` where no heading says that it is that. */
export function dueWords(
  dueAt: string,
  { minutes, days, timeZone }: DueIn,
  now: Date,
  named = false,
): string {
  const at = new Date(dueAt)
  if (at < now) {
    const late = { minutes: Math.abs(minutes), days: Math.abs(days) }
    // Due on a day off, or at the end of the day: no working time has passed since.
    return late.minutes === 0 ? 'Overdue' : `Overdue by ${workingWords(late)}`
  }
  const isToday = day(at, timeZone) === day(now, timeZone)
  const words = isToday && minutes > 0 ? `in ${workingWords({ minutes, days: 0 })}` : undefined
  const text = words ?? soonWords(at, now, timeZone)
  return named ? `Due ${text}` : text.charAt(0).toUpperCase() + text.slice(1)
}

function actionWords({ do: act, people = [], priority, workflow }: PlannedView): string {
  switch (act) {
    case 'assign':
      return `Goes to ${listWords(people)}`
    case 'return':
      return 'Back to the group'
    case 'priority':
      return `Priority ${priority}`
    case 'start':
      return `Starts “${workflow}”`
    case 'remind':
      return 'Reminder'
  }
}

/** What happens next by itself, and when: “Goes to Ana in 2 h”. */
export function nextWords(next: PlannedView, now: Date, timeZone?: string): string {
  const at = new Date(next.at)
  const minutes = Math.round((at.getTime() - now.getTime()) / 60_000)
  const words = actionWords(next)
  if (minutes < 1) return `${words} now`
  if (minutes < 60) return `${words} in ${minutes} min`
  if (minutes < 12 * 60) return `${words} in ${Math.round(minutes / 60)} h`
  return `${words} ${soonWords(at, now, timeZone)}`
}
