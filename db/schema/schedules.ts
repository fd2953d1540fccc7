import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core'
import {
  backfillStatuses,
  daysOffPolicies,
  missedPolicies,
  occurrenceKinds,
  occurrenceStatuses,
  overlapPolicies,
  type BackfillStatus,
  type DaysOffPolicy,
  type MissedPolicy,
  type OccurrenceKind,
  type OccurrenceStatus,
  type OverlapPolicy,
} from '../../lib/domain/schedule/schedule.ts'
import { businessCalendars } from './calendars.ts'
import { createdAt, instant, organizationId } from './columns.ts'
import { jsonb } from './jsonb.ts'
import { workflows } from './workflows.ts'

const oneOf = (column: string, values: readonly string[]) =>
  sql.raw(`${column} in (${values.map((value) => `'${value}'`).join(', ')})`)

/** The times at which a workflow starts by itself (lib/domain/schedule). */
export const schedules = pgTable(
  'schedules',
  {
    id: uuid('id').primaryKey(),
    organizationId: organizationId(),
    workflowId: uuid('workflow_id')
      .notNull()
      .references(() => workflows.id, { onDelete: 'cascade' }),
    name: text('name').notNull(),
    cron: text('cron').notNull(),
    timeZone: text('time_zone').notNull(),
    startData: jsonb('start_data').$type<Record<string, unknown>>().notNull().default({}),
    missedPolicy: text('missed_policy').$type<MissedPolicy>().notNull().default('latest'),
    /** How many missed occurrences the policy `all` starts at most. */
    missedLimit: integer('missed_limit').notNull().default(10),
    overlapPolicy: text('overlap_policy').$type<OverlapPolicy>().notNull().default('skip'),
    /** What happens on days on which nobody works. */
    daysOff: text('days_off').$type<DaysOffPolicy>().notNull().default('run'),
    /** The calendar that says which days these are; null: the one that counts. */
    calendarId: uuid('calendar_id').references(() => businessCalendars.id, {
      onDelete: 'set null',
    }),
    paused: boolean('paused').notNull().default(false),
    /** The next planned instant; null while paused, and when no further one exists. */
    nextAt: instant('next_at'),
    /** Why its last occurrence could not start; null when it could. */
    problem: text('problem'),
    createdBy: text('created_by'),
    createdAt: createdAt(),
    updatedBy: text('updated_by'),
    updatedAt: instant('updated_at')
      .notNull()
      .default(sql`now()`),
  },
  (table) => [
    check('schedules_missed_policy', oneOf('missed_policy', missedPolicies)),
    check('schedules_overlap_policy', oneOf('overlap_policy', overlapPolicies)),
    check('schedules_days_off', oneOf('days_off', daysOffPolicies)),
    // The scheduler reads this once a second.
    index('schedules_next')
      .on(table.nextAt)
      .where(sql`next_at is not null`),
    index('schedules_organization').on(table.organizationId, table.id),
    index('schedules_workflow').on(table.workflowId),
  ],
)

/** The runs of a past period, started gradually after all other runs. */
export const scheduleBackfills = pgTable(
  'schedule_backfills',
  {
    id: uuid('id').primaryKey(),
    organizationId: organizationId(),
    scheduleId: uuid('schedule_id')
      .notNull()
      .references(() => schedules.id, { onDelete: 'cascade' }),
    fromAt: instant('from_at').notNull(),
    toAt: instant('to_at').notNull(),
    status: text('status').$type<BackfillStatus>().notNull().default('running'),
    createdBy: text('created_by'),
    createdAt: createdAt(),
    finishedAt: instant('finished_at'),
  },
  (table) => [
    check('schedule_backfills_status', oneOf('status', backfillStatuses)),
    index('schedule_backfills_schedule').on(table.scheduleId, table.id),
    index('schedule_backfills_running')
      .on(table.id)
      .where(sql`status = 'running'`),
    index('schedule_backfills_organization').on(table.organizationId),
  ],
)

/**
 * The outcome of each planned instant of a schedule: at most one run, which the unique key
 * guarantees whichever process starts it.
 */
export const scheduleOccurrences = pgTable(
  'schedule_occurrences',
  {
    id: uuid('id').primaryKey(),
    organizationId: organizationId(),
    scheduleId: uuid('schedule_id')
      .notNull()
      .references(() => schedules.id, { onDelete: 'cascade' }),
    backfillId: uuid('backfill_id').references(() => scheduleBackfills.id, {
      onDelete: 'set null',
    }),
    kind: text('kind').$type<OccurrenceKind>().notNull().default('scheduled'),
    plannedAt: instant('planned_at').notNull(),
    status: text('status').$type<OccurrenceStatus>().notNull(),
    /** Why it did not start, for people. */
    reason: text('reason'),
    /** No foreign key: runs are dropped by the month. */
    runId: uuid('run_id'),
    /**
     * No later occurrence waits for the end of its run any more, because it ended or because runs
     * of this schedule may overlap.
     */
    settled: boolean('settled').notNull().default(false),
    createdAt: createdAt(),
  },
  (table) => [
    check('schedule_occurrences_status', oneOf('status', occurrenceStatuses)),
    check('schedule_occurrences_kind', oneOf('kind', occurrenceKinds)),
    unique('schedule_occurrences_planned').on(table.scheduleId, table.plannedAt),
    index('schedule_occurrences_open')
      .on(table.scheduleId, table.plannedAt)
      .where(sql`not settled and status in ('started', 'queued')`),
    index('schedule_occurrences_queued')
      .on(table.scheduleId)
      .where(sql`status = 'queued'`),
    index('schedule_occurrences_backfill')
      .on(table.backfillId, table.status, table.plannedAt)
      .where(sql`backfill_id is not null`),
    index('schedule_occurrences_organization').on(table.organizationId),
  ],
)
