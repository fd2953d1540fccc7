import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  index,
  integer,
  pgTable,
  primaryKey,
  real,
  text,
  uuid,
} from 'drizzle-orm/pg-core'
import type { MailStatus } from '#lib/domain/mail/status'
import { createdAt, instant, organizationId } from './columns.ts'
import { jsonb } from './jsonb.ts'
import { tsvector } from './tsvector.ts'

/** An uploaded file; its bytes are in the file store under `storage_key`, which no user chooses. */
export const files = pgTable(
  'files',
  {
    id: uuid('id').primaryKey(),
    organizationId: organizationId(),
    fileName: text('file_name').notNull(),
    mimeType: text('mime_type').notNull(),
    /** Bytes. */
    size: bigint('size', { mode: 'number' }).notNull(),
    sha256: text('sha256').notNull(),
    storageKey: text('storage_key').notNull(),
    /** The run that made it, when a step did: the file is deleted with the run. */
    runId: uuid('run_id'),
    /** The case of a test set whose own it is: the file is deleted with the case. */
    testCaseId: uuid('test_case_id'),
    createdBy: text('created_by'),
    /** The user or the API key that uploaded it. */
    createdById: uuid('created_by_id'),
    /**
     * Nothing keeps it yet: a public caller uploaded it for a shared form that is not submitted, or
     * somebody for a case that is not saved. The sweep deletes it after a day.
     */
    unclaimed: boolean('unclaimed').notNull().default(false),
    createdAt: createdAt(),
  },
  (table) => [
    index('files_run')
      .on(table.runId)
      .where(sql`run_id is not null`),
    index('files_test_case')
      .on(table.testCaseId)
      .where(sql`test_case_id is not null`),
    index('files_list').on(table.organizationId, table.id),
    index('files_unclaimed')
      .on(table.createdAt)
      .where(sql`unclaimed`),
  ],
)

/**
 * A file that arrives in parts, until the last byte: then it becomes a row of `files` with the same
 * id, and this row is deleted. Only the actor who began it may continue it.
 */
export const uploads = pgTable(
  'uploads',
  {
    id: uuid('id').primaryKey(),
    organizationId: organizationId(),
    actorKind: text('actor_kind').$type<'user' | 'api-key' | 'public'>().notNull(),
    /** The user, the API key, or the workflow of a shared form. */
    actorId: uuid('actor_id').notNull(),
    fileName: text('file_name').notNull(),
    /** The type that the sender declared; the first bytes decide. */
    mimeType: text('mime_type').notNull(),
    /** The size of the whole file in bytes. */
    size: bigint('size', { mode: 'number' }).notNull(),
    /** How many bytes are on the disk, without a gap. */
    received: bigint('received', { mode: 'number' }).notNull().default(0),
    storageKey: text('storage_key').notNull(),
    /** The file is unclaimed until something keeps it. */
    temporary: boolean('temporary').notNull().default(false),
    updatedAt: instant('updated_at').notNull().defaultNow(),
    createdAt: createdAt(),
  },
  (table) => [
    index('uploads_organization').on(table.organizationId),
    index('uploads_resting').on(table.updatedAt),
  ],
)

/**
 * The pages of a file as one reader read them, written as they are read. A reading is complete when
 * all `page_count` pages are there. They are deleted with their file.
 */
export const documentPages = pgTable(
  'document_pages',
  {
    organizationId: organizationId(),
    fileId: uuid('file_id')
      .notNull()
      .references(() => files.id, { onDelete: 'cascade' }),
    /** The reader's version and the format, and in which languages it recognized pictures. */
    reader: text('reader').notNull(),
    /** The SHA-256 of the file: another file with the same bytes takes over what was read. */
    content: text('content').notNull(),
    /** From 1. */
    page: integer('page').notNull(),
    pageCount: integer('page_count').notNull(),
    /** Points; 0 for a section of a document without pages. */
    width: real('width').notNull(),
    height: real('height').notNull(),
    text: text('text').notNull(),
    /** For each word: start, length, x, y, width and height, the last four in tenths of a point. */
    words: integer('words').array().notNull(),
    how: text('how').$type<'text' | 'ocr'>().notNull(),
    confidence: real('confidence').notNull(),
    /** The cells of a spreadsheet that it holds. */
    sheet: text('sheet'),
    range: text('range'),
    /** Of its words without accents and case. */
    search: tsvector('search').notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.fileId, table.reader, table.page] }),
    index('document_pages_content').on(table.organizationId, table.content),
  ],
)

/** A policy document; its text is extracted at upload. */
export const policies = pgTable(
  'policies',
  {
    organizationId: organizationId(),
    id: text('id').notNull(),
    title: text('title').notNull(),
    text: text('text').notNull(),
    fileId: uuid('file_id').references(() => files.id),
    updatedAt: instant('updated_at').notNull(),
    createdAt: createdAt(),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.id] })],
)

/** A stored file that a mail carries; its bytes are read when the mail is sent. */
export type MailAttachment = { fileId: string; fileName: string; mimeType: string; size: number }

/**
 * The outbox: a mail is a row before it is sent. Without SMTP settings it stays `kept` and is read
 * in the app.
 */
export const mails = pgTable(
  'mails',
  {
    id: uuid('id').primaryKey(),
    organizationId: organizationId(),
    /** The same key never creates a second mail. */
    key: text('key').notNull().unique(),
    recipients: jsonb('recipients').$type<string[]>().notNull(),
    cc: jsonb('cc')
      .$type<string[]>()
      .notNull()
      .default(sql`'[]'::jsonb`),
    bcc: jsonb('bcc')
      .$type<string[]>()
      .notNull()
      .default(sql`'[]'::jsonb`),
    /** Where answers go; null: where the organization's go. */
    replyTo: text('reply_to'),
    subject: text('subject').notNull(),
    text: text('text').notNull(),
    html: text('html'),
    attachments: jsonb('attachments')
      .$type<MailAttachment[]>()
      .notNull()
      .default(sql`'[]'::jsonb`),
    /**
     * About somebody's account: its text is encrypted, no list shows it, and it is emptied when it
     * is sent.
     */
    private: boolean('private').notNull().default(false),
    /**
     * It is the installation's business with a person, such as a link to a new password: no mail
     * server of an organization sees it, and no suppression stops it.
     */
    ofAccount: boolean('of_account').notNull().default(false),
    /** Where the recipient stops such mails with one click (RFC 8058). */
    stopUrl: text('stop_url'),
    status: text('status').$type<MailStatus>().notNull(),
    error: text('error'),
    /**
     * The call that sends it at the moment, until when that may be silent, and of which worker it
     * is: when the time is over or the worker is gone, another may send it.
     */
    sender: uuid('sender'),
    senderUntil: instant('sender_until'),
    senderWorker: uuid('sender_worker'),
    /** The id that the mail server gave it. */
    providerId: text('provider_id'),
    runId: uuid('run_id'),
    taskId: uuid('task_id'),
    /** Ends when the mail is sent or delivered, as `wait_for` says; a step waits for it. */
    asyncResultId: uuid('async_result_id'),
    waitFor: text('wait_for').$type<'sent' | 'delivered'>(),
    createdAt: createdAt(),
    sentAt: instant('sent_at'),
  },
  (table) => [
    index('mails_list').on(table.organizationId, table.id),
    index('mails_provider')
      .on(table.organizationId, table.providerId)
      .where(sql`provider_id is not null`),
  ],
)
