import { index, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { createdAt, instant, organizationId } from './columns.ts'
import { workflows } from './workflows.ts'

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

/** What people write to each other about a step of a draft. All of a step are its thread. */
export const stepComments = pgTable(
  'step_comments',
  {
    id: uuid('id').primaryKey(),
    organizationId: organizationId(),
    workflowId: uuid('workflow_id')
      .notNull()
      .references(() => workflows.id, { onDelete: 'cascade' }),
    /** It follows a step that gets another id, and stays while the step is gone. */
    stepId: text('step_id').notNull(),
    authorId: uuid('author_id').notNull(),
    authorName: text('author_name').notNull(),
    text: text('text').notNull(),
    /** The people whom the text names with an @. */
    mentions: uuid('mentions').array().notNull(),
    createdAt: createdAt(),
    editedAt: instant('edited_at'),
    /** Null: the thread is open. */
    resolvedAt: instant('resolved_at'),
    resolvedBy: text('resolved_by'),
  },
  (table) => [index('step_comments_step').on(table.workflowId, table.stepId, table.id)],
)
