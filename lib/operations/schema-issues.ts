import { ApiError } from '#lib/domain/api-error'
import type { Issue } from '#lib/domain/issue'
import { checkData } from '#lib/domain/json-schema/check'
import { TooCostlyToCheck, WouldFillIn } from '#lib/domain/json-schema/check-errors'
import { checkLimits } from '#lib/domain/json-schema/limits'
import type { SchemaProblem } from '#lib/domain/json-schema/prepare'
import { preparedSchema } from '#lib/domain/json-schema/prepared'
import { pieces } from '#lib/large-json/pieces'
import { isLargeValue, jsonOf, writeForGood } from '#lib/large-json/write'
import { log } from '#lib/log'
import { checkMs, checkPool } from '#lib/schema-check/kind'

type Schema = Record<string, unknown>

/** The validation issues of data: by field, at most 100, and the number of further ones. */
export type SchemaIssues = { issues: Issue[]; more: number }

/** The organization of the check, for fair turns. */
export type CheckFor = { organizationId: string; signal?: AbortSignal | undefined }

const tooCostly = (): ApiError =>
  new ApiError(
    'payload_too_large',
    'This is too much to be checked by the rules of the form. Send less at once, or ask the ' +
      'builder of this workflow to make the rules of its form simpler.',
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
 * Validates in this process when that is cheap enough; else answers undefined. The work is counted,
 * so this takes at most a few milliseconds. Fills the defaults into the data; when `mayFill` is
 * false and there are defaults, answers undefined instead.
 */
export function schemaIssuesNow(
  schema: Schema,
  data: unknown,
  mayFill = true,
): SchemaIssues | undefined {
  const prepared = preparedSchema(schema)
  // A pattern that RE2 does not support may still work in a process, in an older schema.
  if (prepared.problems.length > 0) return undefined
  try {
    const { issues, more } = checkData(prepared, data, checkLimits.stepsHere, mayFill)
    return { issues, more }
  } catch (error) {
    if (error instanceof TooCostlyToCheck || error instanceof WouldFillIn) return undefined
    throw error
  }
}

/** Validates in a separate process. `filled` is the data with defaults, if there are any. */
async function checkedApart(
  schema: Schema,
  json: string,
  { organizationId, signal }: CheckFor,
): Promise<SchemaIssues & { filled: unknown }> {
  const answer = await checkPool().ask({
    request: { steps: checkLimits.stepsApart },
    bytes: Buffer.from(`{"schema":${JSON.stringify(schema)},"data":${json}}`),
    organizationId,
    timeoutMs: checkMs,
    waitMs: 20_000,
    ...(signal && { signal }),
  })
  switch (answer.type) {
    case 'reply':
      if (answer.reply.type === 'too-costly') throw tooCostly()
      if (answer.reply.type === 'unusable') throw unusable(answer.reply)
      return { issues: answer.reply.issues, more: answer.reply.more, filled: answer.reply.data }
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
      throw notNow('unavailable', 'The check was interrupted. Send it again.')
    case 'not_started':
      log.error({ reason: answer.reason }, 'a process for checks by schema could not be started')
      throw notNow('unavailable', 'This cannot be checked at the moment. Try again in a moment.')
  }
}

/** Data with the schema's defaults, and its issues. */
export type Checked<T> = { data: T; found: SchemaIssues }

/** Larger data is not copied, because that takes longer than the check. */
async function checkedLarge<T>(schema: Schema, given: T, checkFor: CheckFor): Promise<Checked<T>> {
  const next = pieces.of(checkFor.organizationId)
  await next()
  const here = schemaIssuesNow(schema, given, false)
  // The caller stores the data and needs the text as well.
  if (!here || here.issues.length === 0) await writeForGood(given, next)
  if (here) return { data: given, found: here }
  const { issues, more, filled } = await checkedApart(schema, jsonOf(given), checkFor)
  if (filled === undefined) return { data: given, found: { issues, more } }
  if (issues.length === 0) await writeForGood(filled, next)
  return { data: filled as T, found: { issues, more } }
}

/**
 * Validates data by a customer's JSON Schema (draft 2020-12). Does not change `given`; the caller
 * must not change it either when it is large, because the answer may be the same object. Small data
 * with a small schema is validated here, all else in a separate process, in turn with other
 * organizations; so do not call this in a transaction when the data may be large. Messages never
 * repeat a value. Throws `unprocessable` when the schema cannot be used, `payload_too_large` when
 * the check takes too long or too much memory, `rate_limited` when too many checks of the
 * organization wait.
 */
export async function checkedBySchema<T>(
  schema: Schema,
  given: T,
  checkFor: CheckFor,
): Promise<Checked<T>> {
  if (isLargeValue(given)) return await checkedLarge(schema, given, checkFor)
  const data = structuredClone(given)
  const here = schemaIssuesNow(schema, data)
  if (here) return { data, found: here }
  const { filled, ...found } = await checkedApart(schema, JSON.stringify(given), checkFor)
  return { data: (filled as T | undefined) ?? structuredClone(given), found }
}
