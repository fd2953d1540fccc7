import { isoDateOf } from './dates.ts'
import { folded } from './folded.ts'
import { markKinds, type MarkKind } from './kinds.ts'

/** `[[NAME_1]]`; another spelling of the same is `[[NAME_1b]]`. */
const writtenMark = /\[\[([A-Z]+_\d+[a-z]*)\]\]/g
/** A mark that lost its brackets, or whatever else stands in them. */
const brokenMark = new RegExp(
  String.raw`\[\[[^\[\]\n]{0,60}\]\]|\b(?:${markKinds.join('|')})_\d+[a-z]*\b`,
)

/** 0 is the first spelling, without a letter; then b, c, … z, bb, bc …. */
function letterOf(spelling: number): string {
  if (spelling === 0) return ''
  const letters = 'bcdefghijklmnopqrstuvwxyz'
  const rest = Math.floor((spelling - 1) / letters.length)
  return 'b'.repeat(rest) + letters.charAt((spelling - 1) % letters.length)
}

/** What several spellings have in common: the day of a date, the characters of everything else. */
function identityOf(kind: MarkKind, text: string): string {
  if (kind === 'DATE') return isoDateOf(text) ?? text.toLowerCase()
  return folded(text).text.replaceAll(/[^\p{L}\p{N}@]+/gu, '')
}

/**
 * The marks of one request and what they stand for. It is kept in memory for the time of the call
 * and never sent or stored.
 */
export class Marks {
  readonly #numbers = new Map<string, number>()
  readonly #spellings = new Map<string, string[]>()
  readonly #originals = new Map<string, string>()
  readonly #counts = new Map<MarkKind, number>()

  /** The mark for a text; `identity` says which spellings are of one value. */
  markOf(kind: MarkKind, text: string, identity = identityOf(kind, text)): string {
    const key = `${kind} ${identity}`
    const number = this.#numbers.get(key) ?? (this.#counts.get(kind) ?? 0) + 1
    if (!this.#numbers.has(key)) {
      this.#numbers.set(key, number)
      this.#counts.set(kind, number)
    }
    const spellings = this.#spellings.get(key) ?? []
    if (!spellings.includes(text)) spellings.push(text)
    this.#spellings.set(key, spellings)
    const name = `${kind}_${number}${letterOf(spellings.indexOf(text))}`
    this.#originals.set(name, text)
    return `[[${name}]]`
  }

  /** How many different values were replaced, by kind. */
  counts(): { kind: MarkKind; values: number }[] {
    return [...this.#counts].map(([kind, values]) => ({ kind, values }))
  }

  /** Puts the originals back into a text. Throws `UnknownMark` for marks that were never given. */
  restore(text: string): string {
    const parts: string[] = []
    let from = 0
    for (const match of text.matchAll(writtenMark)) {
      const original = this.#originals.get(match[1] ?? '')
      if (original === undefined) throw new UnknownMark()
      parts.push(whole(text.slice(from, match.index)), original)
      from = match.index + match[0].length
    }
    parts.push(whole(text.slice(from)))
    return parts.join('')
  }

  /** Puts the originals back everywhere in JSON, also in names of fields. */
  restoreIn(value: unknown): unknown {
    if (typeof value === 'string') return this.restore(value)
    if (Array.isArray(value)) return value.map((entry) => this.restoreIn(entry))
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(
      Object.entries(value).map(([name, entry]) => [this.restore(name), this.restoreIn(entry)]),
    )
  }
}

/** A model wrote a mark that was not in what it got, so its answer cannot be put together again. */
export class UnknownMark extends Error {
  constructor() {
    super('The answer has a mark that stands for nothing.')
    this.name = 'UnknownMark'
  }
}

function whole(text: string): string {
  if (brokenMark.test(text)) throw new UnknownMark()
  return text
}
