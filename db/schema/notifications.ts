import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import {
  notificationKinds,
  type NotificationChoices,
  type NotificationKind,
} from '#lib/domain/notification/choices'
import { absences } from './absences.ts'
import { createdAt, instant, organizationId } from './columns.ts'
import { jsonb } from './jsonb.ts'
import { sessions, users } from './people.ts'
import { workflows } from './workflows.ts'

const ofPerson = () =>
  uuid('user_id')
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' })

/**
 * What a person is told about a run, a draft, a step of it or an absence. Only ids and times: the name of
 * the case is read under the access rules of the reader. No foreign key leads to the runs, because
 * whole months are dropped.
 */
export const notifications = pgTable(
  'notifications',
  {
    id: uuid('id').primaryKey(),
    organizationId: organizationId(),
    userId: ofPerson(),
    kind: text('kind').$type<NotificationKind>().notNull(),
    /** Null: it is about a step of a draft or an absence. */
    runId: uuid('run_id'),
    /** The screen that it is about. */
    taskId: uuid('task_id'),
    /** The draft that it is about. */
    workflowId: uuid('workflow_id').references(() => workflows.id, { onDelete: 'cascade' }),
    /** The step of the draft; null: it is about publishing it. */
    stepId: text('step_id'),
    /** The absence in which the person stands in. */
    absenceId: uuid('absence_id').references(() => absences.id, { onDelete: 'cascade' }),
    /** Whether the bell lists it; some people want a mail only. */
    inProduct: boolean('in_product').notNull(),
    createdAt: createdAt(),
    readAt: instant('read_at'),
    /** From when on a mail tells of it; null: none, or it was told. */
    mailAt: instant('mail_at'),
    mailedAt: instant('mailed_at'),
    /** The same for messages to browsers. */
    pushAt: instant('push_at'),
    pushedAt: instant('pushed_at'),
  },
  (table) => [
    check(
      'notifications_kind',
      sql`kind in (${sql.raw(notificationKinds.map((kind) => `'${kind}'`).join(', '))})`,
    ),
    // One unread notification of a kind for a screen, or for a run: nobody is told twice.
    uniqueIndex('notifications_unread')
      .on(table.organizationId, table.userId, table.kind, sql`coalesce(task_id, run_id)`)
      .where(sql`read_at is null`),
    uniqueIndex('notifications_unread_step')
      .on(table.organizationId, table.userId, table.kind, table.workflowId, table.stepId)
      .where(sql`read_at is null and workflow_id is not null`),
    uniqueIndex('notifications_unread_workflow')
      .on(table.organizationId, table.userId, table.kind, table.workflowId)
      .where(sql`read_at is null and workflow_id is not null and step_id is null`),
    uniqueIndex('notifications_unread_absence')
      .on(table.organizationId, table.userId, table.absenceId)
      .where(sql`read_at is null and absence_id is not null`),
    index('notifications_absence')
      .on(table.absenceId)
      .where(sql`absence_id is not null`),
    index('notifications_workflow')
      .on(table.workflowId)
      .where(sql`workflow_id is not null`),
    index('notifications_list').on(table.organizationId, table.userId, table.id),
    index('notifications_run').on(table.runId),
    index('notifications_mail_due')
      .on(table.mailAt)
      .where(sql`mail_at is not null`),
    index('notifications_push_due')
      .on(table.pushAt)
      .where(sql`push_at is not null`),
  ],
)

/** How a person wants to be told; without a row, as the defaults say. */
export const notificationChoices = pgTable(
  'notification_choices',
  {
    organizationId: organizationId(),
    userId: ofPerson(),
    choices: jsonb('choices').$type<NotificationChoices>().notNull(),
    revision: integer('revision').notNull().default(1),
    updatedAt: instant('updated_at').notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.userId] })],
)

/**
 * A browser that shows notifications while nobody looks at a page. It belongs to the session that
 * turned it on, so that it ends with that session.
 */
export const pushSubscriptions = pgTable(
  'push_subscriptions',
  {
    id: uuid('id').primaryKey(),
    organizationId: organizationId(),
    userId: ofPerson(),
    sessionId: uuid('session_id')
      .notNull()
      .references(() => sessions.id, { onDelete: 'cascade' }),
    /** SHA-256 of the endpoint, by which it is found. */
    endpointHash: text('endpoint_hash').notNull(),
    /** Endpoint and keys, encrypted: whoever has them could send to the browser. */
    sealed: text('sealed').notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    unique('push_subscriptions_endpoint').on(
      table.organizationId,
      table.userId,
      table.endpointHash,
    ),
    index('push_subscriptions_session').on(table.sessionId),
  ],
)
