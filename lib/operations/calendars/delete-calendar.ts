import { eq } from 'drizzle-orm'
import { businessCalendars } from '#db/schema/calendars'
import { ApiError } from '#lib/domain/api-error'
import { defineOperation } from '../define-operation.ts'
import { releaseUsers, settingOfCalendar, workflowsOfSettings } from '../workflows/used-by.ts'
import { getCalendarOrThrow } from './find-calendar.ts'

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
    const users = await workflowsOfSettings(tx, actor, [setting])
    const what = `The calendar “${row.name}”`
    await releaseUsers(
      tx,
      { actor, info },
      { what, setting, users, replaceWith: by?.slug, confirm },
    )
    await tx.delete(businessCalendars).where(eq(businessCalendars.id, row.id))
  },
})
