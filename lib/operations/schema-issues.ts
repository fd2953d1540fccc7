import { ApiError, type Issue } from '#lib/domain/api-error'
import { checkData, TooCostlyToCheck, type CheckResult } from '#lib/domain/json-schema/check'
import { checkLimits } from '#lib/domain/json-schema/limits'
import { preparedSchema } from '#lib/domain/json-schema/prepared'

type Schema = Record<string, unknown>

/** What in data does not fit a schema: by field, at most 100, and how many more there are. */
export type SchemaIssues = { issues: Issue[]; more: number }

/** For whom a check is made, so that no organization takes another's turn. */
export type CheckFor = { organizationId: string; signal?: AbortSignal | undefined }

function tooCostly(cause: unknown): ApiError {
  return new ApiError(
    'payload_too_large',
    'This is too much to be checked by the rules of the form. Send less at once, or ask whoever ' +
      'builds this workflow to make the rules of its form simpler.',
    { reason: 'too_costly_to_check' },
    { cause },
  )
}

function check(schema: Schema, data: unknown, steps: number): CheckResult {
  const prepared = preparedSchema(schema)
  const [problem] = prepared.problems
  if (!problem) return checkData(prepared, data, steps)
  const reason = `${problem.pointer || 'At its top'}: ${problem.message}`
  throw new ApiError(
    'unprocessable',
    'The form cannot be checked, because its JSON Schema cannot be used. Tell whoever builds ' +
      `this workflow: ${reason}`,
    { reason },
  )
}

/**
 * As `schemaIssues`, at once, where that is cheap enough for the process that serves everybody;
 * else undefined. The work is counted, so this takes a few milliseconds at most.
 */
export function schemaIssuesNow(schema: Schema, data: unknown): SchemaIssues | undefined {
  try {
    const { issues, more } = check(schema, data, checkLimits.stepsHere)
    return { issues, more }
  } catch (error) {
    if (error instanceof TooCostlyToCheck) return undefined
    throw error
  }
}

/**
 * What in `data` does not fit a customer's JSON Schema (draft 2020-12); fills the schema's
 * defaults into `data`. Messages never repeat a value. Throws `unprocessable` when the schema
 * itself cannot be used, `payload_too_large` when the check would take too long.
 */
export async function schemaIssues(
  schema: Schema,
  data: unknown,
  _checkFor: CheckFor,
): Promise<SchemaIssues> {
  const here = schemaIssuesNow(schema, data)
  if (here) return here
  try {
    const { issues, more } = check(schema, data, checkLimits.stepsHere * 20)
    return await Promise.resolve({ issues, more })
  } catch (error) {
    throw error instanceof TooCostlyToCheck ? tooCostly(error) : error
  }
}
