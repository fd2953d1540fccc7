import { expressionsIn } from '../expressions/expressions.ts'
import { formProblems } from './form-problems.ts'
import { placeInSchema, schemaProblems } from '../json-schema/problems.ts'
import { problemAt, type Check } from './subject.ts'

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * Schemas in configs, such as a screen's form, are usable, and checking answers by them is not too
 * costly. A schema with expressions inside is known only when its step runs.
 */
export const checkSchemas: Check = ({ definition, typeOf }) =>
  definition.steps.flatMap((step) =>
    Object.entries(typeOf(step)?.uiSchema ?? {}).flatMap(([field, hints]) => {
      const schema = step.config[field]
      if (!isObject(hints) || hints['ui:widget'] !== 'json-schema' || !isObject(schema)) return []
      if (expressionsIn(schema).length > 0) return []
      // Other schemas, such as that of an answer, are not drawn as a form for people.
      const drawn = step.type === 'screen' ? formProblems(schema) : schemaProblems(schema)
      return drawn.map(({ pointer, message }) =>
        problemAt(step, placeInSchema(`config.${field}`, pointer), 'invalid_config', message),
      )
    }),
  )
