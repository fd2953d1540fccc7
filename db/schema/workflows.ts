import { sql } from 'drizzle-orm'
import {
  boolean,
  index,
  integer,
  json,
  pgTable,
  primaryKey,
  text,
  unique,
  uniqueIndex,
  uuid,
  type AnyPgColumn,
} from 'drizzle-orm/pg-core'
import { saveDays, type FormProtection } from '#lib/domain/form/protection'
import type { Definition } from '#lib/domain/workflow/definition'
import type { VersionApproval } from '#lib/domain/approval/approval'
import type { Proof, PublishNeeds } from '#lib/domain/back-test/publish-needs'
import { createdAt, instant, organizationId } from './columns.ts'
import { jsonb } from './jsonb.ts'

/** A folder of workflows, which may lie in another one. */
export const workflowFolders = pgTable(
  'workflow_folders',
  {
    id: uuid('id').primaryKey(),
    organizationId: organizationId(),
    name: text('name').notNull(),
    parentId: uuid('parent_id').references((): AnyPgColumn => workflowFolders.id),
    createdAt: createdAt(),
  },
  (table) => [
    uniqueIndex('workflow_folders_name').on(
      table.organizationId,
      sql`coalesce(${table.parentId}, ${table.organizationId})`,
      sql`lower(${table.name})`,
    ),
  ],
)

export const workflows = pgTable(
  'workflows',
  {
    id: uuid('id').primaryKey(),
    organizationId: organizationId(),
    slug: text('slug').notNull(),
    name: text('name').notNull(),
    description: text('description').notNull().default(''),
    /**
     * `json`, not `jsonb`: the order of a form's fields is the order of the schema's properties,
     * which `jsonb` loses.
     */
    draft: json('draft').$type<Definition>().notNull(),
    /** Counts saves of the draft; the `If-Match` of an update. */
    draftRevision: integer('draft_revision').notNull().default(1),
    draftUpdatedBy: text('draft_updated_by'),
    draftUpdatedAt: instant('draft_updated_at')
      .notNull()
      .default(sql`now()`),
    publishedVersionId: uuid('published_version_id'),
    /** True: everybody who has the form's link may open it. */
    formPublic: boolean('form_public').notNull().default(false),
    /** The shared form takes no answers from then on. */
    formClosesAt: instant('form_closes_at'),
    /** The shared form takes so many answers; null: any number. */
    formMaxAnswers: integer('form_max_answers'),
    /** Closed by hand: the link opens a page that says so. */
    formClosed: boolean('form_closed').notNull().default(false),
    /** How many answers came by the shared link. */
    formAnswers: integer('form_answers').notNull().default(0),
    /** When a sending by the shared link needs a proof of work. */
    formProtection: text('form_protection').$type<FormProtection>().notNull().default('auto'),
    /** How many sendings were asked for a proof, and how many came with one. */
    formProofsAsked: integer('form_proofs_asked').notNull().default(0),
    formProofsGiven: integer('form_proofs_given').notNull().default(0),
    /** For so many days visitors may go on with the form later; 0: not at all. */
    formSaveDays: integer('form_save_days').notNull().default(saveDays.usual),
    /** Unguessable part of the public form's link. */
    formToken: text('form_token').notNull().unique(),
    /**
     * Set while the workflow is paused: nothing of it starts, and its runs stop before their next
     * step.
     */
    pausedAt: instant('paused_at'),
    pausedBy: text('paused_by'),
    /**
     * How many runs at once, and what happens with one more: copied from the settings of the
     * published version, so that starts need not read it.
     */
    concurrencyLimit: integer('concurrency_limit'),
    whenFull:
      text('when_full').$type<NonNullable<Definition['settings']['concurrency']>['whenFull']>(),
    /** The workers that its published version is bound to, copied from its settings as well. */
    workerLabel: text('worker_label'),
    /** The folder it lies in; null at the top. */
    folderId: uuid('folder_id').references(() => workflowFolders.id),
    /** Words by which people find it, in small letters. */
    tags: text('tags').array().notNull().default([]),
    /** The types of the draft's steps, by which the search inside of workflows finds them. */
    draftTypes: text('draft_types')
      .array()
      .generatedAlwaysAs(sql`public.types_of_steps(draft)`),
    /** What a draft must prove before it is published; null: nothing. */
    publishNeeds: jsonb('publish_needs').$type<PublishNeeds>(),
    createdBy: text('created_by'),
    createdAt: createdAt(),
  },
  (table) => [unique('workflows_slug').on(table.organizationId, table.slug)],
)

/**
 * Former slugs of workflows. Callers that name a workflow by its slug (a sub-workflow step of a run
 * or of a published version, an outside system) find it after it was renamed. Each former slug
 * stays with its workflow, so that it never finds another one.
 */
export const formerSlugs = pgTable(
  'former_slugs',
  {
    organizationId: organizationId(),
    slug: text('slug').notNull(),
    workflowId: uuid('workflow_id')
      .notNull()
      .references(() => workflows.id, { onDelete: 'cascade' }),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.slug] }),
    index('former_slugs_workflow').on(table.workflowId),
  ],
)

/** A published definition. Rows are never changed. */
export const workflowVersions = pgTable(
  'workflow_versions',
  {
    id: uuid('id').primaryKey(),
    organizationId: organizationId(),
    workflowId: uuid('workflow_id')
      .notNull()
      .references(() => workflows.id, { onDelete: 'cascade' }),
    number: integer('number').notNull(),
    definition: json('definition').$type<Definition>().notNull(),
    /** The types of its steps. */
    stepTypes: text('step_types')
      .array()
      .generatedAlwaysAs(sql`public.types_of_steps(definition)`),
    /**
     * The newest versions, at the time of publishing, of the templates that steps name: by the
     * template's id. Null for versions that were published before this was kept.
     */
    templates: json('templates').$type<Record<string, number>>(),
    note: text('note').notNull().default(''),
    publishedBy: text('published_by'),
    /** With what it was published; null for versions that were published before this was kept. */
    proof: jsonb('proof').$type<Proof>(),
    /** Who approved it; null where publishing needed no approval. */
    approval: jsonb('approval').$type<VersionApproval>(),
    createdAt: createdAt(),
  },
  (table) => [
    unique('workflow_versions_number').on(table.workflowId, table.number),
    index('workflow_versions_organization').on(table.organizationId),
  ],
)
