import { sql } from 'drizzle-orm'
import { bigint, date, index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { instant, organizationId } from './columns.ts'

/**
 * Calls of language models: what they used and cost, nothing of what was said. A row is committed
 * before the call with the most that it may use, which counts until the call has ended. So a call
 * whose process died, or whose answer was lost, stays counted as if it had used all of that.
 */
export const modelCalls = pgTable(
  'model_calls',
  {
    id: uuid('id').primaryKey(),
    organizationId: organizationId(),
    /** No foreign key: what was spent is still spent when the connection is deleted. */
    connectionId: uuid('connection_id').notNull(),
    /** No foreign key: runs are deleted earlier. Null for a test set. */
    runId: uuid('run_id'),
    taskId: uuid('task_id'),
    /** The trial of a test set. */
    trialId: uuid('trial_id'),
    begunAt: instant('begun_at').notNull(),
    /** The day of the organization's time zone. */
    day: date('day', { mode: 'string' }).notNull(),
    endedAt: instant('ended_at'),
    model: text('model').notNull(),
    /** Which of our prompts, like `extract/1`. */
    prompt: text('prompt').notNull(),
    inputTokens: bigint('input_tokens', { mode: 'number' }).notNull(),
    outputTokens: bigint('output_tokens', { mode: 'number' }).notNull(),
    /** Millionths of a dollar; null when the connection has no prices. */
    micros: bigint('micros', { mode: 'number' }),
    /** Our code of what went wrong; null while it lasts and when it succeeded. */
    error: text('error'),
    attempt: integer('attempt').notNull(),
  },
  (table) => [
    index('model_calls_day').on(table.organizationId, table.day),
    index('model_calls_begun').on(table.organizationId, table.begunAt),
    index('model_calls_run').on(table.runId),
    index('model_calls_trial')
      .on(table.trialId)
      .where(sql`trial_id is not null`),
  ],
)
