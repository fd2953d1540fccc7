/** The keyword for the author's own words about what does not fit. */
export const messageKeyword = 'errorMessage'

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * The author's message for a rule that a value breaks. `errorMessage` is one text for every rule, or
 * texts by the names of rules: `{"pattern": "Write it like AB-123.", "required": "…"}`.
 */
export function ownMessage(errorMessage: unknown, rule: string): string | undefined {
  if (typeof errorMessage === 'string' && errorMessage.trim()) return errorMessage
  const text = isObject(errorMessage) ? errorMessage[rule] : undefined
  return typeof text === 'string' && text.trim() ? text : undefined
}

/**
 * The message for a missing field: its own, or that of the object around it by its name
 * (`{"required": {"name": "…"}}`, as ajv-errors has it).
 */
export function ownMissingMessage(own: unknown, around: unknown, name: string): string | undefined {
  const text = ownMessage(own, 'required')
  if (text !== undefined) return text
  const required = isObject(around) ? around['required'] : undefined
  const named = isObject(required) ? required[name] : undefined
  return typeof named === 'string' && named.trim() ? named : undefined
}
