import { index, json, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core'
import type { Expected } from '#lib/domain/back-test/expectations'
import { createdAt, instant, organizationId } from './columns.ts'
import { jsonb } from './jsonb.ts'
import { workflows, workflowVersions } from './workflows.ts'

/**
 * A case of a workflow's tests: a copy of a recorded run, and what the workflow must do with it. The
 * copy outlives the run, as a case is kept until somebody deletes it.
 */
export const workflowTests = pgTable(
  'workflow_tests',
  {
    id: uuid('id').primaryKey(),
    organizationId: organizationId(),
    workflowId: uuid('workflow_id')
      .notNull()
      .references(() => workflows.id, { onDelete: 'cascade' }),
    name: text('name').notNull(),
    /** The version that the run ran. */
    versionId: uuid('version_id')
      .notNull()
      .references(() => workflowVersions.id, { onDelete: 'cascade' }),
    /** The run as it was recorded (lib/engine/replay/recording.ts). */
    recording: json('recording').$type<object>().notNull(),
    expected: jsonb('expected').$type<Expected>().notNull(),
    createdBy: text('created_by').notNull(),
    createdAt: createdAt(),
    updatedAt: instant('updated_at').notNull().defaultNow(),
  },
  (table) => [
    unique('workflow_tests_name').on(table.workflowId, table.name),
    index('workflow_tests_version').on(table.versionId),
  ],
)
