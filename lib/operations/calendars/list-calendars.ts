import { asc } from 'drizzle-orm'
import { businessCalendars } from '#db/schema/calendars'
import type { CalendarView } from '#lib/contracts/organization/calendars'
import { defineOperation } from '../define-operation.ts'
import { calendarView } from './find-calendar.ts'

/** Lists the calendars of the organization. */
export const listCalendars = defineOperation<object, { items: CalendarView[] }>({
  name: 'listCalendars',
  permission: 'workflows:read',
  async run({ tx }) {
    const rows = await tx.select().from(businessCalendars).orderBy(asc(businessCalendars.name))
    return { items: rows.map(calendarView) }
  },
})
