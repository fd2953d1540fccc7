import { isExpression } from '../workflow/is-expression.ts'
import { isObject, nestedData } from './fill-data.ts'
import type { TemplateField } from './template.ts'

/** Whether data has a value for a dotted name, or an expression that may give one. */
function mayHave(data: unknown, name: string): boolean {
  let value = data
  for (const part of name.split('.')) {
    if (isExpression(value)) return true
    if (!isObject(value) || !Object.hasOwn(value, part)) return false
    value = value[part]
  }
  return value !== undefined && value !== null && value !== ''
}

/** The placeholders that need a value and get none from the data of a step, as far as is known. */
export function placeholdersWithout(
  fields: readonly TemplateField[],
  data: unknown,
): TemplateField[] {
  if (isExpression(data)) return []
  const nested = nestedData(isObject(data) ? data : {})
  return fields.filter(({ name, optional }) => !optional && !mayHave(nested, name))
}
