import type { Definition } from '../workflow/definition.ts'

type Schema = Record<string, unknown>

const isObject = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The start data, or a value of it by its names. */
const ofStart = /^\s*start((?:\.[A-Za-z_]\w*)*)\s*$/

/**
 * What the start form says about a value that a screen shows: its fields, their titles and choices.
 * Undefined for what steps made, which no form describes.
 */
export function schemaOfShown(
  { steps, startData }: Definition,
  stepId: string,
  index: number,
): Schema | undefined {
  const show = steps.find(({ id }) => id === stepId)?.config?.['show']
  const entry: unknown = Array.isArray(show) ? show[index] : undefined
  const value = isObject(entry) ? entry['value'] : undefined
  const expression = isObject(value) ? value['$'] : undefined
  const found = typeof expression === 'string' ? ofStart.exec(expression) : null
  if (!found) return undefined
  const names = (found[1] ?? '').split('.').filter(Boolean)
  let schema: unknown = startData
  for (const name of names) {
    const properties = isObject(schema) ? schema['properties'] : undefined
    schema = isObject(properties) ? properties[name] : undefined
  }
  return isObject(schema) ? schema : undefined
}
