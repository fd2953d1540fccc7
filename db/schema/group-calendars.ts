import { index, pgTable, uuid } from 'drizzle-orm/pg-core'
import { businessCalendars } from './calendars.ts'
import { organizationId } from './columns.ts'
import { directoryGroups } from './directories.ts'

/** The calendar by which the screens of a directory group count working time. */
export const groupCalendars = pgTable(
  'group_calendars',
  {
    organizationId: organizationId(),
    groupId: uuid('group_id')
      .primaryKey()
      .references(() => directoryGroups.id, { onDelete: 'cascade' }),
    calendarId: uuid('calendar_id')
      .notNull()
      .references(() => businessCalendars.id, { onDelete: 'cascade' }),
  },
  (table) => [
    index('group_calendars_organization').on(table.organizationId),
    index('group_calendars_calendar').on(table.calendarId),
  ],
)
