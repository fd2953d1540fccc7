import { ApiError, type Issue } from '#lib/domain/api-error'
import { checkData, TooCostlyToCheck } from '#lib/domain/json-schema/check'
import { checkLimits } from '#lib/domain/json-schema/limits'
import type { SchemaProblem } from '#lib/domain/json-schema/prepare'
import { preparedSchema } from '#lib/domain/json-schema/prepared'
import { log } from '#lib/log'
import { checkMs, checkPool } from '#lib/schema-check/kind'

type Schema = Record<string, unknown>

/** What in data does not fit a schema: by field, at most 100, and how many more there are. */
export type SchemaIssues = { issues: Issue[]; more: number }

/** For whom a check is made, so that no organization takes another's turn. */
export type CheckFor = { organizationId: string; signal?: AbortSignal | undefined }

const tooCostly = (): ApiError =>
  new ApiError(
    'payload_too_large',
    'This is too much to be checked by the rules of the form. Send less at once, or ask whoever ' +
      'builds this workflow to make the rules of its form simpler.',
    { reason: 'too_costly_to_check' },
  )

function unusable({ pointer, message }: SchemaProblem): ApiError {
  const reason = `${pointer || 'At its top'}: ${message}`
  return new ApiError(
    'unprocessable',
    'The form cannot be checked, because its JSON Schema cannot be used. Tell whoever builds ' +
      `this workflow: ${reason}`,
    { reason },
  )
}

const notNow = (code: 'rate_limited' | 'unavailable', message: string): ApiError =>
  new ApiError(code, message, {}, { headers: { 'retry-after': '5' } })

/**
 * As `schemaIssues`, at once, where that is cheap enough for the process that serves everybody;
 * else undefined. The work is counted, so this takes a few milliseconds at most.
 */
export function schemaIssuesNow(schema: Schema, data: unknown): SchemaIssues | undefined {
  const prepared = preparedSchema(schema)
  // A pattern that RE2 does not have may still work apart, in a schema published before.
  if (prepared.problems.length > 0) return undefined
  try {
    const { issues, more } = checkData(prepared, data, checkLimits.stepsHere)
    return { issues, more }
  } catch (error) {
    if (error instanceof TooCostlyToCheck) return undefined
    throw error
  }
}

/** Puts the data with defaults, which came back as a copy, where the caller has them. */
function putBack(data: unknown, filled: unknown): void {
  if (typeof data !== 'object' || data === null) return
  if (typeof filled === 'object' && filled !== null) Object.assign(data, filled)
}

/**
 * What in `data` does not fit a customer's JSON Schema (draft 2020-12); fills the schema's
 * defaults into `data`. Small data by a small schema are checked here, all else in a process of
 * its own, in turn with other organizations. Messages never repeat a value. Throws `unprocessable`
 * when the schema itself cannot be used, `payload_too_large` when the check takes too long or too
 * much memory, `rate_limited` when too many checks of the organization wait.
 */
export async function schemaIssues(
  schema: Schema,
  data: unknown,
  { organizationId, signal }: CheckFor,
): Promise<SchemaIssues> {
  const here = schemaIssuesNow(schema, data)
  if (here) return here
  const answer = await checkPool().ask({
    request: { steps: checkLimits.stepsApart },
    bytes: Buffer.from(JSON.stringify({ schema, data })),
    organizationId,
    timeoutMs: checkMs,
    waitMs: 20_000,
    ...(signal && { signal }),
  })
  switch (answer.type) {
    case 'reply':
      if (answer.reply.type === 'too-costly') throw tooCostly()
      if (answer.reply.type === 'unusable') throw unusable(answer.reply)
      putBack(data, answer.reply.data)
      return { issues: answer.reply.issues, more: answer.reply.more }
    case 'deadline':
    case 'memory':
    case 'died':
      throw tooCostly()
    case 'busy':
      throw notNow(
        'rate_limited',
        'Too many large forms of your organization are being checked. Try again in a moment.',
      )
    case 'aborted':
      throw notNow('unavailable', 'The check was ended before it was done. Send it again.')
    case 'not_started':
      log.error({ reason: answer.reason }, 'a process for checks by schema could not be started')
      throw notNow('unavailable', 'This cannot be checked at the moment. Try again in a moment.')
  }
}
