import type { DocumentPage, Place } from '#lib/domain/document/page'
import { placeOf } from './find-quote.ts'
import { valueRules, type RuleKind } from './value-rules.ts'

/** A value that a rule found; `confidence` says how often such a text is such a value. */
export type FoundValue = {
  kind: RuleKind
  /** Normalized: dates as YYYY-MM-DD, amounts as plain numbers, numbers without separators. */
  value: string
  /** The label before it, or the line's words, that made the rule believe it. */
  label?: string
  /** 0 to 1; an estimate per rule, not measured on your documents. */
  confidence: number
  place: Place
}

type Candidate = Omit<FoundValue, 'place'> & { start: number; end: number }

const maxPerPage = 500

function candidatesOf(text: string): Candidate[] {
  const found: Candidate[] = []
  for (const { kind, pattern, read } of valueRules)
    for (const match of text.matchAll(pattern)) {
      const [start, end] = match.indices?.groups?.['value'] ?? [0, 0]
      const lineStart = text.lastIndexOf('\n', start - 1) + 1
      const before = text.slice(Math.max(lineStart, start - 60), start)
      const written = match.groups?.['value'] ?? ''
      const label = match.groups?.['label']
      const value = read(written, { before, after: text.slice(end, end + 20), label })
      if (value) found.push({ kind, ...value, start, end })
    }
  return found
}

/** The surest of those that stand on the same characters; among equals the longest. */
function withoutOverlaps(candidates: Candidate[]): Candidate[] {
  const length = ({ start, end }: Candidate) => end - start
  const ranked = candidates.toSorted(
    (one, other) => other.confidence - one.confidence || length(other) - length(one),
  )
  const taken: Candidate[] = []
  for (const each of ranked.slice(0, maxPerPage))
    if (!taken.some(({ start, end }) => each.start < end && start < each.end)) taken.push(each)
  return taken.toSorted((one, other) => one.start - other.start)
}

/** A value on a page that is known, between two of its characters. */
export type ValueOnPage = Omit<FoundValue, 'place'> & { start: number; end: number }

/**
 * Finds dates, amounts and identifiers by rules alone: by their shape, their check digits and the
 * labels before them. No rule understands the text: a date is not yet a date of birth, and what is
 * written in another way is not found.
 */
export const valuesOnPage = ({ text, confidence: sureness }: DocumentPage): ValueOnPage[] =>
  withoutOverlaps(candidatesOf(text)).map(({ confidence, ...found }) => ({
    ...found,
    // What was recognized from a picture is as sure as the recognition at most.
    confidence: Math.round(confidence * sureness * 100) / 100,
  }))

/** The values of some pages (`valuesOnPage`) with their places. */
export function findValues(
  pages: readonly DocumentPage[],
  kinds?: readonly RuleKind[],
): FoundValue[] {
  return pages.flatMap((page) =>
    valuesOnPage(page)
      .filter(({ kind }) => !kinds || kinds.includes(kind))
      .map(({ start, end, ...found }) => ({ ...found, place: placeOf(page, start, end) })),
  )
}
