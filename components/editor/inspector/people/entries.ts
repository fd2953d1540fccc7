import { isExpression } from '#lib/domain/workflow/is-expression'
import type { CompletionItem } from '#components/code/code-help'
import { readReference, writeReference } from '../values/reference.ts'
import { labelOfValue } from '../values/value-names.ts'

/** One whom a list can name. */
export type Known = {
  /** What is written into the list. */
  value: string
  title: string
  detail?: string
  /** Others by which a list may mean the same one. */
  also?: string[]
}

/**
 * An entry as people see it. `known`: one of the organization. `stranger`: a name that means nobody
 * here. `value`: a value of the run. `code`: an expression that is more than one value.
 */
export type Entry = { kind: 'known' | 'stranger' | 'value' | 'code'; title: string }

const means = ({ value, also = [] }: Known, name: string): boolean =>
  [value, ...also].some((one) => one.toLowerCase() === name.toLowerCase())

/** What an entry of a list is called. Without `known`, who there is is not known. */
export function entryOf(
  written: unknown,
  known: Known[] | undefined,
  items: CompletionItem[],
): Entry {
  if (isExpression(written)) {
    const path = readReference(written)
    return path === undefined
      ? { kind: 'code', title: written.$ }
      : { kind: 'value', title: path === '' ? 'A value' : labelOfValue(items, path) }
  }
  const name = String(written)
  const found = known?.find((one) => means(one, name))
  if (found) return { kind: 'known', title: found.title }
  return { kind: 'stranger', title: known ? `${name} (not here)` : name }
}

/** The list with one more; as it is when it names that one already. */
export function withKnown(list: unknown[], added: Known): unknown[] {
  const isThere = list.some((written) => typeof written === 'string' && means(added, written))
  return isThere ? list : [...list, added.value]
}

/**
 * The list with a value of the run. One that is a list of names takes the place of the whole, since
 * entries are single names.
 */
export function withValue(
  list: unknown[],
  path: string,
  items: CompletionItem[],
): unknown[] | { $: string } {
  const isList = items
    .find((one) => one.path === path)
    ?.detail.split(' or ')
    .includes('list')
  if (isList) return writeReference(path)
  const isThere = list.some((written) => readReference(written) === path)
  return isThere ? list : [...list, writeReference(path)]
}
