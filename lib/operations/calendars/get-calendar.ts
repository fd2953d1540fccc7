import type { z } from 'zod'
import type { getCalendarContract } from '#lib/contracts/organization/calendars'
import { defineOperation } from '../define-operation.ts'
import { settingOfCalendar, workflowsOfSettings } from '../workflows/used-by.ts'
import { calendarView, getCalendarOrThrow } from './find-calendar.ts'

type Output = z.infer<(typeof getCalendarContract)['returns'][200]['schema']>

/** Reads a calendar with the workflows that name it. Throws 404. */
export const getCalendar = defineOperation<{ calendar: string }, Output>({
  name: 'getCalendar',
  permission: 'workflows:read',
  async run({ actor, input: { calendar }, tx }) {
    const row = await getCalendarOrThrow(tx, calendar)
    const users = await workflowsOfSettings(tx, actor, [settingOfCalendar(row.slug)])
    return { ...calendarView(row), ...users }
  },
})
