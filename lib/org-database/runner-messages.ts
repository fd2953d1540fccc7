import { z } from 'zod'
import type { Target } from './target.ts'
import { statementResultSchema } from './statement-result.ts'

export type RunRequest = {
  type: 'run'
  id: number
  target: Target
  query: string
  params: unknown[]
  arrayMode: boolean
  /** Runs in a read-only transaction even if the statement writes; then Postgres refuses it. */
  readOnly: boolean
  statementMs: number
  /** The size limit when the database exceeds it: then statements that grow it are refused. */
  overBytes: number | null
}
export type RunnerRequest = RunRequest | { type: 'cancel'; id: number }

/**
 * The messages of a runner: that a statement has a session (its process id on the server and
 * whether it may grow the database, for the watchdog), and how it ended. `unavailable` is a
 * database that cannot be used now, as a sentence for the caller; `begun` says whether the
 * statement may have been written nevertheless.
 */
export const runnerMessageSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('ready') }),
  z.object({ type: z.literal('session'), id: z.int(), pid: z.int(), grows: z.boolean() }),
  z.object({
    type: z.literal('done'),
    id: z.int(),
    outcome: z.union([
      statementResultSchema,
      z.object({ unavailable: z.string(), begun: z.boolean() }),
    ]),
    /** The parser broke: this runner gets no more statements. */
    poisoned: z.boolean(),
    residentBytes: z.int(),
  }),
])
export type RunnerMessage = z.output<typeof runnerMessageSchema>
export type Outcome = Extract<RunnerMessage, { type: 'done' }>['outcome']
