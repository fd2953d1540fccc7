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
import type { LetterAddress } from '#lib/domain/provider/letter'
import {
  letterEventTypes,
  letterStatuses,
  type LetterEventType,
  type LetterService,
  type LetterStatus,
} from '#lib/domain/provider/letter-words'
import type { AddressOutcome } from '#lib/domain/provider/address-check'
import { createdAt, instant, organizationId } from './columns.ts'
import { jsonb } from './jsonb.ts'
import { files } from './documents.ts'

const oneOf = (values: readonly string[]) => sql.raw(values.map((value) => `'${value}'`).join(', '))

/** How the recipient's address was checked, without the address. */
export type LetterAddressCheck = {
  outcome: AddressOutcome
  problems: string[]
  /** Whether the address was printed as it was corrected. */
  corrected: boolean
}

/**
 * A letter on paper. The row is committed before the provider is called, and its id is the
 * provider's idempotency key, so that a call with an unknown outcome can be repeated without a
 * second letter. One caller at a time has `attempt_until`; the writer of the outcome must still
 * have the attempt's number.
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
    /** Of all sent data; the same key with another fingerprint is refused. */
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
    extraService: text('extra_service').$type<LetterService>().notNull().default('none'),
    /** What the check of the recipient's address found before sending; null without a check. */
    addressCheck: jsonb('address_check').$type<LetterAddressCheck>(),
    pages: integer('pages').notNull(),
    /** The PDF; null after the file was deleted. */
    fileId: uuid('file_id').references(() => files.id, { onDelete: 'set null' }),
    providerId: text('provider_id'),
    trackingNumber: text('tracking_number'),
    expectedDeliveryDate: date('expected_delivery_date', { mode: 'string' }),
    /** The answer to the sender, for repeated requests. */
    answer: jsonb('answer').$type<{ status: LetterStatus; expectedDeliveryDate: string | null }>(),
    failure: jsonb('failure').$type<{ code: string; message: string }>(),
    attempts: integer('attempts').notNull().default(1),
    attemptUntil: instant('attempt_until'),
    /** From here on the provider remembers the idempotency key for a while. */
    firstAttemptAt: instant('first_attempt_at').notNull(),
    /** When the provider was last asked for events. */
    lookedAt: instant('looked_at'),
    /** When a worker asks for events; null when no more are expected. */
    nextLookAt: instant('next_look_at'),
    /** How often a worker asked since the last news. */
    looks: integer('looks').notNull().default(0),
    /** It ends with the letter for which a step waits. */
    asyncResultId: uuid('async_result_id'),
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
    index('letters_due')
      .on(table.nextLookAt)
      .where(sql`next_look_at is not null`),
    index('letters_run')
      .on(table.runId)
      .where(sql`run_id is not null`),
    index('letters_file')
      .on(table.fileId)
      .where(sql`file_id is not null`),
    check('letters_status', sql`status in (${oneOf(letterStatuses)})`),
  ],
)

/** The events of a letter, each once, whether a webhook or a query reported it. */
export const letterEvents = pgTable(
  'letter_events',
  {
    id: uuid('id').primaryKey(),
    organizationId: organizationId(),
    letterId: uuid('letter_id')
      .notNull()
      .references(() => letters.id, { onDelete: 'cascade' }),
    /** The provider's id of the event, or its type if it happens only once. */
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
