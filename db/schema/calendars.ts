import { sql } from 'drizzle-orm'
import {
  boolean,
  integer,
  json,
  pgTable,
  text,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import type { CalendarRules, Holiday } from '#lib/domain/calendar/calendar'
import { createdAt, instant, organizationId } from './columns.ts'

/** When people of an organization work: hours, holidays, days of its own. */
export const businessCalendars = pgTable(
  'business_calendars',
  {
    id: uuid('id').primaryKey(),
    organizationId: organizationId(),
    /** By which steps name it; it never changes. */
    slug: text('slug').notNull(),
    name: text('name').notNull(),
    rules: json('rules').$type<CalendarRules>().notNull(),
    /**
     * The public holidays of its country and state from the year before the change to ten years
     * after, so that nothing but a change needs the rules of all countries (32 MB).
     */
    holidays: json('holidays').$type<Holiday[]>().notNull(),
    /** The one that counts where none is named. */
    isDefault: boolean('is_default').notNull().default(false),
    /** Raised by each change; a change that is based on an older one is refused. */
    revision: integer('revision').notNull().default(1),
    updatedBy: text('updated_by'),
    updatedAt: instant('updated_at')
      .notNull()
      .default(sql`now()`),
    createdAt: createdAt(),
  },
  (table) => [
    unique('business_calendars_slug').on(table.organizationId, table.slug),
    uniqueIndex('business_calendars_default')
      .on(table.organizationId)
      .where(sql`is_default`),
  ],
)
