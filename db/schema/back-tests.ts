import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  index,
  integer,
  json,
  pgTable,
  primaryKey,
  text,
  uuid,
} from 'drizzle-orm/pg-core'
import type { Rename } from '#lib/domain/back-test/renames'
import type {
  BackTestStatus,
  BackTestTotals,
  RunDifference,
  RunUnknown,
  Verdict,
} from '#lib/domain/back-test/totals'
import type { Definition } from '#lib/domain/workflow/definition'
import { createdAt, instant, organizationId } from './columns.ts'
import { jsonb } from './jsonb.ts'
import { workflows } from './workflows.ts'

/**
 * A definition that is replayed on recorded runs. A worker replays some of them at a time while
 * `next_at` says when; until its lease is over no other worker finds the test due. It has names of
 * steps and fields, and no values of runs.
 */
export const backTests = pgTable(
  'back_tests',
  {
    id: uuid('id').primaryKey(),
    organizationId: organizationId(),
    workflowId: uuid('workflow_id')
      .notNull()
      .references(() => workflows.id, { onDelete: 'cascade' }),
    status: text('status').$type<BackTestStatus>().notNull().default('running'),
    /** The number of the version that is tested; null for the draft. */
    version: integer('version'),
    /** The revision of the draft that is tested. */
    revision: integer('revision'),
    definition: json('definition').$type<Definition>().notNull(),
    /** Steps of the definition that the runs recorded under another id. */
    renames: jsonb('renames').$type<Rename[]>().notNull().default([]),
    /** The recorded runs, in the order in which they are replayed. */
    runIds: uuid('run_ids').array().notNull(),
    /** How many of them are done: the next one's place. */
    done: integer('done').notNull().default(0),
    /** How often the present runs were tried. */
    tries: integer('tries').notNull().default(0),
    totals: jsonb('totals').$type<BackTestTotals>().notNull(),
    nextAt: instant('next_at'),
    /** Why it could not go on, for people. */
    problem: text('problem'),
    startedBy: text('started_by').notNull(),
    createdAt: createdAt(),
    endedAt: instant('ended_at'),
  },
  (table) => [
    index('back_tests_workflow').on(table.workflowId, table.id),
    index('back_tests_due')
      .on(table.nextAt)
      .where(sql`next_at is not null`),
    check('back_tests_status', sql`status in ('running', 'completed', 'failed', 'stopped')`),
  ],
)

/** What a back-test says of one run. */
export const backTestRuns = pgTable(
  'back_test_runs',
  {
    backTestId: uuid('back_test_id')
      .notNull()
      .references(() => backTests.id, { onDelete: 'cascade' }),
    runId: uuid('run_id').notNull(),
    organizationId: organizationId(),
    verdict: text('verdict').$type<Verdict>().notNull(),
    failing: boolean('failing').notNull(),
    differences: jsonb('differences').$type<RunDifference[]>().notNull(),
    unknown: jsonb('unknown').$type<RunUnknown[]>().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.backTestId, table.runId] }),
    index('back_test_runs_run').on(table.runId),
    check('back_test_runs_verdict', sql`verdict in ('same', 'different', 'unknown')`),
  ],
)
