import { sql } from 'drizzle-orm'
import {
  check,
  index,
  integer,
  json,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { approvalStatuses, type ApprovalStatus } from '#lib/domain/approval/approval'
import type { Proof } from '#lib/domain/back-test/publish-needs'
import type { Definition } from '#lib/domain/workflow/definition'
import { createdAt, instant, organizationId } from './columns.ts'
import { jsonb } from './jsonb.ts'
import { workflows, workflowVersions } from './workflows.ts'

const ofWorkflow = () =>
  uuid('workflow_id')
    .notNull()
    .references(() => workflows.id, { onDelete: 'cascade' })

/**
 * Who changed a draft since the newest version, in the order of their first change: none of them
 * approves it. Publishing deletes the rows.
 */
export const draftAuthors = pgTable(
  'draft_authors',
  {
    workflowId: ofWorkflow(),
    organizationId: organizationId(),
    /** The person, also behind an API key; the key's id where nobody is behind it. */
    authorId: uuid('author_id').notNull(),
    at: instant('at')
      .notNull()
      .default(sql`now()`),
  },
  (table) => [primaryKey({ columns: [table.workflowId, table.authorId] })],
)

/** Requests to approve a draft as it was then. What was asked about never changes. */
export const approvalRequests = pgTable(
  'approval_requests',
  {
    id: uuid('id').primaryKey(),
    organizationId: organizationId(),
    workflowId: ofWorkflow(),
    status: text('status').$type<ApprovalStatus>().notNull().default('open'),
    revision: integer('revision').notNull(),
    definition: json('definition').$type<Definition>().notNull(),
    /** SHA-256 of the definition: an approval is for exactly this content. */
    contentHash: text('content_hash').notNull(),
    /** The version that was published then; null: there was none. */
    baseVersionId: uuid('base_version_id').references(() => workflowVersions.id, {
      onDelete: 'cascade',
    }),
    note: text('note').notNull(),
    /** The differences of the back-test that are accepted with it, by name. */
    accept: text('accept').array().notNull(),
    proof: jsonb('proof').$type<Proof>().notNull(),
    /** The person, also behind an API key; the key's id where nobody is behind it. */
    askedBy: uuid('asked_by').notNull(),
    askedByName: text('asked_by_name').notNull(),
    createdAt: createdAt(),
    /** The person who approved it or sent it back. */
    decidedBy: uuid('decided_by'),
    decidedByName: text('decided_by_name'),
    decidedAt: instant('decided_at'),
    decisionNote: text('decision_note').notNull().default(''),
    /** Who changed the draft, withdrew the request or published it. */
    endedByName: text('ended_by_name'),
    endedAt: instant('ended_at'),
  },
  (table) => [
    check(
      'approval_requests_status',
      sql`status in (${sql.raw(approvalStatuses.map((one) => `'${one}'`).join(', '))})`,
    ),
    // One request of a workflow stands at a time.
    uniqueIndex('approval_requests_standing')
      .on(table.workflowId)
      .where(sql`status in ('open', 'approved')`),
    index('approval_requests_list').on(table.workflowId, table.id),
    index('approval_requests_base').on(table.baseVersionId),
  ],
)
