import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  date,
  index,
  integer,
  pgTable,
  text,
  unique,
  uuid,
} from 'drizzle-orm/pg-core'
import {
  letterEventTypes,
  letterStatuses,
  type LetterAddress,
  type LetterEventType,
  type LetterStatus,
} from '#lib/domain/provider/letter'
import { createdAt, instant, organizationId } from './columns.ts'
import { jsonb } from './jsonb.ts'
import { files } from './documents.ts'

const oneOf = (values: readonly string[]) => sql.raw(values.map((value) => `'${value}'`).join(', '))

/**
 * A letter on paper. The row is committed before the provider is called, and its id is the
 * provider's idempotency key, so that a call whose outcome is unknown can be repeated without a
 * second letter. One caller at a time has `attempt_until`; who writes the outcome must still have
 * the attempt's number.
 */
export const letters = pgTable(
  'letters',
  {
    id: uuid('id').primaryKey(),
    organizationId: organizationId(),
    /**
     * The same key is the same letter: `api:<Idempotency-Key>`, `step:<run:task>`, or a new one.
     */
    key: text('key').notNull(),
    /** Of everything that is sent; the same key with another one is refused. */
    fingerprint: text('fingerprint').notNull(),
    /** No foreign key: a letter outlives its connection. */
    connectionId: uuid('connection_id').notNull(),
    connection: text('connection').notNull(),
    provider: text('provider').notNull(),
    status: text('status').$type<LetterStatus>().notNull(),
    recipient: jsonb('recipient').$type<LetterAddress>().notNull(),
    sender: jsonb('sender').$type<LetterAddress>().notNull(),
    metadata: jsonb('metadata').$type<Record<string, string>>().notNull(),
    color: boolean('color').notNull(),
    doubleSided: boolean('double_sided').notNull(),
    pages: integer('pages').notNull(),
    /** What was sent. It is null when the file was deleted. */
    fileId: uuid('file_id').references(() => files.id, { onDelete: 'set null' }),
    providerId: text('provider_id'),
    trackingNumber: text('tracking_number'),
    expectedDeliveryDate: date('expected_delivery_date', { mode: 'string' }),
    /** What the sender was answered, to be answered again. */
    answer: jsonb('answer').$type<{ status: LetterStatus; expectedDeliveryDate: string | null }>(),
    failure: jsonb('failure').$type<{ code: string; message: string }>(),
    attempts: integer('attempts').notNull().default(1),
    attemptUntil: instant('attempt_until'),
    /** The provider knows the idempotency key from here on for a while. */
    firstAttemptAt: instant('first_attempt_at').notNull(),
    /** When the provider was last asked for news. */
    lookedAt: instant('looked_at'),
    runId: uuid('run_id'),
    createdBy: text('created_by'),
    createdAt: createdAt(),
  },
  (table) => [
    unique('letters_key').on(table.organizationId, table.key),
    index('letters_list').on(table.organizationId, table.id),
    index('letters_provider')
      .on(table.connectionId, table.providerId)
      .where(sql`provider_id is not null`),
    index('letters_file')
      .on(table.fileId)
      .where(sql`file_id is not null`),
    check('letters_status', sql`status in (${oneOf(letterStatuses)})`),
  ],
)

/** What befell a letter, each event once, whether a webhook or a look told it. */
export const letterEvents = pgTable(
  'letter_events',
  {
    id: uuid('id').primaryKey(),
    organizationId: organizationId(),
    letterId: uuid('letter_id')
      .notNull()
      .references(() => letters.id, { onDelete: 'cascade' }),
    /** The provider's id of the event, or the type for what happens once. */
    key: text('key').notNull(),
    type: text('type').$type<LetterEventType>().notNull(),
    at: instant('at').notNull(),
    location: text('location'),
    createdAt: createdAt(),
  },
  (table) => [
    unique('letter_events_key').on(table.letterId, table.key),
    index('letter_events_organization').on(table.organizationId),
    check('letter_events_type', sql`type in (${oneOf(letterEventTypes)})`),
  ],
)
