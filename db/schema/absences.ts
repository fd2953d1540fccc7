import { sql } from 'drizzle-orm'
import { check, date, foreignKey, index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import type { HeldCases } from '#lib/domain/absence/absence'
import { createdAt, instant, organizationId } from './columns.ts'
import { members } from './people.ts'

/**
 * When a member is away and who stands in for them. Its days are those of the organization's time
 * zone. A delegate who is no member any more counts as none.
 */
export const absences = pgTable(
  'absences',
  {
    id: uuid('id').primaryKey(),
    organizationId: organizationId(),
    userId: uuid('user_id').notNull(),
    firstDay: date('first_day', { mode: 'string' }).notNull(),
    lastDay: date('last_day', { mode: 'string' }).notNull(),
    /** For colleagues. */
    note: text('note'),
    delegateId: uuid('delegate_id'),
    /** What becomes of the open screens that they have when it begins. */
    heldCases: text('held_cases').$type<HeldCases>().notNull(),
    /** When all these screens had been dealt with; null: it has not begun. */
    begunAt: instant('begun_at'),
    /** How many screens went to the delegate when it began, and how many back to their groups. */
    passed: integer('passed').notNull().default(0),
    released: integer('released').notNull().default(0),
    /** When they came back sooner, or it was cancelled. */
    endedAt: instant('ended_at'),
    setBy: text('set_by').notNull(),
    revision: integer('revision').notNull().default(1),
    createdAt: createdAt(),
  },
  (table) => [
    check('absences_days', sql`first_day <= last_day`),
    check('absences_held_cases', sql`held_cases in ('keep', 'pass', 'release')`),
    foreignKey({
      name: 'absences_member',
      columns: [table.organizationId, table.userId],
      foreignColumns: [members.organizationId, members.userId],
    }).onDelete('cascade'),
    index('absences_person')
      .on(table.organizationId, table.userId, table.lastDay)
      .where(sql`ended_at is null`),
    index('absences_delegate')
      .on(table.organizationId, table.delegateId, table.lastDay)
      .where(sql`ended_at is null`),
    index('absences_to_begin')
      .on(table.firstDay)
      .where(sql`begun_at is null and ended_at is null`),
  ],
)
