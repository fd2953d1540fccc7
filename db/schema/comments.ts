import { index, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { createdAt, instant, organizationId } from './columns.ts'

/** What people write to each other about a run. It is deleted with the run. */
export const runComments = pgTable(
  'run_comments',
  {
    id: uuid('id').primaryKey(),
    organizationId: organizationId(),
    /** For a comment at an item of a loop, the run around it. */
    runId: uuid('run_id').notNull(),
    authorId: uuid('author_id').notNull(),
    authorName: text('author_name').notNull(),
    text: text('text').notNull(),
    /** The people whom the text names with an @. */
    mentions: uuid('mentions').array().notNull(),
    createdAt: createdAt(),
    editedAt: instant('edited_at'),
  },
  (table) => [index('run_comments_run').on(table.runId, table.id)],
)
