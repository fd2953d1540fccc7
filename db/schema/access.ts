import { sql } from 'drizzle-orm'
import {
  check,
  foreignKey,
  integer,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import type { AccessRules } from '#lib/domain/access/rules'
import { createdAt, instant, organizationId } from './columns.ts'
import { jsonb } from './jsonb.ts'
import { workflowFolders, workflows } from './workflows.ts'

/** A custom role: a name for a list of permissions (lib/auth/permissions.ts). */
export const roles = pgTable(
  'roles',
  {
    organizationId: organizationId(),
    /** What `members.role`, `invitations.role` and `api_keys.role` say; never that of a built-in. */
    slug: text('slug').notNull(),
    name: text('name').notNull(),
    description: text('description').notNull().default(''),
    permissions: text('permissions').array().notNull(),
    /** Counts the changes; a change says on which it is based. */
    revision: integer('revision').notNull().default(1),
    changedBy: text('changed_by'),
    changedAt: instant('changed_at')
      .notNull()
      .default(sql`now()`),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.slug] }),
    uniqueIndex('roles_name').on(table.organizationId, sql`lower(${table.name})`),
  ],
)

/**
 * The access rules of a workflow, of a folder, or, with neither, of the organization. A verb that
 * is absent has no rule here: the next level speaks. Every change of these rows, of folders and of
 * `workflows.folder_id` raises `organizations.access_revision` (trigger), by which processes know
 * that the rules they remember are those in force.
 */
export const accessRules = pgTable(
  'access_rules',
  {
    organizationId: organizationId(),
    /** The id of the workflow, the folder or the organization. */
    objectId: uuid('object_id').notNull(),
    workflowId: uuid('workflow_id'),
    folderId: uuid('folder_id'),
    rules: jsonb('rules').$type<AccessRules>().notNull(),
    /** Counts the changes; a change says on which it is based. Rows stay when their rules go. */
    revision: integer('revision').notNull().default(1),
    changedBy: text('changed_by'),
    changedAt: instant('changed_at')
      .notNull()
      .default(sql`now()`),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.objectId] }),
    foreignKey({ columns: [table.workflowId], foreignColumns: [workflows.id] }).onDelete('cascade'),
    foreignKey({
      columns: [table.folderId],
      foreignColumns: [workflowFolders.id],
    }).onDelete('cascade'),
    uniqueIndex('access_rules_workflow').on(table.workflowId),
    uniqueIndex('access_rules_folder').on(table.folderId),
    check(
      'access_rules_object',
      sql`object_id = coalesce(workflow_id, folder_id, organization_id)
        and num_nonnulls(workflow_id, folder_id) <= 1`,
    ),
  ],
)
