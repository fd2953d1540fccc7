import { sql } from 'drizzle-orm'
import {
  check,
  index,
  integer,
  json,
  pgTable,
  primaryKey,
  real,
  text,
  uuid,
} from 'drizzle-orm/pg-core'
import type { AskedSettings, TrialResult, TrialStatus } from '#lib/domain/ask/test-set'
import { createdAt, instant, organizationId } from './columns.ts'
import { jsonb } from './jsonb.ts'
import { workflows } from './workflows.ts'

const ofWorkflow = () =>
  uuid('workflow_id')
    .notNull()
    .references(() => workflows.id, { onDelete: 'cascade' })

/** A case of the test set of a step “Ask documents”: files, and the values that they say. */
export const testCases = pgTable(
  'test_cases',
  {
    id: uuid('id').primaryKey(),
    organizationId: organizationId(),
    workflowId: ofWorkflow(),
    stepId: text('step_id').notNull(),
    name: text('name').notNull(),
    /** The files that `files.test_case_id` says are its own, in their order. */
    fileIds: uuid('file_ids').array().notNull(),
    expected: jsonb('expected').$type<Record<string, unknown>>().notNull(),
    createdBy: text('created_by').notNull(),
    /** Since when the draft has no such step; the case is deleted some time after. */
    goneSince: instant('gone_since'),
    createdAt: createdAt(),
    updatedAt: instant('updated_at').notNull().defaultNow(),
  },
  (table) => [
    index('test_cases_step').on(table.workflowId, table.stepId),
    index('test_cases_gone')
      .on(table.goneSince)
      .where(sql`gone_since is not null`),
  ],
)

/**
 * A test set as it was run with one configuration. A worker does one case at a time while `next_at`
 * says when; until its lease is over no other worker finds the trial due.
 */
export const trials = pgTable(
  'trials',
  {
    id: uuid('id').primaryKey(),
    organizationId: organizationId(),
    workflowId: ofWorkflow(),
    stepId: text('step_id').notNull(),
    status: text('status').$type<TrialStatus>().notNull().default('running'),
    /** What the step was set to ask, and what the score depends on; `json` keeps the fields' order. */
    settings: json('settings').$type<AskedSettings>().notNull(),
    /** The cases when it began, in their order. */
    caseIds: uuid('case_ids').array().notNull(),
    /** How many of them are done: the next one's place. */
    done: integer('done').notNull().default(0),
    /** How often the present case was tried. */
    tries: integer('tries').notNull().default(0),
    nextAt: instant('next_at'),
    /** Why it could not go on, for people. */
    problem: text('problem'),
    startedBy: text('started_by').notNull(),
    createdAt: createdAt(),
    endedAt: instant('ended_at'),
  },
  (table) => [
    index('trials_step').on(table.workflowId, table.stepId, table.id),
    index('trials_due')
      .on(table.nextAt)
      .where(sql`next_at is not null`),
    check('trials_status', sql`status in ('running', 'completed', 'failed', 'stopped')`),
  ],
)

/** How a case went in a trial. It has what the files say, so it is deleted with its case. */
export const trialResults = pgTable(
  'trial_results',
  {
    trialId: uuid('trial_id')
      .notNull()
      .references(() => trials.id, { onDelete: 'cascade' }),
    caseId: uuid('case_id')
      .notNull()
      .references(() => testCases.id, { onDelete: 'cascade' }),
    organizationId: organizationId(),
    result: jsonb('result').$type<TrialResult>().notNull(),
    /** The sum of the scores of its fields, and their number. */
    points: real('points').notNull(),
    fields: integer('fields').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.trialId, table.caseId] }),
    index('trial_results_case').on(table.caseId),
  ],
)
