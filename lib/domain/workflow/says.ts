/**
 * What a step of a type does, in words with its settings: `Each of {items}`, `To {to}: {subject}`.
 * Of several the first is taken whose settings are all known.
 *
 * A setting is named by its path, and may say how it is read: `{seconds:length}`. `{mode=extract}`
 * writes nothing; the words are for steps whose setting is that.
 */
export type Says = readonly string[]

/** How a setting is read that is no text. */
export const readings = [
  /** Seconds: “3 days”. */
  'length',
  /** A number, or how many entries a list has, with its noun: “3 working days”. */
  'count',
  /** A moment, by the clock of the page. */
  'time',
  /** The host of a web address. */
  'host',
  /** A part of each entry of a list: “urgent, routine”. */
  'each',
  /** The values that the conditions of each entry look at. */
  'by',
  /** Of which the setting is the short name. */
  'connection',
  'workflow',
  'template',
  'policy',
] as const
export type Reading = (typeof readings)[number]

/** A part of the words: as it is, a setting, or what a setting has to be. */
export type SaysPart =
  | { text: string }
  | { path: string[]; reading?: Reading; more: string }
  | { path: string[]; is: string }

const settings = /\{([\w.]+)(?:=([^}]*)|:(\w+)(?: ([^}]+))?)?\}/g

const isReading = (word: string | undefined): word is Reading =>
  (readings as readonly (string | undefined)[]).includes(word)

function read(pattern: string): SaysPart[] {
  const parts: SaysPart[] = []
  let end = 0
  for (const found of pattern.matchAll(settings)) {
    const [whole, name = '', is, reading, more = ''] = found
    if (found.index > end) parts.push({ text: pattern.slice(end, found.index) })
    end = found.index + whole.length
    const path = name.split('.')
    if (is !== undefined) parts.push({ path, is })
    else parts.push(isReading(reading) ? { path, reading, more } : { path, more })
  }
  return end < pattern.length ? [...parts, { text: pattern.slice(end) }] : parts
}

const known = new Map<string, SaysPart[]>()

/** The parts of such words. */
export function saysParts(pattern: string): SaysPart[] {
  const parts = known.get(pattern) ?? read(pattern)
  known.set(pattern, parts)
  return parts
}
