import { Ajv2020 } from 'ajv/dist/2020.js'
import { sentencesOf } from './schema-error.ts'
import { costOf } from './cost.ts'
import { prepareSchema } from './prepare-schema.ts'
import { sizeProblem, type SchemaProblem } from './prepare.ts'

/** Compiles only the standard's own schema, never a customer's. */
const ajv = new Ajv2020({ strict: false, allErrors: true, validateFormats: false, logger: false })
const metaSchema = 'https://json-schema.org/draft/2020-12/schema'

/** One answer for a schema object, because its owner replaces it and does not change it. */
const known = new WeakMap<object, SchemaProblem[]>()

function find(schema: Record<string, unknown>): SchemaProblem[] {
  const tooLarge = sizeProblem(schema)
  if (tooLarge) return [tooLarge]
  if (ajv.validate(metaSchema, schema) !== true)
    return sentencesOf(ajv.errors ?? []).map(({ path, message }) => ({
      pointer: path === '' ? '' : `/${path.replaceAll('.', '/')}`,
      message: `This is no valid JSON Schema: ${message}`,
    }))
  const prepared = prepareSchema(schema)
  if (prepared.problems.length > 0) return prepared.problems
  const cost = costOf(prepared)
  return 'message' in cost ? [cost] : []
}

/**
 * Why a customer's JSON Schema (draft 2020-12) cannot be used: it is invalid, refers to nothing,
 * has a pattern whose time no engine can limit, or data would be too costly to check by it; each
 * with its place. Takes time linear in the schema, except for work that `schemaLimits` limits.
 */
export function schemaProblems(schema: Record<string, unknown>): SchemaProblem[] {
  const problems = known.get(schema) ?? find(schema)
  known.set(schema, problems)
  return problems
}

/** Joins `startData` and `/properties/a` to `startData.properties.a`, the form of problems. */
export const placeInSchema = (start: string, pointer: string): string =>
  start + pointer.replaceAll('/', '.').replaceAll('~1', '/').replaceAll('~0', '~')
