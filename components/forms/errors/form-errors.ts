import type { RJSFValidationError } from '@rjsf/utils'
import { humanName } from '#lib/domain/human-name'
import type { Issue } from '#lib/domain/issue'

type Schema = Record<string, unknown>

/** Something that is wrong in a form: where, what the field is called, and why. */
export type FormError = { path: string[]; title: string; message: string }

const isSchema = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? (value as unknown[]) : [])

function resolved(root: Schema, schema: Schema): Schema {
  const reference = schema['$ref']
  if (typeof reference !== 'string' || !reference.startsWith('#/')) return schema
  let found: unknown = root
  for (const part of reference.slice(2).split('/'))
    found = isSchema(found) ? found[part.replaceAll('~1', '/').replaceAll('~0', '~')] : undefined
  return isSchema(found) ? { ...found, ...schema } : schema
}

/** The schema of a property: in the object itself, or in one of its alternatives. */
function propertyOf(root: Schema, schema: Schema, name: string): Schema {
  const parts = [schema, ...['oneOf', 'anyOf', 'allOf'].flatMap((word) => listOf(schema[word]))]
  for (const part of parts) {
    const properties = isSchema(part) ? resolved(root, part)['properties'] : undefined
    const found = isSchema(properties) ? properties[name] : undefined
    if (isSchema(found)) return resolved(root, found)
  }
  return {}
}

/** The names of a field and of what is around it, as the form shows them: "Visits 2: Date". */
function titleOf(root: Schema, path: string[]): string {
  let schema = root
  const titles: string[] = []
  for (const part of path) {
    if (/^\d+$/.test(part) && isSchema(schema['items'])) {
      schema = resolved(root, schema['items'])
      titles.push(`${titles.pop() ?? ''} ${Number(part) + 1}`.trim())
      continue
    }
    schema = propertyOf(root, schema, part)
    titles.push(typeof schema['title'] === 'string' ? schema['title'] : humanName(part))
  }
  return titles.join(': ')
}

/** The errors of a validator, in the order of the form's fields. */
export function errorsOf(found: RJSFValidationError[], schema: Schema): FormError[] {
  const names = Object.keys(isSchema(schema['properties']) ? schema['properties'] : {})
  const placeOf = ({ path: [first = ''] }: FormError) => names.indexOf(first)
  const seen = new Set<string>()
  return found
    .map(({ property = '', message = '' }) => {
      const path = property.split('.').filter(Boolean)
      return { path, title: titleOf(schema, path), message }
    })
    .filter(({ path }) => {
      const key = path.join('.')
      if (seen.has(key)) return false
      seen.add(key)
      return true
    })
    .sort((one, other) => placeOf(one) - placeOf(other))
}

/** The server's issues that are at fields. `prefix` is in front of the paths of the form. */
export const errorsOfIssues = (issues: Issue[], prefix: string, schema: Schema): FormError[] =>
  issues.flatMap(({ path: text, message }) => {
    const path = text.split('.').filter(Boolean)
    if (path[0] === prefix) path.shift()
    return path.length > 0 ? [{ path, title: titleOf(schema, path), message }] : []
  })

const focusable = 'input:not([type=hidden]), select, textarea, button, [tabindex]'

/** Focuses the field at a path; where it cannot take the focus, what is in it or around it. */
export function focusField(path: string[], idPrefix: string): void {
  for (let length = path.length; length > 0; length -= 1) {
    const element = document.getElementById([idPrefix, ...path.slice(0, length)].join('_'))
    if (!element) continue
    const inside = element.querySelector<HTMLElement>(focusable)
    const target = element.matches(focusable) ? element : (inside ?? element)
    target.focus()
    element.scrollIntoView({ block: 'center' })
    return
  }
}
