import { sql } from 'drizzle-orm'
import {
  boolean,
  index,
  pgTable,
  primaryKey,
  text,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import type { MemberRole } from '../../lib/domain/statuses.ts'
import type {
  NameIdAttributes,
  SsoConfig,
  SsoKind,
  SsoStatus,
  SsoTestResult,
} from '../../lib/domain/single-sign-on/connection.ts'
import { createdAt, instant, organizationId } from './columns.ts'
import { jsonb } from './jsonb.ts'
import { sessions, users } from './people.ts'

/**
 * An organization's own identity provider. `secrets` is AES-256-GCM over JSON, bound to the row.
 * Only an active connection signs people in.
 */
export const ssoConnections = pgTable(
  'sso_connections',
  {
    id: uuid('id').primaryKey(),
    organizationId: organizationId(),
    kind: text('kind').$type<SsoKind>().notNull(),
    name: text('name').notNull(),
    status: text('status').$type<SsoStatus>().notNull().default('draft'),
    config: jsonb('config').$type<SsoConfig>().notNull(),
    secrets: text('secrets'),
    /** The role of people who join at their first sign-in; null: nobody joins without an invitation. */
    joinRole: text('join_role').$type<MemberRole>(),
    /** The outcome of the last test sign-in. */
    lastTest: jsonb('last_test').$type<SsoTestResult>(),
    /** SAML: when metadata and certificates were looked at last; a worker does it daily. */
    checkedAt: instant('checked_at'),
    /** SAML: why the metadata could not be used then. */
    metadataProblem: text('metadata_problem'),
    createdAt: createdAt(),
  },
  (table) => [unique('sso_connections_name').on(table.organizationId, table.name)],
)

/**
 * A person as a provider knows them: the subject counts only with its issuer and its connection, so
 * that no provider can speak for another's people. Only the sign-in code reads it (role
 * rounds_auth).
 */
export const identities = pgTable(
  'identities',
  {
    id: uuid('id').primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** Null: the provider of the whole installation (OIDC_ISSUER). */
    connectionId: uuid('connection_id').references(() => ssoConnections.id, {
      onDelete: 'cascade',
    }),
    issuer: text('issuer').notNull(),
    subject: text('subject').notNull(),
    createdAt: createdAt(),
    lastUsedAt: instant('last_used_at'),
  },
  (table) => [
    unique('identities_subject')
      .on(table.connectionId, table.issuer, table.subject)
      .nullsNotDistinct(),
    index('identities_user').on(table.userId),
  ],
)

/** A domain of e-mail addresses that an organization proves to be its own by a DNS record. */
export const emailDomains = pgTable(
  'email_domains',
  {
    id: uuid('id').primaryKey(),
    organizationId: organizationId(),
    /** In lower case, in ASCII (punycode). Its subdomains are other domains. */
    domain: text('domain').notNull(),
    /** What the TXT record `_rounds-challenge.<domain>` must hold. */
    challenge: text('challenge').notNull(),
    /** The connection of the people with such an address. */
    connectionId: uuid('connection_id').references(() => ssoConnections.id, {
      onDelete: 'set null',
    }),
    /** People with such an address sign in by single sign-on only. */
    enforced: boolean('enforced').notNull().default(false),
    provenAt: instant('proven_at'),
    checkedAt: instant('checked_at'),
    /** The first of the failed checks in a row; after seven days the proof is lost. */
    failingSince: instant('failing_since'),
    createdAt: createdAt(),
  },
  (table) => [
    unique('email_domains_domain').on(table.organizationId, table.domain),
    // Two organizations may try, but only one proves.
    uniqueIndex('email_domains_proven')
      .on(table.domain)
      .where(sql`proven_at is not null`),
  ],
)

/**
 * Owners who may use their password although their domain demands single sign-on, for the day on
 * which the provider does not work. Each use is audited and mailed to all owners.
 */
export const breakGlassOwners = pgTable(
  'break_glass_owners',
  {
    organizationId: organizationId(),
    userId: uuid('user_id').notNull(),
    createdAt: createdAt(),
    usedAt: instant('used_at'),
    /** The last use of which the owners were told. */
    alertedAt: instant('alerted_at'),
  },
  (table) => [primaryKey({ columns: [table.organizationId, table.userId] })],
)

/**
 * A sign-in that is on its way, for ten minutes: asked at the provider, then (SAML) answered. It is
 * deleted when it is used. Only the sign-in code reads it (role rounds_auth).
 */
export const ssoStates = pgTable(
  'sso_states',
  {
    /** SHA-256 of the `state` (OIDC), or of the request's id (SAML). */
    key: text('key').primaryKey(),
    connectionId: uuid('connection_id')
      .notNull()
      .references(() => ssoConnections.id, { onDelete: 'cascade' }),
    /** SHA-256 of the cookie of the browser that asked. */
    browser: text('browser').notNull(),
    /** PKCE verifier and nonce, the invitation, or the answer: sealed like secrets. */
    sealed: text('sealed').notNull(),
    /** SHA-256 of the one-time ticket with which the browser fetches its answer (SAML). */
    ticket: text('ticket').unique(),
    returnTo: text('return_to').notNull(),
    /** The owner who tests the connection; null for a sign-in. */
    testedBy: uuid('tested_by').references(() => users.id, { onDelete: 'cascade' }),
    expiresAt: instant('expires_at').notNull(),
  },
  (table) => [index('sso_states_expires').on(table.expiresAt)],
)

/** Ids of assertions and log-out tokens that were used, until they expire: each counts once. */
export const ssoUsedIds = pgTable(
  'sso_used_ids',
  {
    connectionId: uuid('connection_id')
      .notNull()
      .references(() => ssoConnections.id, { onDelete: 'cascade' }),
    /** SHA-256 of the id. */
    key: text('key').notNull(),
    expiresAt: instant('expires_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.connectionId, table.key] }),
    index('sso_used_ids_expires').on(table.expiresAt),
  ],
)

/**
 * By which connection a session was started: it stays in that connection's organization, and ends
 * when the provider says so.
 */
export const ssoSessions = pgTable(
  'sso_sessions',
  {
    sessionId: uuid('session_id')
      .primaryKey()
      .references(() => sessions.id, { onDelete: 'cascade', onUpdate: 'cascade' }),
    connectionId: uuid('connection_id')
      .notNull()
      .references(() => ssoConnections.id, { onDelete: 'cascade' }),
    issuer: text('issuer').notNull(),
    subject: text('subject').notNull(),
    /** The session at the provider (OIDC `sid`, SAML `SessionIndex`). */
    providerSession: text('provider_session'),
    /** The ID token, sealed, as a hint for signing out there. */
    idToken: text('id_token'),
    /** SAML: the rest of the name ID, which a log-out must repeat. */
    nameId: jsonb('name_id').$type<NameIdAttributes>(),
  },
  (table) => [index('sso_sessions_subject').on(table.connectionId, table.subject)],
)
