import { sql } from 'drizzle-orm'
import { index, pgTable, primaryKey, text, unique, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import type { MemberRole } from '../../lib/domain/statuses.ts'
import { createdAt, instant, organizationId } from './columns.ts'
import { organizations } from './organizations.ts'

/**
 * A person, who may belong to several organizations. Only the sign-in code reads it (role
 * rounds_auth).
 */
export const users = pgTable(
  'users',
  {
    id: uuid('id').primaryKey(),
    email: text('email').notNull(),
    name: text('name').notNull(),
    /** argon2id; null for people who sign in by single sign-on. */
    passwordHash: text('password_hash'),
    /** Single sign-on identity; never matched by e-mail alone. */
    oidcIssuer: text('oidc_issuer'),
    oidcSubject: text('oidc_subject'),
    disabledAt: instant('disabled_at'),
    createdAt: createdAt(),
  },
  (table) => [
    uniqueIndex('users_email').on(sql`lower(${table.email})`),
    unique('users_oidc').on(table.oidcIssuer, table.oidcSubject),
  ],
)

/**
 * Membership; name and e-mail are copied from the user so that an organization's pages need no
 * access to `users`.
 */
export const members = pgTable(
  'members',
  {
    organizationId: organizationId(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id),
    role: text('role').$type<MemberRole>().notNull(),
    name: text('name').notNull(),
    email: text('email').notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.userId] }),
    index('members_user').on(table.userId),
  ],
)

/**
 * A membership that waits for its person. The token of the link is enough to accept it, so only its
 * hash is stored. The row is deleted when the invitation is accepted, declined or revoked.
 */
export const invitations = pgTable(
  'invitations',
  {
    id: uuid('id').primaryKey(),
    organizationId: organizationId(),
    /** In lower case. */
    email: text('email').notNull(),
    /** The name that the inviting owner gave; an existing account keeps its own name. */
    name: text('name').notNull(),
    role: text('role').$type<MemberRole>().notNull(),
    /** SHA-256 of the link's token. */
    tokenHash: text('token_hash').notNull().unique(),
    invitedBy: text('invited_by').notNull(),
    createdAt: createdAt(),
    expiresAt: instant('expires_at').notNull(),
  },
  (table) => [unique('invitations_email').on(table.organizationId, table.email)],
)

/**
 * A signed-in browser. The cookie holds the id in a signed token; deleting the row signs out at
 * once.
 */
export const sessions = pgTable(
  'sessions',
  {
    id: uuid('id').primaryKey(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    organizationId: uuid('organization_id')
      .notNull()
      .references(() => organizations.id),
    userAgent: text('user_agent'),
    createdAt: createdAt(),
    lastSeenAt: instant('last_seen_at')
      .notNull()
      .default(sql`now()`),
    expiresAt: instant('expires_at').notNull(),
  },
  (table) => [index('sessions_user').on(table.userId)],
)

/** A system's credential. Only the SHA-256 of the key is stored; deleting is permanent. */
export const apiKeys = pgTable(
  'api_keys',
  {
    id: uuid('id').primaryKey(),
    organizationId: organizationId(),
    name: text('name').notNull(),
    /** The first characters of the key, by which people recognise it. */
    prefix: text('prefix').notNull(),
    hash: text('hash').notNull().unique(),
    role: text('role').$type<MemberRole>().notNull(),
    /** The person behind it, also when another of their keys created it; null for the demo's. */
    createdBy: uuid('created_by'),
    createdAt: createdAt(),
    /** When its person was removed from the organization; a new membership does not restore it. */
    stoppedAt: instant('stopped_at'),
    lastUsedAt: instant('last_used_at'),
    /** Calls counted by the day of last use, so that the delete dialog can say what stops. */
    lastUsedFor: text('last_used_for'),
  },
  (table) => [unique('api_keys_name').on(table.organizationId, table.name)],
)
