import { folded, spansOf, type Span } from './folded.ts'
import type { KnownValue, MarkKind } from './kinds.ts'
import { Marks } from './marks.ts'
import { patterns, type Pattern } from './patterns.ts'
import { spellingsOf, type Spellings } from './spellings.ts'

/** `identity`: spellings of one known value are one value. */
type Found = Span & { kind: MarkKind; identity?: string }

const startsCapital = (text: string): boolean => /^[^\p{Ll}]/u.test(text)

function foundByRun(text: string, known: Prepared[]): Found[] {
  const plain = folded(text)
  return known.flatMap(({ kind, identity, patterns: always, capital }) => {
    const everywhere = always.flatMap((pattern) => spansOf(plain, pattern))
    const asName = capital
      .flatMap((pattern) => spansOf(plain, pattern))
      .filter(({ from, to }) => startsCapital(text.slice(from, to)))
    return [...everywhere, ...asName].map((span) => ({ ...span, kind, identity }))
  })
}

function foundByForm(text: string, { kind, pattern, part, holds }: Pattern): Found[] {
  return [...text.matchAll(pattern)].flatMap((match) => {
    const found = part === undefined ? match[0] : (match.groups?.[part] ?? '')
    if (found === '' || holds?.(found) === false) return []
    const from = match.index + (part === undefined ? 0 : match[0].lastIndexOf(found))
    return [{ kind, from, to: from + found.length }]
  })
}

/** Replaces the pieces, of overlapping ones the longest. */
function replaced(text: string, pieces: Found[], marks: Marks): string {
  const byLength = pieces.toSorted((one, other) => other.to - other.from - (one.to - one.from))
  const taken: Found[] = []
  for (const piece of byLength)
    if (taken.every(({ from, to }) => piece.to <= from || piece.from >= to)) taken.push(piece)
  let written = ''
  let at = 0
  for (const { kind, from, to, identity } of taken.toSorted((a, b) => a.from - b.from)) {
    written += text.slice(at, from) + marks.markOf(kind, text.slice(from, to), identity)
    at = to
  }
  return written + text.slice(at)
}

type Prepared = Spellings & { kind: MarkKind; identity: string }

/** Parts of a text, and the marks in it, which stay as they are. */
const partsOf = (text: string): string[] => text.split(/(\[\[[A-Z]+_\d+[a-z]*\]\])/)

/**
 * Replaces what tells who somebody is by marks (`[[NAME_1]]`), the same mark for the same value in
 * all texts of a request. First the values that the run knows, in all their spellings, then what
 * looks like a name, a date or a number of somebody. It is a help and no proof: a text without
 * names may still tell whom it is about, so what comes out is never called anonymous.
 */
export class Deidentifier {
  readonly marks = new Marks()
  readonly #known: Prepared[]

  constructor(known: readonly KnownValue[]) {
    // The longest first: "Ada Lovelace" before "Ada", which is then of the same person.
    const ordered = known.toSorted((one, other) => other.value.length - one.value.length)
    this.#known = ordered.map((value) => ({
      kind: value.kind,
      identity: ownerOf(value, ordered),
      ...spellingsOf(value),
    }))
  }

  replace(text: string): string {
    const foreign = patterns.slice(0, 1).flatMap((pattern) => foundByForm(text, pattern))
    let written = replaced(text, [...foreign, ...foundByRun(text, this.#known)], this.marks)
    for (const pattern of patterns.slice(1))
      written = partsOf(written)
        .map((part, index) =>
          index % 2 === 1 ? part : replaced(part, foundByForm(part, pattern), this.marks),
        )
        .join('')
    return written
  }

  /** Whether a text has a value that the run knows. */
  holdsKnown(text: string): boolean {
    return foundByRun(text, this.#known).length > 0
  }
}

/** The longest known name that has all words of this one: first and last name are one person. */
function ownerOf({ kind, value }: KnownValue, ordered: readonly KnownValue[]): string {
  const wordsOf = (text: string) => folded(text).text.split(/[\s,.]+/)
  const words = wordsOf(value)
  const owner = ordered.find(
    (other) => other.kind === kind && words.every((word) => wordsOf(other.value).includes(word)),
  )
  return `known ${kind === 'NAME' ? (owner?.value ?? value) : value}`
}
