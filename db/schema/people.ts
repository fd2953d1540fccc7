import { sql } from 'drizzle-orm'
import {
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
    /** Unused since `identities`; a later release drops both. */
    oidcIssuer: text('oidc_issuer'),
    oidcSubject: text('oidc_subject'),
    disabledAt: instant('disabled_at'),
    /**
     * Since when a second factor can be asked of the person: since their account exists, or since
     * the release that asks for it.
     */
    factorsSince: instant('factors_since')
      .notNull()
      .default(sql`now()`),
    createdAt: createdAt(),
  },
  (table) => [
    uniqueIndex('users_email').on(sql`lower(${table.email})`),
    unique('users_oidc').on(table.oidcIssuer, table.oidcSubject),
  ],
)

/**
 * People who create and rename the organizations of this installation. This alone shows them no
 * data of any organization. Only the sign-in role reads it.
 */
export const instanceAdministrators = pgTable('instance_administrators', {
  userId: uuid('user_id')
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  /** The name of the administrator, or of the command, that granted it. */
  grantedBy: text('granted_by').notNull(),
  createdAt: createdAt(),
})

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
    /** A built-in role, or the slug of one of the organization's own (`roles`). */
    role: text('role').notNull(),
    name: text('name').notNull(),
    email: text('email').notNull(),
    /** Since when the person has no access here; they stay listed, and can be enabled again. */
    disabledAt: instant('disabled_at'),
    /** The last use of one of their sessions here, to the minute; their ended sessions included. */
    seenAt: instant('seen_at'),
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
    role: text('role').notNull(),
    /** SHA-256 of the link's token. */
    tokenHash: text('token_hash').notNull().unique(),
    /** The name of the inviter. */
    invitedBy: text('invited_by').notNull(),
    /**
     * The person who invited, also by their API key. The link works while they are a member who may
     * invite; null for keys without a person and for instance administrators.
     */
    inviterId: uuid('inviter_id'),
    /** The mail that has the link; null when it was only handed over. */
    mailId: uuid('mail_id'),
    createdAt: createdAt(),
    expiresAt: instant('expires_at').notNull(),
  },
  (table) => [unique('invitations_email').on(table.organizationId, table.email)],
)

/**
 * A signed-in browser. The cookie holds the id in a sealed token; deleting the row signs out at
 * once. What the times mean: `lib/auth/session-state.ts`.
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
    /** From the cookie of the browser; a new sign-in there ends this session. */
    browserId: uuid('browser_id'),
    createdAt: createdAt(),
    /** When the person last did something; polling and server-sent events do not count. */
    lastSeenAt: instant('last_seen_at')
      .notNull()
      .default(sql`now()`),
    /** When the person or the browser locked it; idleness locks without a time here. */
    lockedAt: instant('locked_at'),
    /** When the person last gave the password or a factor; null: before it was recorded. */
    confirmedAt: instant('confirmed_at'),
    expiresAt: instant('expires_at').notNull(),
  },
  (table) => [
    index('sessions_user').on(table.userId),
    index('sessions_browser').on(table.browserId),
  ],
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
    role: text('role').notNull(),
    /** What it may do; null: everything that its role may do. */
    permissions: text('permissions').array(),
    /** The ids of the workflows that it may touch; null: every workflow. */
    workflows: uuid('workflows').array(),
    /** A test key reaches sandbox connections only. */
    mode: text('mode').$type<'live' | 'test'>().notNull().default('live'),
    /**
     * The person behind it, also when another of their keys created it, or the one to whom an owner
     * handed it over; null for the demo's.
     */
    createdBy: uuid('created_by'),
    createdAt: createdAt(),
    /** Null: it never expires. */
    expiresAt: instant('expires_at'),
    /** When its person was warned of the end at `expires_at`; cleared when that changes. */
    warnedAt: instant('warned_at'),
    /** The key before the last rotation, which works until `previous_until`. */
    previousHash: text('previous_hash').unique(),
    previousUntil: instant('previous_until'),
    /** Requests a minute; null: the limit of the installation. */
    ratePerMinute: integer('rate_per_minute'),
    /** When its person was removed from the organization; a new membership does not restore it. */
    stoppedAt: instant('stopped_at'),
    lastUsedAt: instant('last_used_at'),
    /** Calls counted by the day of last use, so that the delete dialog can say what stops. */
    lastUsedFor: text('last_used_for'),
    lastUsedAddress: text('last_used_address'),
    lastUsedAgent: text('last_used_agent'),
  },
  (table) => [
    unique('api_keys_name').on(table.organizationId, table.name),
    check('api_keys_mode', sql`${table.mode} in ('live', 'test')`),
  ],
)
