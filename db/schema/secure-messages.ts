import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  pgTable,
  text,
  unique,
  uuid,
} from 'drizzle-orm/pg-core'
import {
  codeWays,
  endReasons,
  secureMessageEvents as eventTypes,
  type CodeWay,
  type EndReason,
  type SecureMessageEvent,
} from '#lib/domain/secure-message-words'
import { createdAt, instant, organizationId } from './columns.ts'

const oneOf = (values: readonly string[]) => sql.raw(values.map((value) => `'${value}'`).join(', '))

/**
 * An encrypted mail: recipients get a link and read the message on our page after a one-time code.
 * `sealed` and the files are encrypted with a key of the message; all of it is deleted at the end.
 */
export const secureMessages = pgTable(
  'secure_messages',
  {
    id: uuid('id').primaryKey(),
    organizationId: organizationId(),
    /** The same key is the same message: `run:task` of a step, or a new one. */
    key: text('key').notNull(),
    /** Subject and text; null after the end. */
    sealed: text('sealed'),
    runId: uuid('run_id'),
    taskId: uuid('task_id'),
    createdBy: text('created_by').notNull(),
    /** The user or the API key; null for a workflow. */
    createdById: uuid('created_by_id'),
    withdrawOnCancel: boolean('withdraw_on_cancel').notNull().default(false),
    /** Ends when the message is read or replied to; a step waits for it. */
    asyncResultId: uuid('async_result_id'),
    waitFor: text('wait_for').$type<'read' | 'replied'>(),
    expiresAt: instant('expires_at').notNull(),
    endedAt: instant('ended_at'),
    endReason: text('end_reason').$type<EndReason>(),
    createdAt: createdAt(),
  },
  (table) => [
    unique('secure_messages_key').on(table.organizationId, table.key),
    index('secure_messages_list').on(table.organizationId, table.id),
    index('secure_messages_due')
      .on(table.expiresAt)
      .where(sql`ended_at is null`),
    index('secure_messages_cancel')
      .on(table.runId)
      .where(sql`ended_at is null and withdraw_on_cancel`),
    check('secure_messages_end', sql`(ended_at is null) = (end_reason is null)`),
    check('secure_messages_reason', sql`end_reason in (${oneOf(endReasons)})`),
  ],
)

/**
 * The keys of messages, each encrypted with the service's key. A table of its own, so that backups
 * can leave it out: without its key a message cannot be read, also from an old backup.
 */
export const secureMessageKeys = pgTable(
  'secure_message_keys',
  {
    messageId: uuid('message_id')
      .primaryKey()
      .references(() => secureMessages.id, { onDelete: 'cascade' }),
    organizationId: organizationId(),
    wrapped: text('wrapped').notNull(),
  },
  (table) => [index('secure_message_keys_organization').on(table.organizationId)],
)

export const secureMessageRecipients = pgTable(
  'secure_message_recipients',
  {
    id: uuid('id').primaryKey(),
    organizationId: organizationId(),
    messageId: uuid('message_id')
      .notNull()
      .references(() => secureMessages.id, { onDelete: 'cascade' }),
    email: text('email').notNull(),
    codeWay: text('code_way').$type<CodeWay>().notNull(),
    /** Question and mobile number, encrypted with the key of the message. */
    sealed: text('sealed'),
    /** Argon2id of the answer to the question. */
    answerHash: text('answer_hash'),
    /** SHA-256 of the link's token. */
    tokenHash: text('token_hash').notNull(),
    /** When the link was made; wrong codes before it no longer count towards the limit of a life. */
    linkedAt: instant('linked_at').notNull(),
    /** The mail with the link. */
    mailId: uuid('mail_id').notNull(),
    openedAt: instant('opened_at'),
    readAt: instant('read_at'),
    repliedAt: instant('replied_at'),
    createdAt: createdAt(),
  },
  (table) => [
    unique('secure_message_recipients_token').on(table.tokenHash),
    index('secure_message_recipients_message').on(table.messageId),
    index('secure_message_recipients_organization').on(table.organizationId),
    check('secure_message_recipients_way', sql`code_way in (${oneOf(codeWays)})`),
  ],
)

/** One-time codes. Only the newest of a recipient is valid. */
export const secureMessageCodes = pgTable(
  'secure_message_codes',
  {
    id: uuid('id').primaryKey(),
    organizationId: organizationId(),
    recipientId: uuid('recipient_id')
      .notNull()
      .references(() => secureMessageRecipients.id, { onDelete: 'cascade' }),
    /** A keyed hash: six digits are guessed from a plain one at once. */
    digest: text('digest').notNull(),
    tries: integer('tries').notNull().default(0),
    usedAt: instant('used_at'),
    expiresAt: instant('expires_at').notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    index('secure_message_codes_recipient').on(table.recipientId, table.id),
    index('secure_message_codes_organization').on(table.organizationId),
  ],
)

/** Browsers in which a code was right. */
export const secureMessageReadings = pgTable(
  'secure_message_readings',
  {
    /** SHA-256 of the token in the cookie. */
    tokenHash: text('token_hash').primaryKey(),
    organizationId: organizationId(),
    recipientId: uuid('recipient_id')
      .notNull()
      .references(() => secureMessageRecipients.id, { onDelete: 'cascade' }),
    expiresAt: instant('expires_at').notNull(),
  },
  (table) => [
    index('secure_message_readings_recipient').on(table.recipientId),
    index('secure_message_readings_organization').on(table.organizationId),
    index('secure_message_readings_expiry').on(table.expiresAt),
  ],
)

/** What happened to a message. Wrong codes are counted here. No patient data. */
export const secureMessageEvents = pgTable(
  'secure_message_events',
  {
    id: uuid('id').primaryKey(),
    organizationId: organizationId(),
    messageId: uuid('message_id')
      .notNull()
      .references(() => secureMessages.id, { onDelete: 'cascade' }),
    recipientId: uuid('recipient_id'),
    type: text('type').$type<SecureMessageEvent>().notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    index('secure_message_events_message').on(table.messageId, table.createdAt),
    index('secure_message_events_organization').on(table.organizationId),
    check('secure_message_events_type', sql`type in (${oneOf(eventTypes)})`),
  ],
)

export const secureMessageReplies = pgTable(
  'secure_message_replies',
  {
    /** The recipient's browser chooses it, so that a repeated request makes no second reply. */
    id: uuid('id').primaryKey(),
    organizationId: organizationId(),
    messageId: uuid('message_id')
      .notNull()
      .references(() => secureMessages.id, { onDelete: 'cascade' }),
    recipientId: uuid('recipient_id')
      .notNull()
      .references(() => secureMessageRecipients.id, { onDelete: 'cascade' }),
    /** The text; null after the end. */
    sealed: text('sealed'),
    createdAt: createdAt(),
  },
  (table) => [
    index('secure_message_replies_message').on(table.messageId),
    index('secure_message_replies_organization').on(table.organizationId),
  ],
)

/** Attachments of a message and of its replies; the bytes are encrypted in the file store. */
export const secureMessageFiles = pgTable(
  'secure_message_files',
  {
    id: uuid('id').primaryKey(),
    organizationId: organizationId(),
    messageId: uuid('message_id')
      .notNull()
      .references(() => secureMessages.id, { onDelete: 'cascade' }),
    /** Who uploaded it; null for an attachment of the sender. */
    recipientId: uuid('recipient_id'),
    /** Its reply; null until that is sent. */
    replyId: uuid('reply_id'),
    /** The name, encrypted with the key of the message; null after the end, as is the key. */
    sealed: text('sealed'),
    mimeType: text('mime_type').notNull(),
    /** Bytes before encryption. */
    size: bigint('size', { mode: 'number' }).notNull(),
    storageKey: text('storage_key'),
    createdAt: createdAt(),
  },
  (table) => [
    index('secure_message_files_message').on(table.messageId),
    index('secure_message_files_organization').on(table.organizationId),
    index('secure_message_files_storage')
      .on(table.storageKey)
      .where(sql`storage_key is not null`),
    index('secure_message_files_unsent')
      .on(table.createdAt)
      .where(sql`recipient_id is not null and reply_id is null and storage_key is not null`),
  ],
)
