import { and, asc, eq, ne } from 'drizzle-orm'
import type { Tx } from '#db/client'
import { businessCalendars } from '#db/schema/calendars'
import { schedules } from '#db/schema/schedules'
import { ApiError } from '#lib/domain/api-error'
import { usualRules } from '#lib/domain/calendar/calendar'
import { dayOf } from '#lib/domain/calendar/shifts-of'
import { daysOffProblem, nextOccurrence, type Rhythm } from '#lib/domain/schedule/occurrences'

type Timed = Pick<typeof schedules.$inferSelect, 'cron' | 'timeZone' | 'daysOff' | 'calendarId'>

/** When schedules come, by the calendars of the organization; each rhythm has its calendar's slug. */
export type Rhythms = (schedule: Timed) => Rhythm & { calendar: string | null }

const always = () => true

/** Reads the calendars of the organization, unless none of these schedules asks for a working day. */
export async function rhythmsOf(tx: Tx, timed: readonly Timed[]): Promise<Rhythms> {
  const isAsked = timed.some(({ daysOff, calendarId }) => daysOff !== 'run' || calendarId !== null)
  const calendars = isAsked ? await tx.select().from(businessCalendars) : []
  return ({ cron, timeZone, daysOff, calendarId }) => {
    const named = calendars.find(({ id }) => id === calendarId)
    const { rules, holidays } = named ??
      calendars.find(({ isDefault }) => isDefault) ?? { rules: usualRules, holidays: [] }
    const isWorkday = (date: string) => dayOf(rules, holidays, date).shifts.length > 0
    return {
      cron,
      timeZone,
      daysOff,
      isWorkday: daysOff === 'run' ? always : isWorkday,
      calendar: named?.slug ?? null,
    }
  }
}

export const rhythmOf = async (tx: Tx, schedule: Timed): Promise<Rhythm> =>
  (await rhythmsOf(tx, [schedule]))(schedule)

/** The same for a schedule that is saved now. Throws 400 when it would never come. */
export async function rhythmToSave(tx: Tx, schedule: Timed): Promise<Rhythm> {
  const rhythm = await rhythmOf(tx, schedule)
  const message = daysOffProblem(rhythm)
  if (message !== undefined) throw ApiError.invalid([{ path: 'daysOff', message }])
  return rhythm
}

/** The id of the calendar with this slug; null for none. Throws 400 for one that is not there. */
export async function calendarIdOf(tx: Tx, slug: string | null): Promise<string | null> {
  if (slug === null) return null
  const [found] = await tx
    .select({ id: businessCalendars.id })
    .from(businessCalendars)
    .where(eq(businessCalendars.slug, slug))
  if (found) return found.id
  const message = 'There is no calendar with this slug. Choose one of the settings.'
  throw ApiError.invalid([{ path: 'calendar', message }])
}

/**
 * Plans schedules anew that go by working days, after a calendar changed. What is due already is
 * left to the workers, who plan what follows.
 */
export async function planSchedulesAnew(tx: Tx): Promise<void> {
  const rows = await tx
    .select()
    .from(schedules)
    .where(and(ne(schedules.daysOff, 'run'), eq(schedules.paused, false)))
    .orderBy(asc(schedules.id))
    .for('update')
  const rhythms = await rhythmsOf(tx, rows)
  const now = new Date()
  for (const row of rows) {
    if (row.nextAt && row.nextAt <= now) continue
    const nextAt = nextOccurrence(rhythms(row), now)
    if (nextAt?.getTime() !== row.nextAt?.getTime())
      await tx.update(schedules).set({ nextAt }).where(eq(schedules.id, row.id))
  }
}
