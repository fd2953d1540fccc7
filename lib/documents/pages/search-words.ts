/** Words that questions have and answers need not; a question of these only keeps them. */
const questionWords = new Set(
  (
    'a an and any are as at be been by can did do does for from had has have how i if in is it ' +
    'its may me of on or our shall she should that the their them there they this to was we were ' +
    'what when where which who whom whose why will with would you your ' +
    'al como con cual cuando de del donde el en es esta fue la las lo los para por que quien se ' +
    'ser si son su sus un una y'
  ).split(' '),
)
const maxTerms = 40
const longEnoughForPrefix = 5

/** Letters without accents and case, so that "Peña" is found by "pena". */
const folded = (word: string): string => word.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()

const words = /[\p{L}\p{N}][\p{L}\p{N}\p{M}]*/gu

/** The words of a text as they are searched; both halves of a word that a line cut, and the word. */
export function searchableText(text: string): string {
  const whole = text.replace(
    /([\p{L}\p{M}]{1,40})[-\u00ad][^\S\n]{0,3}\n\s{0,3}([\p{L}\p{M}]{1,40})/gu,
    '$1 $2 $1$2',
  )
  return (whole.match(words) ?? []).map(folded).join(' ')
}

/** A word of a question; with `prefix` it finds words that begin with it. */
export type Term = { word: string; prefix: boolean }

/** The words of a question that an answer should have, each once. */
export function termsOf(question: string): Term[] {
  const all = [...new Set((question.match(words) ?? []).map(folded))].filter((word) => word !== '')
  const telling = all.filter((word) => !questionWords.has(word))
  const terms = (telling.length > 0 ? telling : all).slice(0, maxTerms).map((word) => {
    const prefix = /^\p{L}+$/u.test(word) && word.length >= longEnoughForPrefix
    // "Denials" finds "denial".
    return { word: prefix ? word.replace(/(?<!s)s$/, '') : word, prefix }
  })
  return terms
}

const matches = ({ word, prefix }: Term, found: string): boolean =>
  prefix ? found.startsWith(word) : found === word

type Found = { start: number; end: number; term: Term }

function* foundTerms(text: string, terms: readonly Term[]): Generator<Found> {
  for (const match of text.matchAll(words)) {
    const word = folded(match[0])
    const term = terms.find((each) => matches(each, word))
    if (term) yield { start: match.index, end: match.index + match[0].length, term }
  }
}

/** A part of a text; `matches` are the words of the question in it, from its beginning. */
export type Passage = { start: number; end: number; matches: { start: number; end: number }[] }

const passageCharacters = 320

/** Moves to the beginning or end of the word at this place. */
function atWordEdge(text: string, at: number, step: -1 | 1): number {
  let edge = Math.min(Math.max(at, 0), text.length)
  for (let moved = 0; moved < 40 && edge > 0 && edge < text.length; moved += 1) {
    if (/\s/.test(text[step === -1 ? edge - 1 : edge] ?? ' ')) break
    edge += step
  }
  return edge
}

/**
 * The passage of a text that answers best: that with the most different words of the question, and
 * among those the first. The beginning of the text when it has none.
 */
export function bestPassage(text: string, terms: readonly Term[]): Passage {
  const found = [...foundTerms(text, terms)]
  let best = { first: 0, last: -1, different: 0 }
  let last = -1
  for (const [first, { start }] of found.entries()) {
    while (last + 1 < found.length && (found[last + 1]?.end ?? 0) - start <= passageCharacters)
      last += 1
    const different = new Set(found.slice(first, last + 1).map(({ term }) => term)).size
    if (different > best.different) best = { first, last, different }
  }
  const inside = found.slice(best.first, best.last + 1)
  const from = inside[0]?.start ?? 0
  const until = inside.at(-1)?.end ?? 0
  const room = Math.max(0, passageCharacters - (until - from))
  const start = atWordEdge(text, from - Math.floor(room / 3), -1)
  const end = atWordEdge(text, Math.max(until, start + passageCharacters), 1)
  const within = found.filter((each) => each.start >= start && each.end <= end)
  return {
    start,
    end,
    matches: within.map((each) => ({ start: each.start - start, end: each.end - start })),
  }
}
