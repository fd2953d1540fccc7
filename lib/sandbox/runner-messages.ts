import { z } from 'zod'
import { logLineSchema } from '#lib/domain/run'

/** What the service asks of a runner: one line of JSON on its stdin. `input` is JSON text; `now` is milliseconds since 1970. */
export type RunRequest = {
  type: 'run'
  id: number
  source: string
  input: string
  timeoutMs: number
  now: number | null
  seed: string | null
}
export type CompileRequest = { type: 'compile'; id: number; source: string; timeoutMs: number }
export type RunnerRequest = RunRequest | CompileRequest

const line = z.int().min(1).nullable()
const position = z.int().min(1)
const message = z.string().max(4096)

const outcomeSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('value'), json: z.string() }),
  z.object({ kind: z.literal('api_error'), statusCode: z.int().min(400).max(599), message, details: z.string() }),
  z.object({ kind: z.literal('thrown'), name: z.string().max(1024), message, line }),
  z.object({ kind: z.enum(['timeout', 'memory', 'syntax', 'result_too_large', 'crashed']), message, line }),
])

const common = {
  id: z.int(),
  /** The engine broke or was stopped: end this process. */
  poisoned: z.boolean(),
  /** The runner's resident set after the call. */
  residentBytes: z.int().min(0),
}

const runReplySchema = z.object({
  type: z.literal('run'),
  ...common,
  outcome: outcomeSchema,
  logs: z.array(logLineSchema).max(5000),
})
const compileReplySchema = z.object({
  type: z.literal('compile'),
  ...common,
  result: z.union([
    z.object({ ok: z.literal(true), code: z.string() }),
    z.object({ ok: z.literal(false), message, line: position, column: position }),
  ]),
})

/** What may come back. A runner has executed strangers' code, so whatever it says is checked like a stranger's. */
export const runnerReplySchema = z.discriminatedUnion('type', [runReplySchema, compileReplySchema])
export type RunReply = z.infer<typeof runReplySchema>
export type CompileReply = z.infer<typeof compileReplySchema>
export type RunnerReply = z.infer<typeof runnerReplySchema>
