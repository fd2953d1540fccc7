import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import type { Issue } from './api-error.ts'

// `x-…` extensions and marks such as `phi` are unknown to Ajv on purpose.
const ajv = new Ajv2020({ strict: false, allErrors: true, useDefaults: true, validateFormats: true })
addFormats.default(ajv)

const compiled = new Map<string, ValidateFunction>()
const keep = 200

function validatorOf(schema: Record<string, unknown>): ValidateFunction {
  const key = JSON.stringify(schema)
  const found = compiled.get(key)
  if (found) return found
  if (compiled.size >= keep) compiled.clear()
  // Each schema stands for itself: an `$id` that two workflows share must not clash.
  const { $id: _id, $schema: _schema, ...own } = schema
  const validate = ajv.compile(own)
  compiled.set(key, validate)
  return validate
}

const pathOf = (error: ErrorObject): string => {
  const path = error.instancePath.split('/').slice(1).map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
  if (error.keyword === 'required') path.push(String(error.params['missingProperty']))
  if (error.keyword === 'additionalProperties') path.push(String(error.params['additionalProperty']))
  return path.join('.')
}

function sentenceOf(error: ErrorObject): string {
  if (error.keyword === 'required') return 'This is required.'
  if (error.keyword === 'additionalProperties') return 'There is no such field here.'
  if (error.keyword === 'enum') return `This must be one of: ${(error.params['allowedValues'] as unknown[]).map(String).join(', ')}.`
  if (error.keyword === 'minLength' && error.params['limit'] === 1) return 'This may not be empty.'
  return `This ${error.message ?? 'does not fit'}.`
}

/** What in `data` does not fit a JSON Schema (draft 2020-12), by field; fills the schema's defaults into `data`. Messages never repeat a value. */
export function schemaIssues(schema: Record<string, unknown>, data: unknown): Issue[] {
  const validate = validatorOf(schema)
  if (validate(data)) return []
  return (validate.errors ?? []).map((error) => ({ path: pathOf(error), message: sentenceOf(error) }))
}
