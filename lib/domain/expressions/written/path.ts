/** Words that mean something else where JSONata expects a name. */
const keywords = new Set(['and', 'or', 'in', 'true', 'false', 'null', 'function'])
const nameText = (name: string): string =>
  /^[A-Za-z_]\w*$/.test(name) && !keywords.has(name) ? name : `\`${name}\``

/** A place in the data: names, and the numbers of entries of lists. */
export type Place = (string | number)[]

/** `start.patients[0].name` of its names; a name with a backtick cannot be written. */
export function pathOf(place: Place): string {
  return place.reduce<string>((text, part) => {
    if (typeof part === 'number') return `${text}[${part}]`
    return text === '' ? nameText(part) : `${text}.${nameText(part)}`
  }, '')
}

const pathParts = /`([^`]*)`|\[(\d+)\]|(\w+)/g

/** The place of a path as `pathOf` writes it. */
export const placeOfPath = (path: string): Place =>
  Array.from(path.matchAll(pathParts), ([, quoted, entry, name]) =>
    entry === undefined ? (quoted ?? name ?? '') : Number(entry),
  )

/** A field of all entries of a list, as JSONata reads it: those that have it. */
const ofEntries = (list: unknown[], name: string): unknown[] =>
  list.flatMap((entry) => {
    const value = valueAt(entry, [name])
    return value === undefined ? [] : [value]
  })

/** What is at a place of some data; undefined where there is nothing. */
export function valueAt(data: unknown, place: Place): unknown {
  let value = data
  for (const part of place) {
    if (Array.isArray(value) && typeof part === 'string') value = ofEntries(value, part)
    else if (typeof value !== 'object' || value === null || !Object.hasOwn(value, part))
      return undefined
    else value = (value as Record<string | number, unknown>)[part]
  }
  return value
}
