import { criterionStates } from './tasks.ts'

type Json = Record<string, unknown>

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const lines = (title: string): Json => ({
  type: 'string',
  title,
  description: 'What must be said, one piece a line.',
  'x-formFieldType': 'long-text',
})

function classNames(classes: unknown): string[] {
  if (!Array.isArray(classes)) return []
  return classes.flatMap((one: unknown) =>
    isObject(one) && typeof one['name'] === 'string' ? [one['name']] : [],
  )
}

/**
 * The JSON Schema of what a case of a test set expects of a step “Ask documents”, by its
 * configuration as it stands in a draft. Nothing is required: what is left empty must not be found.
 */
export function expectedForm({ mode, schema, classes }: Json): Json {
  const object = (properties: Json): Json => ({ type: 'object', properties })
  if (mode === 'extract') {
    const properties =
      isObject(schema) && isObject(schema['properties']) ? schema['properties'] : {}
    return object(properties)
  }
  if (mode === 'classify') {
    const names = classNames(classes)
    const choice = names.length > 0 ? { enum: names } : {}
    return object({ class: { type: 'string', title: 'Class', ...choice } })
  }
  if (mode === 'summarise') return object({ summary: lines('Summary') })
  if (mode === 'compare')
    return {
      type: 'object',
      description: 'By criterion in the order of the policy: criterion1, criterion2, …',
      properties: {},
      additionalProperties: { type: 'string', enum: [...criterionStates] },
    }
  return object({ answer: lines('Answer') })
}
