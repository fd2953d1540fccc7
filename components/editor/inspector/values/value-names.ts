import { pathOf, valueAt, type Place } from '#lib/domain/expressions/written/path'
import { placeOfText } from '#lib/domain/expressions/written/tree'
import { humanName } from '#lib/domain/human-name'
import { cutText } from '#lib/domain/text'
import type { CompletionItem } from '../../../code/code-help.ts'
import { inShort } from '../../data/value-words.ts'
import { isListOfGroups } from '../../model/kind-word.ts'
import type { Sample } from '../../model/sample.ts'

/** What people call the value at a path, and where it comes from. */
export type ValueName = { title: string; from: string | undefined }

const everything = 'Everything'

/** The names of a place below a known value: `Entry 3 of Rows › Name`. */
function titleBelow(title: string | undefined, below: Place): string {
  const names = title === undefined ? [] : [title]
  for (const part of below) {
    if (typeof part === 'string') names.push(humanName(part))
    else {
      const of = names.pop()
      const entry = part === 0 ? 'First' : `Entry ${part + 1}`
      names.push(of === undefined ? entry : `${entry} of ${of}`)
    }
  }
  return names.join(' › ')
}

/** The name of a value that nobody described, by what is known around it. */
function nameBelow(items: CompletionItem[], path: string): ValueName {
  const place = placeOfText(path) ?? []
  for (let length = place.length - 1; length > 0; length -= 1) {
    const around = items.find((one) => one.path === pathOf(place.slice(0, length)))
    if (around?.from === undefined) continue
    const isWhole = length === 1 || around.title === everything
    const below = place.slice(length)
    return { title: titleBelow(isWhole ? undefined : around.title, below), from: around.from }
  }
  const [root, step, output, ...below] = place
  // The problem below the field says that there is no such step.
  if (root !== 'steps' || output !== 'output') return { title: path, from: undefined }
  return { title: titleBelow(undefined, below) || everything, from: humanName(String(step)) }
}

/** The name of a value; its path where nothing better is known. */
export function nameOfValue(items: CompletionItem[], path: string): ValueName {
  const item = items.find((one) => one.path === path)
  return item?.title === undefined ? nameBelow(items, path) : { title: item.title, from: item.from }
}

/** The name of a value in one line, with the step that it comes from. */
export function labelOfValue(items: CompletionItem[], path: string): string {
  const { title, from } = nameOfValue(items, path)
  const isClear = from === undefined || (from === 'Start form' && title !== everything)
  return isClear ? title : `${from} › ${title}`
}

/** The values that people choose from by name, as a whole too. */
export const namedItems = (items: CompletionItem[]): CompletionItem[] =>
  items.filter(({ title }) => title !== undefined)

/** The values that a rule can compare: not all that the run began with. */
export const comparedItems = (items: CompletionItem[]): CompletionItem[] =>
  namedItems(items).filter(({ detail }) => detail !== 'start data')

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
  return { known: true, text: value === '' ? 'empty' : cutText(inShort(value), longest) }
}
