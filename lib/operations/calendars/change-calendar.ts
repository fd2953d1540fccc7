import { eq, sql } from 'drizzle-orm'
import { businessCalendars } from '#db/schema/calendars'
import type { CalendarView } from '#lib/contracts/organization/calendars'
import { ApiError } from '#lib/domain/api-error'
import type { CalendarRules } from '#lib/domain/calendar/calendar'
import { defineOutsideOperation } from '../define-operation.ts'
import { planSchedulesAnew } from '../schedules/rhythm-of.ts'
import { calendarView, getCalendarOrThrow, holidaysFor, type CalendarRow } from './find-calendar.ts'

type Input = {
  calendar: string
  name?: string | undefined
  rules?: CalendarRules | undefined
  isDefault?: true | undefined
  revision: number
}

const stale = ({ revision, updatedBy, updatedAt }: CalendarRow): ApiError =>
  new ApiError(
    'version_conflict',
    `${updatedBy ?? 'Somebody else'} changed this calendar meanwhile. ` +
      'Read it again, and decide what is to be.',
    { currentRevision: revision, updatedBy, updatedAt: updatedAt.toISOString() },
  )

/** Changes a calendar, or makes it the one that counts where none is named. Throws 404, 409. */
export const changeCalendar = defineOutsideOperation<Input, CalendarView>({
  name: 'changeCalendar',
  permission: 'settings:manage',
  audit: ({ input: { calendar: _slug, ...changes }, output }) => ({
    action: 'calendar.changed',
    objectKind: 'calendar',
    objectId: output.id,
    details: changes,
  }),
  async run({ actor, input: { calendar, name, rules, isDefault, revision }, transaction }) {
    const holidays = rules && (await holidaysFor(rules))
    return await transaction(async (tx) => {
      const row = await getCalendarOrThrow(tx, calendar, { lock: true })
      if (row.revision !== revision) throw stale(row)
      if (isDefault)
        await tx
          .update(businessCalendars)
          .set({ isDefault: false })
          .where(eq(businessCalendars.isDefault, true))
      const [changed] = await tx
        .update(businessCalendars)
        .set({
          ...(name === undefined ? {} : { name }),
          ...(rules === undefined ? {} : { rules, holidays }),
          ...(isDefault === undefined ? {} : { isDefault }),
          revision: row.revision + 1,
          updatedBy: actor.name,
          updatedAt: sql`now()`,
        })
        .where(eq(businessCalendars.id, row.id))
        .returning()
      await planSchedulesAnew(tx)
      return calendarView(changed ?? row)
    })
  },
})
