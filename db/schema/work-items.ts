import { sql } from 'drizzle-orm'
import { check, date, index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import type { PastAction, PlannedAction } from '#lib/domain/run/planned-action'
import { instant, organizationId } from './columns.ts'
import { jsonb } from './jsonb.ts'

/**
 * A screen as work that waits for somebody: what the inbox lists and what the figures of the work
 * count. Triggers on `tasks` write the row when the screen opens, copy its title, priority and
 * claim, and close it; the rest belongs to the row. It goes with its run.
 */
export const workItems = pgTable(
  'work_items',
  {
    taskId: uuid('task_id').primaryKey(),
    runId: uuid('run_id').notNull(),
    /** The run around a loop, else the run itself: the one that has the name of the case. */
    caseRunId: uuid('case_run_id').notNull(),
    organizationId: organizationId(),
    workflowId: uuid('workflow_id').notNull(),
    stepId: text('step_id').notNull(),
    title: text('title').notNull(),
    priority: integer('priority').notNull(),
    /** Whom the step chose, as in the screen's state; null: nobody in particular. */
    candidates: text('candidates').array(),
    openedAt: instant('opened_at').notNull(),
    /** The person who has it, by a claim or because it was given to them. */
    assigneeId: uuid('assignee_id'),
    assigneeName: text('assignee_name'),
    assignedAt: instant('assigned_at'),
    /** When the first person had it. */
    firstAssignedAt: instant('first_assigned_at'),
    /** Who gave it to the assignee, to whom it can be returned; null: they took it themselves. */
    senderId: uuid('sender_id'),
    senderName: text('sender_name'),
    /** What the sender wrote. It may name a patient. */
    note: text('note'),
    /** The person who was to have it and is away, and until when; null: it was meant for the assignee. */
    assignedForId: uuid('assigned_for_id'),
    assignedForName: text('assigned_for_name'),
    assignedForUntil: date('assigned_for_until', { mode: 'string' }),
    dueAt: instant('due_at'),
    /** A person wants to look again then. */
    followUpAt: instant('follow_up_at'),
    /** Reminders and escalations that have not happened, in the order of their instants. */
    actions: jsonb('actions')
      .$type<PlannedAction[]>()
      .notNull()
      .default(sql`'[]'::jsonb`),
    /** When the first of them is due. */
    nextActionAt: instant('next_action_at'),
    /** What became of those that were due. */
    pastActions: jsonb('past_actions')
      .$type<PastAction[]>()
      .notNull()
      .default(sql`'[]'::jsonb`),
    closedAt: instant('closed_at'),
    outcome: text('outcome').$type<'completed' | 'cancelled'>(),
    /** The person who completed it; null for a system. */
    closedById: uuid('closed_by_id'),
  },
  (table) => [
    check('work_items_outcome', sql`(closed_at is null) = (outcome is null)`),
    index('work_items_queue')
      .on(table.organizationId, table.priority.desc().nullsFirst(), table.openedAt, table.taskId)
      .where(sql`closed_at is null`),
    index('work_items_due')
      .on(table.organizationId, table.dueAt, table.taskId)
      .where(sql`closed_at is null and due_at is not null`),
    index('work_items_assignee')
      .on(table.organizationId, table.assigneeId)
      .where(sql`closed_at is null and assignee_id is not null`),
    index('work_items_actions')
      .on(table.nextActionAt)
      .where(sql`closed_at is null and next_action_at is not null`),
    index('work_items_closed')
      .on(table.organizationId, table.closedAt)
      .where(sql`closed_at is not null`),
    index('work_items_run').on(table.runId),
  ],
)
