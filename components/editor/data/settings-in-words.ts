import { stepFieldName } from '../changes/field-names.ts'
import { inWords, kindOf } from './value-words.ts'

/** A setting of a step by its name, with its value in words. */
export type SettingInWords = { name: string; value: string }

/** The schema of a type's settings, and how its form shows them. */
type TypeOfSettings = { configSchema?: unknown; uiSchema?: Record<string, unknown> }

/** More settings than these are no longer read before a question is answered. */
const mostSettings = 5

type Fields = Record<string, unknown>
const isFields = (value: unknown): value is Fields => kindOf(value) === 'fields'

function isEmpty(value: unknown): boolean {
  if (kindOf(value) === 'nothing' || value === '') return true
  return typeof value === 'object' && value !== null && Object.keys(value).length === 0
}

type Ui = { 'ui:widget'?: unknown; 'ui:options'?: { advanced?: unknown } }

const uiOf = (type: TypeOfSettings, key: string): Ui => (type.uiSchema?.[key] ?? {}) as Ui

/** A form, or what is for who writes code: what is inside says nothing to who answers. */
function isForAuthors(ui: Ui): boolean {
  return ui['ui:widget'] === 'json-schema' || ui['ui:options']?.advanced === true
}

/** Settings that say who is asked. */
const whoWidgets = new Set<unknown>(['people', 'groups'])

/** Who is asked, then in the order of the form, which is not that of the stored object. */
function ordered(fields: Fields, type: TypeOfSettings): [string, unknown][] {
  const { properties } = (type.configSchema ?? {}) as { properties?: Fields }
  const place = new Map(Object.keys(properties ?? {}).map((key, index) => [key, index]))
  const placeOf = (key: string): number =>
    whoWidgets.has(uiOf(type, key)['ui:widget']) ? -1 : (place.get(key) ?? place.size)
  return Object.entries(fields)
    .filter(([key]) => !isForAuthors(uiOf(type, key)))
    .sort(([one], [other]) => placeOf(one) - placeOf(other))
}

/**
 * What a step was given, as its first settings that are filled in. The fields of a setting are
 * settings themselves; of a form nothing is said.
 */
export function settingsInWords(given: unknown, type: TypeOfSettings = {}): SettingInWords[] {
  const found: SettingInWords[] = []
  const add = (path: string, value: unknown): void => {
    if (found.length >= mostSettings || isEmpty(value)) return
    // A list of one is its entry.
    const said = Array.isArray(value) && value.length === 1 ? (value[0] as unknown) : value
    found.push({ name: stepFieldName(`config.${path}`, type.configSchema), value: inWords(said) })
  }
  if (!isFields(given)) return found
  for (const [key, value] of ordered(given, type))
    if (!isFields(value)) add(key, value)
    else for (const [inner, one] of Object.entries(value)) add(`${key}.${inner}`, one)
  return found
}
