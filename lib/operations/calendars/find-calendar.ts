import { eq } from 'drizzle-orm'
import type { Tx } from '#db/client'
import { businessCalendars } from '#db/schema/calendars'
import type { CalendarView } from '#lib/contracts/organization/calendars'
import { ApiError } from '#lib/domain/api-error'
import type { CalendarRules, Holiday } from '#lib/domain/calendar/calendar'
import { publicHolidays } from './public-holidays.ts'

export type CalendarRow = typeof businessCalendars.$inferSelect

/** Finds a calendar of the organization by its slug. Throws 404. */
export async function getCalendarOrThrow(
  tx: Tx,
  slug: string,
  { lock = false } = {},
): Promise<CalendarRow> {
  const found = tx.select().from(businessCalendars).where(eq(businessCalendars.slug, slug))
  const [row] = lock ? await found.for('update') : await found
  if (!row) throw ApiError.notFound('calendar', slug)
  return row
}

/** How long in advance holidays are known: no wait lasts as long. */
const yearsAhead = 10

/** The holidays that are stored with rules that are changed now. */
export async function holidaysFor({ country, state }: CalendarRules): Promise<Holiday[]> {
  const year = new Date().getUTCFullYear()
  return await publicHolidays({ country, state }, { from: year - 1, to: year + yearsAhead })
}

/** A calendar as its readers see it. */
export function calendarView({ updatedAt, ...row }: CalendarRow): CalendarView {
  const { id, slug, name, isDefault, rules, holidays, revision, updatedBy } = row
  return {
    id,
    slug,
    name,
    isDefault,
    rules,
    holidays,
    revision,
    updatedBy,
    updatedAt: updatedAt.toISOString(),
  }
}
