import type { Step } from './definition.ts'
import type { StepTypeInfo } from './step-type-info.ts'

/**
 * The JSON Schema of a step's output: for a screen that of its form, for every other step that of
 * its type; empty when it is unknown.
 */
export function outputSchemaOf(
  step: Step,
  type: StepTypeInfo | undefined,
): Record<string, unknown> {
  const own = step.config['schema']
  return type?.screen && typeof own === 'object' && own !== null && !('$' in own)
    ? (own as Record<string, unknown>)
    : (type?.outputSchema ?? {})
}

/**
 * The field names of a step's output, when it can have no others: undefined when code or the
 * handler of a failure may replace it, or an answer about documents brings fields of its own.
 */
export function outputNamesOf(step: Step, type: StepTypeInfo | undefined): string[] | undefined {
  if (step.before_complete !== undefined || step.on_failure?.then === 'continue') return undefined
  // The fields of a reviewed answer are known only when the screen opens.
  if (type?.screen && step.config['review'] !== undefined) return undefined
  const { properties, additionalProperties } = outputSchemaOf(step, type)
  if (
    typeof properties !== 'object' ||
    properties === null ||
    (!type?.screen && additionalProperties !== false)
  )
    return undefined
  const names = Object.keys(properties)
  return names.length > 0 ? names : undefined
}
