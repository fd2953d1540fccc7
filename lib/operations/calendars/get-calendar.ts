import type { z } from 'zod'
import type { getCalendarContract } from '#lib/contracts/organization/calendars'
import { defineOperation } from '../define-operation.ts'
import { calendarView, getCalendarOrThrow } from './find-calendar.ts'
import { usersOfCalendar } from './users-of-calendar.ts'

type Output = z.infer<(typeof getCalendarContract)['returns'][200]['schema']>

/** Reads a calendar with the workflows whose steps or schedules name it. Throws 404. */
export const getCalendar = defineOperation<{ calendar: string }, Output>({
  name: 'getCalendar',
  permission: 'workflows:read',
  async run({ actor, input: { calendar }, tx }) {
    const row = await getCalendarOrThrow(tx, calendar)
    return { ...calendarView(row), ...(await usersOfCalendar(tx, actor, row)) }
  },
})
