import { sql } from 'drizzle-orm'
import {
  customType,
  index,
  integer,
  json,
  pgTable,
  primaryKey,
  text,
  unique,
  uuid,
} from 'drizzle-orm/pg-core'
import type { TemplateField, TemplateSource } from '#lib/domain/template/template'
import type { TemplateKind } from '#lib/domain/template/template-words'
import { createdAt, instant, organizationId } from './columns.ts'

const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' })

/** A template of documents, PDFs, mails or texts. What it says is in its versions. */
export const templates = pgTable(
  'templates',
  {
    id: uuid('id').primaryKey(),
    organizationId: organizationId(),
    slug: text('slug').notNull(),
    name: text('name').notNull(),
    kind: text('kind').$type<TemplateKind>().notNull(),
    /** The number of the newest version, which new runs use. */
    version: integer('version').notNull().default(1),
    createdBy: text('created_by'),
    updatedBy: text('updated_by'),
    updatedAt: instant('updated_at')
      .notNull()
      .default(sql`now()`),
    createdAt: createdAt(),
  },
  (table) => [unique('templates_slug').on(table.organizationId, table.slug)],
)

/** Former slugs of templates, as `former_slugs` are of workflows. */
export const formerTemplateSlugs = pgTable(
  'former_template_slugs',
  {
    organizationId: organizationId(),
    slug: text('slug').notNull(),
    templateId: uuid('template_id')
      .notNull()
      .references(() => templates.id, { onDelete: 'cascade' }),
  },
  (table) => [
    primaryKey({ columns: [table.organizationId, table.slug] }),
    index('former_template_slugs_template').on(table.templateId),
  ],
)

/**
 * What a template says, at one time. Rows are never changed. `created_at` is the clock while the
 * row of the template is locked: a run uses the newest version that is not younger than itself.
 */
export const templateVersions = pgTable(
  'template_versions',
  {
    id: uuid('id').primaryKey(),
    organizationId: organizationId(),
    templateId: uuid('template_id')
      .notNull()
      .references(() => templates.id, { onDelete: 'cascade' }),
    number: integer('number').notNull(),
    source: json('source').$type<TemplateSource>().notNull(),
    /** The placeholders that were found in it. */
    fields: json('fields').$type<TemplateField[]>().notNull(),
    /** The bytes of an uploaded template. */
    content: bytea('content'),
    note: text('note').notNull().default(''),
    createdBy: text('created_by'),
    createdAt: instant('created_at')
      .notNull()
      .default(sql`clock_timestamp()`),
  },
  (table) => [
    unique('template_versions_number').on(table.templateId, table.number),
    index('template_versions_organization').on(table.organizationId),
  ],
)
