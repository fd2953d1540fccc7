import { sql } from 'drizzle-orm'
import {
  boolean,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import type { DirectoryKind, DirectorySettings } from '../../lib/domain/directory.ts'
import { createdAt, instant, organizationId } from './columns.ts'
import { connections } from './connections.ts'
import { jsonb } from './jsonb.ts'
import { users } from './people.ts'

/** A directory of people that the organization connected; it pushes (SCIM) or is read (WorkOS). */
export const directories = pgTable(
  'directories',
  {
    id: uuid('id').primaryKey(),
    organizationId: organizationId(),
    kind: text('kind').$type<DirectoryKind>().notNull(),
    name: text('name').notNull(),
    settings: jsonb('settings').$type<DirectorySettings>().notNull(),
    /** SHA-256 of the token that the directory pushes with; null unless it pushes. */
    tokenHash: text('token_hash').unique(),
    /** The first characters of the token, by which people recognise it. */
    tokenPrefix: text('token_prefix'),
    tokenCreatedAt: instant('token_created_at'),
    /** After a rotation the token before works until then. */
    formerTokenHash: text('former_token_hash').unique(),
    formerTokenUntil: instant('former_token_until'),
    /** The connection with address and key of a directory that is read. */
    connectionId: uuid('connection_id').references(() => connections.id),
    /** AES-256-GCM over the secret that signs the directory's webhook messages. */
    webhookSecret: text('webhook_secret'),
    /** The last event whose effects are written. */
    cursor: text('cursor'),
    /** Events may be missing: the next synchronisation reads everything. */
    needsReconcile: boolean('needs_reconcile').notNull().default(false),
    reconciledAt: instant('reconciled_at'),
    /** When the directory is read next; null where it pushes. While it is read: the end of that. */
    syncDueAt: instant('sync_due_at'),
    /** The last push, or the last synchronisation. */
    lastSyncAt: instant('last_sync_at'),
    lastSyncOk: boolean('last_sync_ok'),
    lastSyncMessage: text('last_sync_message'),
    /** Why the last refused push was refused, for the people who set the directory up. */
    lastRefusal: text('last_refusal'),
    lastRefusalAt: instant('last_refusal_at'),
    createdAt: createdAt(),
  },
  (table) => [
    unique('directories_name').on(table.organizationId, table.name),
    unique('directories_connection').on(table.connectionId),
  ],
)

/**
 * Changes that would end the access of too many people at once: they wait for a person. Open until
 * `decided_at`; a directory has one open plan at most.
 */
export const directoryPlans = pgTable(
  'directory_plans',
  {
    id: uuid('id').primaryKey(),
    organizationId: organizationId(),
    directoryId: uuid('directory_id')
      .notNull()
      .references(() => directories.id, { onDelete: 'cascade' }),
    /** How many members the organization had. */
    members: integer('members').notNull(),
    createdAt: createdAt(),
    decidedAt: instant('decided_at'),
    decidedBy: text('decided_by'),
    decision: text('decision').$type<'activated' | 'kept' | 'overtaken'>(),
  },
  (table) => [
    uniqueIndex('directory_plans_open')
      .on(table.directoryId)
      .where(sql`${table.decidedAt} is null`),
    index('directory_plans_directory').on(table.directoryId),
  ],
)

/** A person as their directory knows them; `user_id` is the member, when there is one. */
export const directoryUsers = pgTable(
  'directory_users',
  {
    id: uuid('id').primaryKey(),
    organizationId: organizationId(),
    directoryId: uuid('directory_id')
      .notNull()
      .references(() => directories.id, { onDelete: 'cascade' }),
    userId: uuid('user_id').references(() => users.id, { onDelete: 'set null' }),
    /** Unique in the directory without regard to case (RFC 7643 §4.1). */
    userName: text('user_name').notNull(),
    /** Opaque text of the directory: neither unique nor a key (RFC 7643 §3.1). */
    externalId: text('external_id'),
    /** The directory's own id, where we read the directory; null where it pushes. */
    providerId: text('provider_id'),
    displayName: text('display_name').notNull(),
    /** In lower case; the address of work or the primary one. */
    email: text('email'),
    active: boolean('active').notNull(),
    /** The other attributes, as the directory wrote them (RFC 7643 §4). */
    attributes: jsonb('attributes').$type<Record<string, unknown>>().notNull(),
    /** The role that this directory gave last; a role that a person gave is not taken away. */
    roleGiven: text('role_given'),
    /** Why the person has not what the directory says; a code for the page. */
    problem: text('problem'),
    /** The end of this access waits for a person. */
    planId: uuid('plan_id').references(() => directoryPlans.id, { onDelete: 'set null' }),
    /** When access ended because of this directory; for counting those of the last hour. */
    leftAt: instant('left_at'),
    /** Deleted in the directory while the end of access waits. */
    deletedAt: instant('deleted_at'),
    createdAt: createdAt(),
    updatedAt: instant('updated_at')
      .notNull()
      .default(sql`now()`),
  },
  (table) => [
    uniqueIndex('directory_users_name')
      .on(table.directoryId, sql`lower(${table.userName})`)
      .where(sql`${table.deletedAt} is null`),
    uniqueIndex('directory_users_provider').on(table.directoryId, table.providerId),
    index('directory_users_external').on(table.directoryId, table.externalId),
    index('directory_users_email').on(table.organizationId, table.email),
    index('directory_users_person').on(table.organizationId, table.userId),
    index('directory_users_page').on(table.directoryId, table.id),
    index('directory_users_plan').on(table.planId),
  ],
)

/** A group of a directory. */
export const directoryGroups = pgTable(
  'directory_groups',
  {
    id: uuid('id').primaryKey(),
    organizationId: organizationId(),
    directoryId: uuid('directory_id')
      .notNull()
      .references(() => directories.id, { onDelete: 'cascade' }),
    displayName: text('display_name').notNull(),
    externalId: text('external_id'),
    providerId: text('provider_id'),
    createdAt: createdAt(),
    updatedAt: instant('updated_at')
      .notNull()
      .default(sql`now()`),
  },
  (table) => [
    // Directories that push find groups by name and expect it to be unique; those that are read
    // have ids of their own.
    uniqueIndex('directory_groups_name')
      .on(table.directoryId, sql`lower(${table.displayName})`)
      .where(sql`${table.providerId} is null`),
    uniqueIndex('directory_groups_provider').on(table.directoryId, table.providerId),
    index('directory_groups_external').on(table.organizationId, table.externalId),
    index('directory_groups_page').on(table.directoryId, table.id),
  ],
)

/** Who is in a group. */
export const directoryGroupMembers = pgTable(
  'directory_group_members',
  {
    organizationId: organizationId(),
    groupId: uuid('group_id')
      .notNull()
      .references(() => directoryGroups.id, { onDelete: 'cascade' }),
    directoryUserId: uuid('directory_user_id')
      .notNull()
      .references(() => directoryUsers.id, { onDelete: 'cascade' }),
  },
  (table) => [
    primaryKey({ columns: [table.groupId, table.directoryUserId] }),
    index('directory_group_members_user').on(table.directoryUserId),
  ],
)

/** The role that the people of a group have. */
export const directoryGroupRoles = pgTable('directory_group_roles', {
  organizationId: organizationId(),
  groupId: uuid('group_id')
    .primaryKey()
    .references(() => directoryGroups.id, { onDelete: 'cascade' }),
  role: text('role').notNull(),
})
