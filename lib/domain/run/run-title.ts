import { cutText } from '../text.ts'

const maxLength = 200
/** A public caller's text may have a megabyte, and a title may name it 166 times. */
const maxCharactersOfOne = 1_000

function at(data: unknown, path: string): string {
  let value = data
  for (const name of path.split('.'))
    value =
      typeof value === 'object' && value !== null && Object.hasOwn(value, name)
        ? (value as Record<string, unknown>)[name]
        : undefined
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? cutText(String(value), maxCharactersOfOne)
    : ''
}

/**
 * The title that distinguishes a run in lists: the workflow's `runTitle` with each `{path}`
 * replaced by that field of the start data, as in `{patient.lastName}, {patient.firstName}`. Null
 * when there is no such setting, or none of its fields has a value.
 */
export function runTitle(template: string | undefined, startData: unknown): string | null {
  if (!template) return null
  let found = false
  const text = template.replace(/\{([^{}]+)\}/g, (_match, path: string) => {
    const value = at(startData, path.trim())
    found ||= value !== ''
    return value
  })
  if (!found && template.includes('{')) return null
  const title = text.replace(/\s+/g, ' ').replaceAll('\0', '').toWellFormed().trim()
  return title === '' ? null : cutText(title, maxLength)
}
