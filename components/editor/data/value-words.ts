import { countOf } from '#lib/domain/count-of'
import { shortText as cutShort } from '#lib/domain/text'

/** What kind of value it is, in words. */
export type ValueKind = 'text' | 'number' | 'yes or no' | 'list' | 'fields' | 'nothing' | 'unknown'

/** A text longer than this is cut. */
export const shortText = 90
/** Entries of a list that are named. */
const namedEntries = 3

export function kindOf(value: unknown): Exclude<ValueKind, 'unknown'> {
  if (Array.isArray(value)) return 'list'
  if (value === null || value === undefined) return 'nothing'
  if (typeof value === 'boolean') return 'yes or no'
  if (typeof value === 'number') return 'number'
  return typeof value === 'object' ? 'fields' : 'text'
}

/** A value in a few words: a text, or how many items or fields it has. */
export function inShort(value: unknown): string {
  const kind = kindOf(value)
  if (kind === 'list') return countOf((value as unknown[]).length, 'item')
  if (kind === 'fields') return countOf(Object.keys(value as object).length, 'field')
  if (kind === 'nothing') return value === null ? 'empty' : 'not filled in'
  if (kind === 'yes or no') return value === true ? 'yes' : 'no'
  return cutShort(String(value).replaceAll(/\s+/g, ' '), shortText)
}

/** What people call an entry: a plain value itself, a file its name; undefined for any other. */
function nameOfEntry(entry: unknown): string | undefined {
  const kind = kindOf(entry)
  if (kind === 'text' || kind === 'number') return inShort(entry)
  const { fileName } = (entry ?? {}) as { fileName?: unknown }
  return typeof fileName === 'string' && fileName !== '' ? fileName : undefined
}

/** A value in words, with the first entries of a list where they have names. */
export function inWords(value: unknown): string {
  const file = kindOf(value) === 'fields' ? nameOfEntry(value) : undefined
  if (file !== undefined || !Array.isArray(value)) return file ?? inShort(value)
  const names = value.slice(0, namedEntries).map(nameOfEntry)
  const said = names.filter((name) => name !== undefined)
  if (said.length === 0 || said.length < names.length) return inShort(value)
  const more = value.length > said.length ? ', …' : ''
  return cutShort(`${inShort(value)}: ${said.join(', ')}${more}`, 2 * shortText)
}
