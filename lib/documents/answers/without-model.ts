import type { AnsweredField, CitedPlace } from '#lib/domain/ask/answer'
import { fieldsOf, type AskTask } from '#lib/domain/ask/tasks'
import type { DocumentPage, Place } from '#lib/domain/document/page'
import { placeOf } from '../pages/find-quote.ts'
import { bestPassage, termsOf, type Term } from '../pages/search-words.ts'
import type { AskedFile } from './check-answer.ts'
import { fieldByRule } from './field-by-rule.ts'

type Source = { files: readonly AskedFile[]; pages: readonly DocumentPage[] }

/** What stands at every answer that no model gave. */
export const withoutModelNote =
  'No model was asked. Words and known forms (dates, amounts, identifiers) were looked for; ' +
  'nothing was understood. Check every field.'

const mostPassages = 5
/** Words alone never make an answer sure. */
const surest = 0.5

const cited = (place: Place, { files }: Source): CitedPlace => ({
  ...place,
  fileName: files.find(({ fileId }) => fileId === place.fileId)?.fileName ?? '',
})

type Passage = { place: Place; different: number }

/** The passages with the most different words, the best first. */
function passagesOf(terms: readonly Term[], pages: readonly DocumentPage[]): Passage[] {
  return pages
    .map((page) => {
      const { start, end, matches } = bestPassage(page.text, terms)
      const said = matches.map((match) =>
        page.text.slice(start + match.start, start + match.end).toLowerCase(),
      )
      return { place: placeOf(page, start, end), different: new Set(said).size }
    })
    .filter(({ different }) => different > 0)
    .toSorted((one, other) => other.different - one.different)
}

const missing = (name: string, title: string, problem: string): AnsweredField => ({
  name,
  title,
  value: null,
  state: 'missing',
  problem,
  confidence: 0,
  places: [],
})

function passages(question: string, source: Source): AnsweredField {
  const terms = termsOf(question)
  const found = passagesOf(terms, source.pages).slice(0, mostPassages)
  const [best] = found
  if (!best)
    return missing('answer', 'Answer', 'None of the words of the question stands in the documents.')
  const share = Math.min(1, best.different / Math.max(1, terms.length))
  return {
    name: 'answer',
    title: 'Passages with the words of the question',
    value: best.place.text,
    state: 'found',
    problem: 'These are places with its words, not an answer.',
    confidence: Math.round(surest * share * 100) / 100,
    places: found.map(({ place }) => cited(place, source)),
  }
}

function bestClass(
  classes: { name: string; description: string }[],
  source: Source,
): AnsweredField {
  const ranked = classes
    .map(({ name, description }) => {
      const found = passagesOf(termsOf(`${name} ${description}`), source.pages)
      return { name, found, score: found.reduce((sum, { different }) => sum + different, 0) }
    })
    .toSorted((one, other) => other.score - one.score)
  const [first, second] = ranked
  const isEven = first?.score === second?.score
  if (!first || first.score === 0 || isEven)
    return missing('class', 'Class', 'The words of no class stand in the documents most often.')
  return {
    name: 'class',
    title: 'Class',
    value: first.name,
    state: 'found',
    problem: 'Its words stand there most often; nobody has understood them.',
    confidence: 0.3,
    places: first.found.slice(0, 1).map(({ place }) => cited(place, source)),
  }
}

/**
 * What words and rules find, without a model. Undefined for what only a model can do: summaries and
 * comparisons.
 */
export function fieldsWithoutModel(task: AskTask, source: Source): AnsweredField[] | undefined {
  if (task.mode === 'answer') return [passages(task.question, source)]
  if (task.mode === 'classify') return [bestClass(task.classes, source)]
  if (task.mode !== 'extract') return undefined
  return fieldsOf(task).map((field) => {
    const { name, title } = field
    const found = fieldByRule(field, source.pages)
    if (!found) return missing(name, title, 'No rule finds it.')
    const { value, confidence, place } = found
    const problem = 'Found by its form or label.'
    return {
      name,
      title,
      value,
      state: 'found',
      problem,
      confidence,
      places: [cited(place, source)],
    }
  })
}
