import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uuid,
} from 'drizzle-orm/pg-core'
import { createdAt, instant } from './columns.ts'
import { organizations } from './organizations.ts'
import { users } from './people.ts'

/** Like `users`, these tables belong to a person, not to an organization: only sign-in reads them. */
const userId = () =>
  uuid('user_id')
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' })

/** A person's authenticator app (TOTP, RFC 6238). */
export const secondFactors = pgTable('second_factors', {
  userId: userId().primaryKey(),
  /** The secret, encrypted and bound to its person (lib/auth/factors/totp.ts). */
  secret: text('secret').notNull(),
  /** The last accepted time step: the same code is never accepted again. */
  lastStep: bigint('last_step', { mode: 'number' }).notNull(),
  createdAt: createdAt(),
})

/** A person's passkeys (WebAuthn). */
export const passkeys = pgTable(
  'passkeys',
  {
    id: uuid('id').primaryKey(),
    userId: userId(),
    name: text('name').notNull(),
    /** In base64url, as the browser names it. */
    credentialId: text('credential_id').notNull().unique(),
    /** COSE key in base64url. */
    publicKey: text('public_key').notNull(),
    /** Uses, as the authenticator counts them; 0 when it does not count. */
    counter: bigint('counter', { mode: 'number' }).notNull(),
    transports: text('transports').array().notNull(),
    /** Synchronised to other devices of its person. */
    backedUp: boolean('backed_up').notNull(),
    createdAt: createdAt(),
    lastUsedAt: instant('last_used_at'),
  },
  (table) => [index('passkeys_user').on(table.userId)],
)

/** The question that a passkey must answer: once, within minutes. */
export const passkeyChallenges = pgTable(
  'passkey_challenges',
  {
    id: uuid('id').primaryKey(),
    /** What the answer may be used for. */
    purpose: text('purpose').$type<'register' | 'sign-in' | 'confirm'>().notNull(),
    /** Null before anybody has said who they are. */
    userId: uuid('user_id').references(() => users.id, { onDelete: 'cascade' }),
    challenge: text('challenge').notNull(),
    expiresAt: instant('expires_at').notNull(),
  },
  (table) => [index('passkey_challenges_expiry').on(table.expiresAt)],
)

/** One-time codes for a person who has lost their second factor; deleted when used. */
export const recoveryCodes = pgTable(
  'recovery_codes',
  {
    userId: userId(),
    /** Keyed hash of person and code. */
    hash: text('hash').notNull(),
    createdAt: createdAt(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.hash] })],
)

/**
 * Wrong codes of a second factor since the last right one. Logged, unlike `rate_limits`: a crash
 * must not give a guesser new tries.
 */
export const factorTries = pgTable(
  'factor_tries',
  {
    userId: userId(),
    /** A known browser of the person has a count of its own; all others share one. */
    device: text('device').notNull(),
    tries: integer('tries').notNull(),
    nextTryAt: instant('next_try_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.device] })],
)

/** Steps between the password and the session. */
export type SignInStep = 'second-factor' | 'set-up-factor' | 'new-password'

/**
 * A sign-in between the password and the session: a browser that has proved something, but not
 * everything. Lives for minutes, is used once, and only by the browser with its cookie.
 */
export const pendingSignIns = pgTable(
  'pending_sign_ins',
  {
    id: uuid('id').primaryKey(),
    /** SHA-256 of the token in the browser's cookie. */
    tokenHash: text('token_hash').notNull().unique(),
    userId: userId(),
    /** The organization to start in; null for the usual one. */
    organizationId: uuid('organization_id').references(() => organizations.id),
    /** What was proved so far, for the audit log. */
    method: text('method').$type<'password' | 'password-and-factor' | 'passkey'>().notNull(),
    step: text('step').$type<SignInStep>().notNull(),
    /** Why the password has to be replaced, when it has to. */
    passwordFault: text('password_fault'),
    /** A recovery code was used: the person is asked to set up a factor again. */
    recovered: boolean('recovered').notNull().default(false),
    createdAt: createdAt(),
    expiresAt: instant('expires_at').notNull(),
  },
  (table) => [index('pending_sign_ins_expiry').on(table.expiresAt)],
)

/** A link to choose a new password: by mail, or printed by an operator. Deleted when used. */
export const passwordResets = pgTable(
  'password_resets',
  {
    id: uuid('id').primaryKey(),
    userId: userId(),
    /** SHA-256 of the link's token. */
    tokenHash: text('token_hash').notNull().unique(),
    /** The link of an operator also removes the second factors of who has lost them. */
    removesFactors: boolean('removes_factors').notNull().default(false),
    createdAt: createdAt(),
    expiresAt: instant('expires_at')
      .notNull()
      .default(sql`now() + interval '30 minutes'`),
  },
  (table) => [index('password_resets_user').on(table.userId)],
)
