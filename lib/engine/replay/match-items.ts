import { isDeepStrictEqual } from 'node:util'

const textOf = (value: unknown): string => JSON.stringify(sorted(value)) ?? ''

/** With the names of objects in order, so that equal values have equal texts. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .map(([name, inner]) => [name, sorted(inner)]),
  )
}

/**
 * For each item of a loop the number of the recorded item that it stands for: an equal one, in the
 * order of the lists, or else the one at the same place when nothing equals that. Undefined for an
 * item that is new.
 */
export function matchItems(recorded: unknown[], items: unknown[]): (number | undefined)[] {
  if (isDeepStrictEqual(recorded, items)) return items.map((_item, index) => index)
  const places = new Map<string, number[]>()
  recorded.forEach((item, index) => {
    const text = textOf(item)
    const known = places.get(text)
    if (known) known.push(index)
    else places.set(text, [index])
  })
  const equal = items.map((item) => places.get(textOf(item))?.shift())
  const taken = new Set(equal)
  return equal.map((place, index) => {
    if (place !== undefined) return place
    return index < recorded.length && !taken.has(index) ? index : undefined
  })
}
