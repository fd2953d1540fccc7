import { z } from 'zod'
import { logLineSchema } from '#lib/domain/run/run'

/** A request of the service to a runner. `input` is JSON text; `now` is milliseconds since 1970. */
export type RunRequest = {
  type: 'run'
  source: string
  input: string
  timeoutMs: number
  now: number | null
  seed: string | null
}
export type CompileRequest = { type: 'compile'; source: string }
export type RunnerRequest = RunRequest | CompileRequest

const line = z.int().min(1).nullable()
const position = z.int().min(1)
const message = z.string().max(4096)

/**
 * Parses untrusted JSON text. A key `__proto__` would change the prototype of an object into which
 * the value is merged later, so it is dropped. The text is searched first, because a reviver makes
 * reading a large result ten times slower.
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
  z.object({
    kind: z.literal('api_error'),
    statusCode: z.int().min(400).max(599),
    message,
    details: jsonText.pipe(z.record(z.string(), z.unknown()).catch({})),
  }),
  z.object({ kind: z.literal('thrown'), name: z.string().max(1024), message, line }),
  z.object({
    kind: z.enum(['timeout', 'memory', 'syntax', 'result_too_large', 'crashed']),
    message,
    line,
  }),
])

const runReplySchema = z.object({
  type: z.literal('run'),
  outcome: outcomeSchema,
  logs: z.array(logLineSchema).max(5000),
})
const compileReplySchema = z.object({
  type: z.literal('compile'),
  result: z.union([
    z.object({ ok: z.literal(true), code: z.string() }),
    z.object({ ok: z.literal(false), message, line: position, column: position }),
  ]),
})

/**
 * The schema of replies. A runner has executed untrusted code, so its replies are untrusted too.
 */
export const runnerReplySchema = z.discriminatedUnion('type', [runReplySchema, compileReplySchema])
export type RunnerReply = z.output<typeof runnerReplySchema>
export type RunReply = z.output<typeof runReplySchema>
/** A reply as the runner writes it: `value` and `details` are still JSON text. */
export type SentRunnerReply = z.input<typeof runnerReplySchema>
type SentRun = z.input<typeof runReplySchema>
/** The outcome of a run. `poisoned`: the engine broke or was stopped, so its process must end. */
export type GuestEnd = Omit<SentRun, 'type'> & { poisoned: boolean }
