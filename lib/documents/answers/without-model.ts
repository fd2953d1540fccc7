import type { AnsweredField, CitedPlace } from '#lib/domain/ask/answer'
import { fieldsOf, type AskField, type AskTask } from '#lib/domain/ask/tasks'
import type { DocumentPage } from '#lib/domain/document/page'
import { placeOf } from '../pages/find-quote.ts'
import type { PageKey, PageStream } from '../pages/page-stream.ts'
import { bestPassage, termsOf, type Term } from '../pages/search-words.ts'
import type { AskedFile } from './check-answer.ts'
import { FieldSearch } from './field-by-rule.ts'

type Source = { files: readonly AskedFile[]; pages: PageStream }

/** What stands at every answer that no model gave. */
export const withoutModelNote =
  'No model was asked. Words and known forms (dates, amounts, identifiers) were looked for; ' +
  'nothing was understood. Check every field.'

const mostPassages = 5
/** Words alone never make an answer sure. */
const surest = 0.5

/** A part of a page, before anybody needs its boxes. */
type Part = PageKey & { start: number; end: number }
type Passage = Part & { different: number }

/** The places of some parts, with their boxes; each page is loaded once. */
async function cited(parts: readonly Part[], { files, pages }: Source): Promise<CitedPlace[]> {
  const loaded = await pages.load(parts)
  return parts.flatMap(({ fileId, page: number, start, end }) => {
    const page = loaded.find((each) => each.fileId === fileId && each.page === number)
    const fileName = files.find((file) => file.fileId === fileId)?.fileName ?? ''
    return page ? [{ ...placeOf(page, start, end), fileName }] : []
  })
}

/** The best passage of a page, and how many different words of the question it has. */
function passageOf({ fileId, page, text }: DocumentPage, terms: readonly Term[]): Passage {
  const { start, end, matches } = bestPassage(text, terms)
  const said = matches.map((match) =>
    text.slice(start + match.start, start + match.end).toLowerCase(),
  )
  return { fileId, page, start, end, different: new Set(said).size }
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

/** Calls a function with each page, in order. */
async function eachPage({ pages }: Source, look: (page: DocumentPage) => void): Promise<void> {
  for await (const some of pages.texts()) for (const page of some) look(page)
}

async function passages(question: string, source: Source): Promise<AnsweredField> {
  const terms = termsOf(question)
  // The passages with the most different words, the best first.
  let found: Passage[] = []
  await eachPage(source, (page) => {
    const passage = passageOf(page, terms)
    if (passage.different === 0) return
    found = [...found, passage]
      .toSorted((one, other) => other.different - one.different)
      .slice(0, mostPassages)
  })
  const [best] = found
  const places = await cited(found, source)
  if (!best || !places[0])
    return missing('answer', 'Answer', 'None of the words of the question stands in the documents.')
  const share = Math.min(1, best.different / Math.max(1, terms.length))
  return {
    name: 'answer',
    title: 'Passages with the words of the question',
    value: places[0].text,
    state: 'found',
    problem: 'These are places with its words, not an answer.',
    confidence: Math.round(surest * share * 100) / 100,
    places,
  }
}

async function bestClass(
  classes: { name: string; description: string }[],
  source: Source,
): Promise<AnsweredField> {
  const counted = classes.map(({ name, description }) => ({
    name,
    terms: termsOf(`${name} ${description}`),
    score: 0,
    best: undefined as Passage | undefined,
  }))
  await eachPage(source, (page) => {
    for (const each of counted) {
      const passage = passageOf(page, each.terms)
      each.score += passage.different
      if (passage.different > (each.best?.different ?? 0)) each.best = passage
    }
  })
  const [first, second] = counted.toSorted((one, other) => other.score - one.score)
  const isEven = first?.score === second?.score
  if (!first?.best || isEven)
    return missing('class', 'Class', 'The words of no class stand in the documents most often.')
  return {
    name: 'class',
    title: 'Class',
    value: first.name,
    state: 'found',
    problem: 'Its words stand there most often; nobody has understood them.',
    confidence: 0.3,
    places: await cited([first.best], source),
  }
}

async function extracted(fields: readonly AskField[], source: Source): Promise<AnsweredField[]> {
  const search = new FieldSearch(fields)
  await eachPage(source, (page) => search.look(page))
  const found = fields.map((field) => search.found(field))
  const places = await cited(
    found.flatMap((each) => (each ? [each.at] : [])),
    source,
  )
  return fields.map(({ name, title }, index) => {
    const each = found[index]
    const place = each && places.find((one) => isAt(one, each.at))
    if (!place) return missing(name, title, 'No rule finds it.')
    const { value, confidence } = each
    const problem = 'Found by its form or label.'
    return { name, title, value, state: 'found', problem, confidence, places: [place] }
  })
}

const isAt = (place: Part, { fileId, page, start, end }: Part): boolean =>
  place.fileId === fileId && place.page === page && place.start === start && place.end === end

/**
 * What words and rules find, without a model. Undefined for what only a model can do: summaries and
 * comparisons.
 */
export async function fieldsWithoutModel(
  task: AskTask,
  source: Source,
): Promise<AnsweredField[] | undefined> {
  if (task.mode === 'answer') return [await passages(task.question, source)]
  if (task.mode === 'classify') return [await bestClass(task.classes, source)]
  return task.mode === 'extract' ? await extracted(fieldsOf(task), source) : undefined
}
