import { Ajv2020 } from 'ajv/dist/2020.js'
import { sentencesOf } from './schema-error.ts'
import { costOf } from './cost.ts'
import { prepareSchema, sizeProblem, type SchemaProblem } from './prepare.ts'

/** Only the standard's own schema is ever compiled here: never a customer's. */
const ajv = new Ajv2020({ strict: false, allErrors: true, validateFormats: false, logger: false })
const metaSchema = 'https://json-schema.org/draft/2020-12/schema'

/** One answer for a schema object, which its owner replaces rather than changes. */
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
 * Why a customer's JSON Schema (draft 2020-12) cannot be used: it is not valid, refers to
 * nothing, has a pattern that no engine can bound, or costs too much to check data by; each with
 * its place. Takes time linear in the schema, but for what `schemaLimits` bounds.
 */
export function schemaProblems(schema: Record<string, unknown>): SchemaProblem[] {
  const problems = known.get(schema) ?? find(schema)
  known.set(schema, problems)
  return problems
}

/** `startData` and `/properties/a` make `startData.properties.a`, the way of problems. */
export const placeInSchema = (start: string, pointer: string): string =>
  start + pointer.replaceAll('/', '.').replaceAll('~1', '/').replaceAll('~0', '~')
