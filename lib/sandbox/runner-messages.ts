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

/**
 * JSON text from a stranger. A key `__proto__` would change the prototype of whatever the value is later merged into, so it is left out;
 * the text is searched first because a reviver makes a large result ten times slower to read.
 */
function parseHarmless(json: string, context: z.RefinementCtx): unknown {
  try {
    if (!/__proto__|\\u005f/i.test(json)) return JSON.parse(json)
    return JSON.parse(json, (key, value: unknown) => (key === '__proto__' ? undefined : value))
  } catch {
    context.addIssue({ code: 'custom', message: 'is not JSON' })
    return z.NEVER
  }
}
const jsonText = z.string().transform(parseHarmless)

const outcomeSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('value'), value: jsonText }),
  z.object({ kind: z.literal('api_error'), statusCode: z.int().min(400).max(599), message, details: jsonText.pipe(z.record(z.string(), z.unknown()).catch({})) }),
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
export type RunnerReply = z.output<typeof runnerReplySchema>
export type RunReply = z.output<typeof runReplySchema>
/** The reply to a run as the runner writes it: `value` and `details` are still JSON text. */
export type SentRunReply = Omit<z.input<typeof runReplySchema>, 'residentBytes'>
