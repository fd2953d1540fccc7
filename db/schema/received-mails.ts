import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core'
import type { MailContent, MailFile, MailReason, MailRules } from '#lib/domain/received-mail'
import {
  mailPurposes,
  receivedMailStatuses,
  type MailPurpose,
  type ReceivedMailStatus,
} from '#lib/domain/received-mail-words'
import { createdAt, instant, organizationId } from './columns.ts'
import { jsonb } from './jsonb.ts'
import { workflows } from './workflows.ts'

const oneOf = (values: readonly string[]) => sql.raw(values.map((value) => `'${value}'`).join(', '))

/** The mail address that starts a workflow. Without a row it has none. */
export const mailTriggers = pgTable(
  'mail_triggers',
  {
    workflowId: uuid('workflow_id')
      .primaryKey()
      .references(() => workflows.id, { onDelete: 'cascade' }),
    organizationId: organizationId(),
    /** The part before the @; unguessable, and unique in the installation. */
    localPart: text('local_part').notNull().unique(),
    enabled: boolean('enabled').notNull().default(true),
    rules: jsonb('rules').$type<MailRules>().notNull(),
    updatedBy: text('updated_by'),
    createdAt: createdAt(),
  },
  (table) => [index('mail_triggers_organization').on(table.organizationId)],
)

/**
 * A mail to one of our addresses. It is written before the sender is told that we have it; a worker
 * reads it while `next_look_at` says when.
 */
export const receivedMails = pgTable(
  'received_mails',
  {
    id: uuid('id').primaryKey(),
    organizationId: organizationId(),
    /** The same key is the same mail: a hash of its Message-ID, recipient and body. */
    key: text('key').notNull(),
    purpose: text('purpose').$type<MailPurpose>().notNull(),
    /** The workflow of the address; null when it was deleted. */
    workflowId: uuid('workflow_id').references(() => workflows.id, { onDelete: 'set null' }),
    /** What a reply ends; null for a mail that starts a workflow. */
    asyncResultId: uuid('async_result_id'),
    recipient: text('recipient').notNull(),
    /** Of the envelope; empty for reports of mail servers. */
    sender: text('sender').notNull(),
    /** The server that sent it, as far as it is known. */
    remoteAddress: text('remote_address'),
    helo: text('helo'),
    /** The whole message in the file store. */
    rawKey: text('raw_key').notNull(),
    rawSize: integer('raw_size').notNull(),
    status: text('status').$type<ReceivedMailStatus>().notNull().default('waiting'),
    reason: jsonb('reason').$type<MailReason>(),
    content: jsonb('content').$type<MailContent>(),
    attachments: jsonb('attachments').$type<MailFile[]>().notNull().default([]),
    /** The run that it started or answered. */
    runId: uuid('run_id'),
    looks: integer('looks').notNull().default(0),
    nextLookAt: instant('next_look_at'),
    createdAt: createdAt(),
  },
  (table) => [
    unique('received_mails_key').on(table.organizationId, table.key),
    index('received_mails_list').on(table.organizationId, table.id),
    index('received_mails_due')
      .on(table.nextLookAt)
      .where(sql`next_look_at is not null`),
    index('received_mails_run')
      .on(table.runId)
      .where(sql`run_id is not null`),
    index('received_mails_workflow').on(table.workflowId),
    index('received_mails_created').on(table.createdAt),
    check('received_mails_status', sql`status in (${oneOf(receivedMailStatuses)})`),
    check('received_mails_purpose', sql`purpose in (${oneOf(mailPurposes)})`),
  ],
)

/**
 * The address to which a person answers a waiting run. Its id is in the address, signed; the async
 * result ends with the first answer.
 */
export const mailReplyAddresses = pgTable(
  'mail_reply_addresses',
  {
    id: uuid('id').primaryKey(),
    organizationId: organizationId(),
    asyncResultId: uuid('async_result_id').notNull(),
    /** The same key is the same address: one for each task. */
    key: text('key').notNull(),
    runId: uuid('run_id').notNull(),
    /** The task that waits. */
    taskId: uuid('task_id').notNull(),
    workflowId: uuid('workflow_id')
      .notNull()
      .references(() => workflows.id, { onDelete: 'cascade' }),
    createdAt: createdAt(),
  },
  (table) => [
    unique('mail_reply_addresses_key').on(table.organizationId, table.key),
    index('mail_reply_addresses_workflow').on(table.workflowId),
    index('mail_reply_addresses_created').on(table.createdAt),
  ],
)
