import type { Step } from './definition.ts'
import type { StepTypeInfo } from './step-type-info.ts'

/**
 * The JSON Schema of what a step produces: a screen what its own form asks for, every other step
 * what its type says; empty where nothing is known.
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
 * The names of a step's output, when no other can be there: not where code or the handler of a
 * failure may put something else in its place.
 */
export function outputNamesOf(step: Step, type: StepTypeInfo | undefined): string[] | undefined {
  if (step.before_complete !== undefined || step.on_failure?.then === 'continue') return undefined
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
