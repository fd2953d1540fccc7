import { eq } from 'drizzle-orm'
import { businessCalendars } from '#db/schema/calendars'
import { schedules } from '#db/schema/schedules'
import { ApiError } from '#lib/domain/api-error'
import { defineOperation } from '../define-operation.ts'
import { releaseUsers, settingOfCalendar } from '../workflows/used-by.ts'
import { planSchedulesAnew } from '../schedules/rhythm-of.ts'
import { getCalendarOrThrow } from './find-calendar.ts'
import { usersOfCalendar } from './users-of-calendar.ts'

type Input = {
  calendar: string
  replaceWith?: string | undefined
  confirm?: string | undefined
}

/** Deletes a calendar. Throws 404, and 409 while it is the one that counts, or `in_use`. */
export const deleteCalendar = defineOperation<Input, void>({
  name: 'deleteCalendar',
  permission: 'settings:manage',
  audit: ({ input }) => ({
    action: 'calendar.deleted',
    objectKind: 'calendar',
    objectId: input.calendar,
  }),
  async run({ actor, info, input: { calendar, replaceWith, confirm }, tx }) {
    const row = await getCalendarOrThrow(tx, calendar, { lock: true })
    const others = await tx.select({ id: businessCalendars.id }).from(businessCalendars)
    if (row.isDefault && others.length > 1)
      throw new ApiError(
        'conflict',
        'This calendar counts where a step names none. Choose another for that first.',
      )
    const by = replaceWith === undefined ? undefined : await getCalendarOrThrow(tx, replaceWith)
    const setting = settingOfCalendar(row.slug)
    const users = await usersOfCalendar(tx, actor, row)
    const what = `The calendar “${row.name}”`
    await releaseUsers(
      tx,
      { actor, info },
      { what, setting, users, replaceWith: by?.slug, confirm },
    )
    if (by)
      await tx.update(schedules).set({ calendarId: by.id }).where(eq(schedules.calendarId, row.id))
    await tx.delete(businessCalendars).where(eq(businessCalendars.id, row.id))
    await planSchedulesAnew(tx)
  },
})
