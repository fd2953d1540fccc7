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
  /** In a read-only transaction even if the statement writes: Postgres refuses it then. */
  readOnly: boolean
  statementMs: number
  /** How large the database may be, when it is larger: nothing that grows it is written. */
  overBytes: number | null
}
export type RunnerRequest = RunRequest | { type: 'cancel'; id: number }

/**
 * What a runner says: that a statement has a session (its process id on the server and whether it
 * may make the database larger, for the watchdog), and how it ended. `unavailable` is a database
 * that cannot be used now, said in a sentence for the caller; `begun` tells whether the statement
 * may have been written all the same.
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
    /** The parser broke: no more statements here. */
    poisoned: z.boolean(),
    residentBytes: z.int(),
  }),
])
export type RunnerMessage = z.output<typeof runnerMessageSchema>
export type Outcome = Extract<RunnerMessage, { type: 'done' }>['outcome']
