import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  index,
  integer,
  pgTable,
  text,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import {
  mailEventTypes,
  suppressionReasons,
  type MailEventSource,
  type MailEventType,
  type SuppressionReason,
} from '#lib/domain/mail/status'
import type { MailProvider, SmtpSecurity } from '#lib/domain/mail/sender'
import { createdAt, instant, organizationId } from './columns.ts'
import { mails } from './documents.ts'

const oneOf = (values: readonly string[]) => sql.raw(values.map((value) => `'${value}'`).join(', '))

/** What became of a mail at a recipient, as reports and providers say. */
export const mailEvents = pgTable(
  'mail_events',
  {
    id: uuid('id').primaryKey(),
    organizationId: organizationId(),
    mailId: uuid('mail_id')
      .notNull()
      .references(() => mails.id, { onDelete: 'cascade' }),
    /** One of the mail's recipients; null where the report names none of them. */
    recipient: text('recipient'),
    type: text('type').$type<MailEventType>().notNull(),
    /** The address itself does not work: it is suppressed. */
    hard: boolean('hard').notNull().default(false),
    /** The status of RFC 3463, like 5.1.1. */
    code: text('code'),
    /** The words of the other mail server. */
    reason: text('reason'),
    source: text('source').$type<MailEventSource>().notNull(),
    /** The source's own id of the event: the same is written once. */
    eventId: text('event_id').notNull(),
    at: instant('at').notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    unique('mail_events_event').on(table.organizationId, table.source, table.eventId),
    index('mail_events_mail').on(table.mailId),
    check('mail_events_type', sql`type in (${oneOf(mailEventTypes)})`),
  ],
)

/** Addresses to which an organization sends no more mails, until a person lifts that. */
export const suppressedAddresses = pgTable(
  'suppressed_addresses',
  {
    id: uuid('id').primaryKey(),
    organizationId: organizationId(),
    /** In lower case. */
    address: text('address').notNull(),
    reason: text('reason').$type<SuppressionReason>().notNull(),
    /** What the other side said. */
    detail: text('detail'),
    /** The mail that bounced, or of which somebody complained. */
    mailId: uuid('mail_id'),
    liftedAt: instant('lifted_at'),
    liftedBy: text('lifted_by'),
    liftedReason: text('lifted_reason'),
    createdAt: createdAt(),
  },
  (table) => [
    uniqueIndex('suppressed_addresses_in_force')
      .on(table.organizationId, table.address)
      .where(sql`lifted_at is null`),
    index('suppressed_addresses_list').on(table.organizationId, table.id),
    check('suppressed_addresses_reason', sql`reason in (${oneOf(suppressionReasons)})`),
  ],
)

/** How an organization sends its mails; without a row, by the mail server of the installation. */
export const mailSenders = pgTable('mail_senders', {
  organizationId: organizationId().primaryKey(),
  /** Where answers go, when not to the organization's address. */
  replyTo: text('reply_to'),
  /** Null: the mail server of the installation. */
  host: text('host'),
  port: integer('port'),
  security: text('security').$type<SmtpSecurity>(),
  userName: text('user_name'),
  /** Encrypted. */
  password: text('password'),
  /** Mails are sent from `bounce+<token>@` this domain, so that reports about them find them. */
  bounceDomain: text('bounce_domain'),
  /** Whose webhook tells of bounces and complaints. */
  provider: text('provider').$type<MailProvider>(),
  /** SES: the topic. SendGrid: the public key. Postmark: the user name of the webhook. */
  providerKey: text('provider_key'),
  /** Postmark: the password of the webhook. Encrypted. */
  providerSecret: text('provider_secret'),
  /** When the topic of SES confirmed that it sends to us. */
  subscribedAt: instant('subscribed_at'),
  updatedAt: instant('updated_at').notNull().defaultNow(),
})

/** Keys that sign an organization's mails (DKIM). The newest whose DNS record was seen signs. */
export const dkimKeys = pgTable(
  'dkim_keys',
  {
    id: uuid('id').primaryKey(),
    organizationId: organizationId(),
    domain: text('domain').notNull(),
    selector: text('selector').notNull(),
    /** Encrypted. */
    privateKey: text('private_key').notNull(),
    /** SPKI in base64, as the DNS record has it. */
    publicKey: text('public_key').notNull(),
    verifiedAt: instant('verified_at'),
    createdAt: createdAt(),
  },
  (table) => [unique('dkim_keys_selector').on(table.organizationId, table.domain, table.selector)],
)
