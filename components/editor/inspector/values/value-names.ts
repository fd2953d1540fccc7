import { placeOfText } from '#lib/domain/expressions/written/tree'
import { valueAt } from '#lib/domain/expressions/written/path'
import { cutText } from '#lib/domain/text'
import type { CompletionItem } from '../../../code/code-help.ts'
import { isListOfGroups } from '../../model/kind-word.ts'
import type { Sample } from '../../model/sample.ts'

/** What people call the value at a path, and where it comes from. */
export type ValueName = { title: string; from: string | undefined }

/** The name of a value; its path where nothing better is known. */
export function nameOfValue(items: CompletionItem[], path: string): ValueName {
  const item = items.find((one) => one.path === path)
  return { title: item?.title ?? path, from: item?.from }
}

/** The values that people choose from by name. */
export const namedItems = (items: CompletionItem[]): CompletionItem[] =>
  items.filter(({ title }) => title !== undefined)

const whole = new Set(['group', 'output', 'start data'])

/** The values that can stand in a text: no groups of fields, and no lists of them. */
export const textItems = (items: CompletionItem[]): CompletionItem[] =>
  namedItems(items).filter((item) => !whole.has(item.detail) && !isListOfGroups(item.schema))

/** Whether a run had this value, and what it was, as a short text. */
export type SeenValue = { known: false } | { known: true; text: string }

const longest = 60

/** The value that a run had at a path. `undefined` without a run. */
export function seenValue(sample: Sample | undefined, path: string): SeenValue | undefined {
  if (!sample) return undefined
  const value = valueAt(sample, placeOfText(path) ?? [''])
  if (value === undefined) return { known: false }
  if (value === null || value === '') return { known: true, text: 'empty' }
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return { known: true, text: cutText(text, longest) }
}
