import type { Expression } from './definition.ts'

/** Whether a value of a configuration is computed: the value of `expressionSchema`. */
export function isExpression(value: unknown): value is Expression {
  return (
    typeof value === 'object' &&
    value !== null &&
    !Array.isArray(value) &&
    Object.keys(value).length === 1 &&
    typeof (value as { $?: unknown }).$ === 'string'
  )
}
