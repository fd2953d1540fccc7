import { sql } from 'drizzle-orm'
import { index, integer, json, pgTable, primaryKey, text, unique, uuid } from 'drizzle-orm/pg-core'
import type { DraftChange } from '#lib/domain/workflow/draft-changes/change'
import { instant, organizationId } from './columns.ts'
import { workflows } from './workflows.ts'

/**
 * The newest changes of drafts, one row for each revision: editors that have an earlier revision
 * open bring it up to date by them, and changes that were made on an earlier revision are merged.
 */
export const draftChanges = pgTable(
  'draft_changes',
  {
    workflowId: uuid('workflow_id')
      .notNull()
      .references(() => workflows.id, { onDelete: 'cascade' }),
    organizationId: organizationId(),
    /** The revision of the draft that the changes led to. */
    revision: integer('revision').notNull(),
    /** By which the editor that sent them finds out that they arrived; null: no editor did. */
    messageId: uuid('message_id'),
    changes: json('changes').$type<DraftChange[]>().notNull(),
    /** The name of who made them. */
    by: text('by').notNull(),
    at: instant('at')
      .notNull()
      .default(sql`now()`),
  },
  (table) => [
    primaryKey({ columns: [table.workflowId, table.revision] }),
    unique('draft_changes_message').on(table.workflowId, table.messageId),
  ],
)

/** Who has a draft open: one row for each tab, deleted some time after it was last heard of. */
export const draftReaders = pgTable(
  'draft_readers',
  {
    workflowId: uuid('workflow_id')
      .notNull()
      .references(() => workflows.id, { onDelete: 'cascade' }),
    organizationId: organizationId(),
    /** The id that the tab gave itself. */
    tab: uuid('tab').notNull(),
    /** Their id as an actor: of the person, or of the API key. */
    actorId: uuid('actor_id').notNull(),
    name: text('name').notNull(),
    /** The steps that are selected there. */
    stepIds: text('step_ids').array().notNull(),
    seenAt: instant('seen_at')
      .notNull()
      .default(sql`now()`),
  },
  (table) => [
    primaryKey({ columns: [table.workflowId, table.tab] }),
    index('draft_readers_seen').on(table.seenAt),
  ],
)
