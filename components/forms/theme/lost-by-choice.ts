import { humanName } from '#lib/domain/human-name'

type Schema = Record<string, unknown>

const isObject = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isTyped = (value: unknown): boolean => {
  if (Array.isArray(value)) return value.some(isTyped)
  if (isObject(value)) return Object.values(value).some(isTyped)
  return (typeof value === 'string' && value.trim() !== '') || typeof value === 'number'
}

const propertiesOf = (schema: unknown): Schema =>
  isObject(schema) && isObject(schema['properties']) ? schema['properties'] : {}

const isConstant = (property: unknown): boolean =>
  isObject(property) && ('const' in property || 'default' in property)

/**
 * The titles of the fields whose content is lost when another alternative is chosen: those that the
 * present one has and the next one does not have.
 */
export function lostByChoice(value: unknown, present: unknown, next: unknown): string[] {
  if (!isObject(value)) return isTyped(value) && !isConstant(present) ? ['your entry'] : []
  const kept = propertiesOf(next)
  return Object.entries(propertiesOf(present)).flatMap(([name, property]) => {
    if (name in kept || isConstant(property) || !isTyped(value[name])) return []
    const title = isObject(property) ? property['title'] : undefined
    return [typeof title === 'string' ? title : humanName(name)]
  })
}
