import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { ApiError, type Issue } from '#lib/domain/api-error'
import { isClockTime } from '#lib/domain/clock-time'
import { sentencesOf } from '#lib/domain/validate/schema-error'
import { boundedRegExp } from './bounded-reg-exp.ts'

// `x-…` extensions and marks such as `phi` are unknown to Ajv on purpose. No schema is kept by its `$id`: two workflows may share one.
const ajv = new Ajv2020({ strict: false, allErrors: true, useDefaults: true, addUsedSchema: false, logger: false, code: { regExp: boundedRegExp } })
;(addFormats as unknown as (instance: Ajv2020) => void)(ajv)
ajv.addFormat('time', isClockTime)

const compiled = new Map<string, ValidateFunction>()
const keep = 200

function compile(schema: Record<string, unknown>): ValidateFunction {
  // `$async` would make the check answer a promise, which counts as true.
  const { $id: _id, $schema: _schema, $async: _async, ...own } = schema
  try {
    return ajv.compile(own)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new ApiError('unprocessable', `The form cannot be checked, because its JSON Schema is not valid. Tell whoever builds this workflow: ${reason}.`, { reason })
  }
}

/** By the schema itself, for schemas that are kept: to write one out as the key of `compiled` costs more than to check small data. */
const ofObject = new WeakMap<Record<string, unknown>, ValidateFunction>()

function validatorOf(schema: Record<string, unknown>): ValidateFunction {
  const known = ofObject.get(schema)
  if (known) return known
  const validate = validatorOfText(schema)
  ofObject.set(schema, validate)
  return validate
}

function validatorOfText(schema: Record<string, unknown>): ValidateFunction {
  const key = JSON.stringify(schema)
  const validate = compiled.get(key) ?? compile(schema)
  // The one used longest ago goes first.
  compiled.delete(key)
  compiled.set(key, validate)
  if (compiled.size > keep) compiled.delete(compiled.keys().next().value ?? '')
  return validate
}

/**
 * What in `data` does not fit a JSON Schema (draft 2020-12), by field; fills the schema's defaults into `data`. Messages never repeat a value.
 * Throws `unprocessable` when the schema itself is not valid.
 */
export function schemaIssues(schema: Record<string, unknown>, data: unknown): Issue[] {
  const validate = validatorOf(schema)
  return validate(data) ? [] : sentencesOf(validate.errors ?? [])
}
