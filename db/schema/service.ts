import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  integer,
  json,
  jsonb,
  pgTable,
  text,
  uniqueIndex,
  varchar,
} from 'drizzle-orm/pg-core'
import { createdAt, instant } from './columns.ts'

/**
 * Numbers of the whole service for the metrics endpoint, in one row. Every few seconds the first
 * worker to come writes them.
 */
export const serviceNumbers = pgTable(
  'service_numbers',
  {
    only: boolean('only').primaryKey().default(true),
    at: instant('at').notNull(),
    numbers: json('numbers').$type<unknown>().notNull(),
  },
  (table) => [check('service_numbers_only', sql`${table.only}`)],
)

/**
 * Always empty. Inserting a row in a transaction that is rolled back tests whether the database can
 * write. (Short columns, so that there is no second file for long ones.)
 */
export const writeProbe = pgTable('write_probe', {
  filler: varchar('filler', { length: 100 }).notNull(),
})

/**
 * The restores of this installation from backups; each begins a new generation of it. What happened
 * between the backup and the restore is not known here, so runs and mails of before are held until a
 * person answers (lib/operations/restores).
 */
export const restores = pgTable('restores', {
  /** From 1; an installation that was never restored has no row. */
  generation: integer('generation').primaryKey(),
  /** The instant whose state was restored. */
  backupAt: instant('backup_at').notNull(),
  restoredAt: instant('restored_at').notNull().defaultNow(),
  /** Set when an operator said that nothing happened after the backup, so nothing is held. */
  releasedAt: instant('released_at'),
  releasedBy: text('released_by'),
})

/**
 * The keys that encrypt stored values, each encrypted in turn with a key from SECRET_KEY (lib/keyring.ts). Only a role
 * that may migrate writes here.
 */
export const secretKeys = pgTable(
  'secret_keys',
  {
    /** Of the key's content; the values that it encrypted carry it. */
    id: text('id').primaryKey(),
    /** The first one is the SECRET_KEY of the beginning: names and signatures derive from it. */
    isFirst: boolean('is_first').notNull(),
    /** The key, encrypted, by the id of the SECRET_KEY that opens it: two while one takes over. */
    wraps: jsonb('wraps').$type<Record<string, string>>().notNull(),
    /** From then on it encrypts, if no later one does; before that every process learns of it. */
    writesFrom: instant('writes_from').notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    uniqueIndex('secret_keys_first')
      .on(table.isFirst)
      .where(sql`is_first`),
  ],
)
