import { z } from 'zod'

/**
 * An error as Postgres reports it: `code` is an SQLSTATE, or one of ours in words; `position`
 * counts characters of the statement from 1.
 */
export const statementErrorSchema = z.object({
  message: z.string(),
  code: z.string(),
  position: z.int().nullable(),
  hint: z.string().nullable(),
})
export type StatementError = z.output<typeof statementErrorSchema>

/**
 * How a statement ended. `json` is the answer's body, ready to send: `{rows, rowCount, fields}`, or
 * `{error}` when it was refused. The runner writes it, so that ten megabytes of rows cost the web
 * process only one copy.
 */
export const statementResultSchema = z.object({
  json: z.string(),
  /**
   * For the audit: what kind of statement, whether it only read, how many rows came or were
   * changed; the error's code when it was refused.
   */
  kind: z.string().nullable(),
  mode: z.enum(['read', 'write']).nullable(),
  rowCount: z.int().nullable(),
  errorCode: z.string().nullable(),
})
export type StatementResult = z.output<typeof statementResultSchema>
