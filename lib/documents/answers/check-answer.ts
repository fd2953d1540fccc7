import { z } from 'zod'
import type { AnsweredField, CitedPlace } from '#lib/domain/ask/answer'
import { criterionStates, fieldsOf, type AskField, type AskTask } from '#lib/domain/ask/tasks'
import { isoDateOf } from '#lib/domain/deidentify/dates'
import type { DocumentPage } from '#lib/domain/document/page'
import { checkData } from '#lib/domain/json-schema/check'
import { TooCostlyToCheck } from '#lib/domain/json-schema/check-errors'
import { preparedSchema } from '#lib/domain/json-schema/prepared'
import { findQuote } from '../pages/find-quote.ts'
import { isLiteral } from './literal.ts'

/** A file whose pages were sent; its number in the prompt is its index here and one. */
export type AskedFile = { fileId: string; fileName: string }
type Source = { files: readonly AskedFile[]; pages: readonly DocumentPage[] }

const mostQuotes = 50
const mostCriteria = 200
const quoteSchema = z.object({ document: z.number(), page: z.number(), quote: z.string() })
const entrySchema = z.object({
  value: z.unknown(),
  confidence: z.number(),
  quotes: z.array(quoteSchema).max(mostQuotes),
})
const criterionSchema = z.object({
  criterion: z.string().min(1),
  policyQuote: z.string(),
  met: z.enum(criterionStates),
  reason: z.string(),
  confidence: z.number(),
  quotes: z.array(quoteSchema).max(mostQuotes),
})
const comparisonSchema = z.object({ criteria: z.array(criterionSchema).max(mostCriteria) })

type Entry = z.output<typeof entrySchema>
type Quotes = Entry['quotes']

/** Enough for any field that a model fills in. */
const checkSteps = 200_000

const between = (confidence: number): number =>
  Number.isFinite(confidence) ? Math.min(1, Math.max(0, confidence)) : 0

/** The places of the quotes that stand in the documents, and how many do not. */
function placesOf(quotes: Quotes, { files, pages }: Source) {
  const places: CitedPlace[] = []
  let invented = 0
  for (const { document, page, quote } of quotes) {
    const hinted = files[document - 1]
    const hint = hinted ? { fileId: hinted.fileId, page } : {}
    const place = findQuote(pages, quote, hint)
    if (!place) {
      invented++
      continue
    }
    const fileName = files.find(({ fileId }) => fileId === place.fileId)?.fileName ?? ''
    places.push({ ...place, fileName })
  }
  return { places, invented }
}

/** How surely the pages of these places were read; a recognized page is less sure. */
function sureness(places: readonly CitedPlace[], pages: readonly DocumentPage[]): number {
  const read = places.map(
    (place) =>
      pages.find(({ fileId, page }) => fileId === place.fileId && page === place.page)?.confidence,
  )
  return Math.min(1, ...read.map((confidence) => confidence ?? 1))
}

const isDate = (schema: AskField['schema']): boolean => schema['format'] === 'date'

/** A date as its field wants it: the documents, and marks that were put back, have other forms. */
function inForm(value: unknown, schema: AskField['schema']): unknown {
  return typeof value === 'string' && isDate(schema) ? (isoDateOf(value) ?? value) : value
}

/** Why a value does not fit its field's schema, or undefined. */
function misfitOf(value: unknown, schema: AskField['schema']): string | undefined {
  try {
    const data = structuredClone(value)
    const [issue] = checkData(preparedSchema(schema), data, checkSteps, false).issues
    return issue && `The value does not fit: ${issue.message}`
  } catch (error) {
    if (error instanceof TooCostlyToCheck) return 'The value takes too much work to check.'
    throw error
  }
}

type Judged = Pick<AnsweredField, 'state' | 'problem' | 'confidence' | 'places'>

const notThere = (invented: number, all: number): string =>
  invented === all
    ? 'What was quoted does not stand in the documents.'
    : `${invented} of ${all} quotes do not stand in the documents.`

/** Judges quotes alone: what they are said to prove is for a person. */
function judged(quotes: Quotes, confidence: number, source: Source): Judged {
  const { places, invented } = placesOf(quotes, source)
  if (invented > 0)
    return {
      state: 'unsupported',
      problem: notThere(invented, quotes.length),
      confidence: 0,
      places,
    }
  if (places.length === 0)
    return { state: 'unsupported', problem: 'Nothing was quoted for it.', confidence: 0, places }
  const sure = between(confidence) * sureness(places, source.pages)
  return { state: 'supported', problem: null, confidence: sure, places }
}

function fieldOf(field: AskField, given: unknown, task: AskTask, source: Source): AnsweredField {
  const { name, title, schema } = field
  const entry = entrySchema.safeParse(given).data
  if (!entry || entry.value === null || entry.value === undefined) {
    const problem = entry ? null : 'The model did not answer this field as it was asked to.'
    return { name, title, value: null, state: 'missing', problem, confidence: 0, places: [] }
  }
  const value = inForm(entry.value, schema)
  const found = judged(entry.quotes, entry.confidence, source)
  const misfit = misfitOf(value, schema)
  if (misfit !== undefined)
    return { name, title, value, ...found, state: 'invalid', problem: misfit, confidence: 0 }
  const quoted = found.places.map(({ text }) => text)
  // Answers, summaries and classes are in the model's own words.
  const isTheirs = task.mode === 'extract' && schema['enum'] === undefined
  if (found.state === 'supported' && isTheirs && isLiteral(value, quoted) === false)
    return {
      name,
      title,
      value,
      ...found,
      problem: 'The quote does not say it in these words.',
      confidence: Math.min(found.confidence, 0.5),
    }
  return { name, title, value, ...found }
}

/** The policy as a page, so that a quote of it is checked like any other. */
const policyPage = (text: string): DocumentPage => ({
  fileId: '',
  page: 1,
  width: 0,
  height: 0,
  text: text.normalize('NFKC'),
  words: [],
  how: 'text',
  confidence: 1,
})

function criterionOf(
  given: z.output<typeof criterionSchema>,
  index: number,
  policy: DocumentPage,
  source: Source,
): AnsweredField {
  const { criterion, policyQuote, met, reason, confidence, quotes } = given
  const value = { criterion, met, reason, policyQuote }
  const common = { name: `criterion${index + 1}`, title: criterion, value }
  if (!findQuote([policy], policyQuote))
    return {
      ...common,
      state: 'unsupported',
      problem: 'This criterion does not stand in the policy.',
      confidence: 0,
      places: placesOf(quotes, source).places,
    }
  // That something is not known needs no proof.
  if (met === 'not_known' && quotes.length === 0)
    return {
      ...common,
      state: 'supported',
      problem: null,
      confidence: between(confidence),
      places: [],
    }
  return { ...common, ...judged(quotes, confidence, source) }
}

function criteriaOf(text: string, answer: unknown, source: Source): AnsweredField[] | undefined {
  const { data } = comparisonSchema.safeParse(answer)
  const policy = policyPage(text)
  return data?.criteria.map((given, index) => criterionOf(given, index, policy, source))
}

/**
 * The fields of a model's answer, each quote looked for in the pages that were sent. Undefined when
 * the answer has not the form that was asked for.
 */
export function checkedFields(
  task: AskTask,
  answer: unknown,
  source: Source,
): AnsweredField[] | undefined {
  if (task.mode === 'compare') return criteriaOf(task.policy.text, answer, source)
  if (typeof answer !== 'object' || answer === null || Array.isArray(answer)) return undefined
  const given = answer as Record<string, unknown>
  return fieldsOf(task).map((field) => fieldOf(field, given[field.name], task, source))
}

/** The values that a workflow may go on with: those of supported fields; others are null. */
export function valuesOf(fields: readonly AnsweredField[]): Record<string, unknown> {
  return Object.fromEntries(
    fields.map(({ name, value, state }) => [
      name,
      state === 'supported' || state === 'found' ? value : null,
    ]),
  )
}
