import { stepFieldName } from '../changes/field-names.ts'
import { inWords, kindOf } from './value-words.ts'

/** A setting of a step by its name, with its value in words. */
export type SettingInWords = { name: string; value: string }

/** More settings than these are no longer read before a question is answered. */
const mostSettings = 5

type Fields = Record<string, unknown>
const isFields = (value: unknown): value is Fields => kindOf(value) === 'fields'

function isEmpty(value: unknown): boolean {
  if (kindOf(value) === 'nothing' || value === '') return true
  return typeof value === 'object' && value !== null && Object.keys(value).length === 0
}

/** In the order of the form, which is not that of the stored object. */
function ordered(fields: Fields, schema: unknown): [string, unknown][] {
  const { properties } = (schema ?? {}) as { properties?: Fields }
  const place = new Map(Object.keys(properties ?? {}).map((key, index) => [key, index]))
  const placeOf = (key: string): number => place.get(key) ?? place.size
  return Object.entries(fields).sort(([one], [other]) => placeOf(one) - placeOf(other))
}

/**
 * What a step was given, as its first settings that are filled in. The fields of a setting are
 * settings themselves. `schema`: that of the type's settings.
 */
export function settingsInWords(given: unknown, schema: unknown): SettingInWords[] {
  const found: SettingInWords[] = []
  const add = (path: string, value: unknown): void => {
    if (found.length >= mostSettings || isEmpty(value)) return
    // A list of one is its entry.
    const said = Array.isArray(value) && value.length === 1 ? (value[0] as unknown) : value
    found.push({ name: stepFieldName(`config.${path}`, schema), value: inWords(said) })
  }
  if (!isFields(given)) return found
  for (const [key, value] of ordered(given, schema))
    if (!isFields(value)) add(key, value)
    else for (const [inner, one] of Object.entries(value)) add(`${key}.${inner}`, one)
  return found
}
