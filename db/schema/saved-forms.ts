import { index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { createdAt, instant, organizationId } from './columns.ts'
import { workflows } from './workflows.ts'

/**
 * A shared form that its visitor goes on with later, by a secret link. Of the secret there is a hash
 * only, and what was typed is encrypted with a key that needs the secret: nobody reads it without
 * the link. It ends at a time, or when the form is sent.
 */
export const savedForms = pgTable(
  'saved_forms',
  {
    id: uuid('id').primaryKey(),
    organizationId: organizationId(),
    workflowId: uuid('workflow_id')
      .notNull()
      .references(() => workflows.id, { onDelete: 'cascade' }),
    secretHash: text('secret_hash').notNull().unique(),
    /** What was typed, and the page that was shown. */
    sealed: text('sealed').notNull(),
    /** The uploads that it names: they stay as long as it does. */
    fileIds: uuid('file_ids').array().notNull(),
    /** Counts the savings. */
    revision: integer('revision').notNull().default(1),
    endsAt: instant('ends_at').notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    index('saved_forms_workflow').on(table.workflowId),
    index('saved_forms_due').on(table.endsAt),
    index('saved_forms_files').using('gin', table.fileIds),
  ],
)
