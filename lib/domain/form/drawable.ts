import { ExpressionFault, namesIn } from './calculate/parse.ts'
import { readExpression } from './calculate/evaluate.ts'
import { calculateKeyword } from './calculate/with-calculated.ts'
import {
  constantProblem,
  emptyProblem,
  fieldProblem,
  keywordProblems,
  scalars,
} from './drawable-field.ts'
import { isEndless, target } from './endless.ts'
import { pagesKeyword, writtenPages } from './pages.ts'
import { unfinishedRule } from '../expressions/unfinished.ts'
import { isUnfinishedTest } from './unfinished-test.ts'

type Schema = Record<string, unknown>

/** What a form cannot draw; `pointer` is its place in the schema (RFC 6901). */
export type DrawProblem = { pointer: string; message: string }

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const entriesOf = (value: unknown): [string, unknown][] =>
  isObject(value) ? Object.entries(value) : []
const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? (value as unknown[]) : [])
const escaped = (key: string): string => key.replaceAll('~', '~0').replaceAll('/', '~1')

type Place = {
  schema: Schema
  pointer: string
  /** The fields that an expression here may name. */
  names: Set<string>
  /** In an alternative or a condition, where nothing is calculated. */
  isBranch: boolean
  /** In a condition: the fields of the same object that are drawn without it. */
  drawn?: Set<string>
}

class Search {
  readonly problems: DrawProblem[] = []
  readonly #root: Schema
  readonly #seen = new Set<unknown>()

  constructor(root: Schema) {
    this.#root = root
  }

  #problem(pointer: string, message: string): void {
    if (this.problems.length < 50) this.problems.push({ pointer, message })
  }

  /** Fields of an object, and those that its alternatives and conditions add. */
  object({ schema, pointer, names, isBranch, drawn = new Set() }: Place): void {
    const fields = entriesOf(schema['properties']).map(([name]) => name)
    const own = new Set([...names, ...fields])
    for (const [name, property] of entriesOf(schema['properties'])) {
      // A condition may add rules to a field that is drawn without it.
      const isRule = drawn.has(name) && isObject(property) && !('type' in property)
      if (isObject(property) && !isRule)
        this.field({
          schema: property,
          pointer: `${pointer}/properties/${escaped(name)}`,
          names: own,
          isBranch,
        })
    }
    this.#open({ schema, pointer, names: own, isBranch })
    const all = new Set([...drawn, ...fields])
    this.#branches({ schema, pointer, names: own, isBranch, drawn: all })
  }

  /** Fields whose names the person gives. */
  #open({ schema, pointer, ...place }: Place): void {
    const { additionalProperties: others } = schema
    const patterns = entriesOf(schema['patternProperties'])
    if (isObject(others) && Object.keys(others).length > 0)
      this.field({ ...place, schema: others, pointer: `${pointer}/additionalProperties` })
    for (const [pattern, one] of patterns)
      if (isObject(one))
        this.field({
          ...place,
          schema: one,
          pointer: `${pointer}/patternProperties/${escaped(pattern)}`,
        })
  }

  #branches({ schema, pointer, names, drawn = new Set() }: Place): void {
    const visit = (branch: unknown, at: string, isField: boolean) => {
      if (!isObject(branch)) return
      const place = { schema: branch, pointer: `${pointer}/${at}`, names, isBranch: true }
      if (isField) this.field(place)
      else this.object({ ...place, drawn })
    }
    for (const word of ['oneOf', 'anyOf']) {
      const list = listOf(schema[word])
      const isChoice = list.every((one) => isObject(one) && 'const' in one)
      // "A text or null" is drawn as a text.
      const isNull = (one: unknown) =>
        isObject(one) &&
        one['type'] === 'null' &&
        list.some((each) => isObject(each) && each['type'] !== 'null')
      if (isChoice) this.#titles(list, `${pointer}/${word}`)
      else
        for (const [index, branch] of list.entries())
          if (!isNull(branch)) visit(branch, `${word}/${index}`, true)
    }
    for (const [index, part] of listOf(schema['allOf']).entries())
      visit(part, `allOf/${index}`, false)
    if (isUnfinishedTest(schema['if'])) this.#problem(`${pointer}/if`, unfinishedRule)
    for (const word of ['then', 'else']) visit(schema[word], word, false)
    for (const [name, part] of entriesOf(schema['dependentSchemas']))
      visit(part, `dependentSchemas/${escaped(name)}`, false)
  }

  /** Constants that people choose from by their titles. */
  #titles(list: unknown[], pointer: string): void {
    for (const [index, one] of list.entries()) {
      const { const: value, title } = one as Schema
      if (typeof value === 'object' && typeof title !== 'string')
        this.#problem(`${pointer}/${index}`, 'This choice needs a "title", by which it is chosen.')
    }
  }

  field(place: Place): void {
    const { schema, pointer, names, isBranch } = place
    if (schema['x-formFieldHidden'] === true) return
    this.#reference(place)
    const ofWhole = () => constantProblem(schema) ?? emptyProblem(schema)
    const problem = fieldProblem(schema) ?? (isBranch ? undefined : ofWhole())
    if (problem) {
      this.#problem(pointer, problem)
      return
    }
    for (const [keyword, message] of keywordProblems(schema))
      this.#problem(`${pointer}/${keyword}`, message)
    this.#calculation(place)
    if (schema['x-formFieldType'] === 'multi-file') return
    const { items } = schema
    if (isObject(items)) this.field({ schema: items, pointer: `${pointer}/items`, names, isBranch })
    this.object({ schema, pointer, names, isBranch })
  }

  #reference({ schema, pointer, names }: Place): void {
    const reference = schema['$ref']
    if (typeof reference !== 'string' || this.#seen.has(reference)) return
    this.#seen.add(reference)
    if (!/^#(?:\/|$)/.test(reference)) {
      this.#problem(
        `${pointer}/$ref`,
        'A form follows references to a place, such as "#/$defs/address". Write this one so.',
      )
      return
    }
    const found = target(this.#root, reference)
    if (!isObject(found) || found === this.#root) return
    if (isEndless(this.#root, found))
      this.#problem(
        reference.slice(1),
        'This asks for itself again, so nobody comes to its end. Take what refers back out of ' +
          '"required", or ask for fewer entries ("minItems").',
      )
    else this.field({ schema: found, pointer: reference.slice(1), names, isBranch: true })
  }

  #calculation({ schema, pointer, names, isBranch }: Place): void {
    const text = schema[calculateKeyword]
    if (text === undefined) return
    const at = `${pointer}/${calculateKeyword}`
    if (isBranch) {
      const where = 'in the form, in a group or in the entries of a list'
      this.#problem(at, `A calculated field stands ${where}, not in an alternative or a condition.`)
      return
    }
    if (!scalars.includes(String(schema['type'])))
      this.#problem(at, 'A calculated field is a text, a number or a boolean: name its type.')
    try {
      const unknown = namesIn(readExpression(String(text))).find((name) => !names.has(name))
      if (unknown !== undefined)
        this.#problem(at, `There is no field “${unknown}” here. Check its spelling.`)
    } catch (error) {
      if (!(error instanceof ExpressionFault)) throw error
      this.#problem(at, `This cannot be calculated: ${error.message}`)
    }
  }
}

function pageProblems(schema: Schema): DrawProblem[] {
  const given = schema[pagesKeyword]
  if (given === undefined) return []
  if (!Array.isArray(given) || !given.every(isObject))
    return [
      {
        pointer: `/${pagesKeyword}`,
        message:
          'This is a list of pages, each with "title" and "fields", the names of its fields.',
      },
    ]
  const known = new Set(Object.keys(isObject(schema['properties']) ? schema['properties'] : {}))
  const placed = new Set<string>()
  const written = writtenPages(schema)
  const all = new Set(written.flatMap(({ fields }) => fields))
  return written.flatMap(({ title, description, fields }, index) => {
    const pointer = `/${pagesKeyword}/${index}`
    const problems: DrawProblem[] = []
    if (title.trim() === '') problems.push({ pointer, message: 'A page needs a title.' })
    // What no page names is on the last one.
    const hasRest = index === written.length - 1 && [...known].some((name) => !all.has(name))
    if (fields.length === 0 && description.trim() === '' && !hasRest)
      problems.push({
        pointer,
        message: 'This page is empty. Put a field or a text on it, or remove it.',
      })
    for (const name of fields) {
      if (!known.has(name)) problems.push({ pointer, message: `The form has no field “${name}”.` })
      else if (placed.has(name))
        problems.push({ pointer, message: `The field “${name}” is on an earlier page already.` })
      placed.add(name)
    }
    return problems
  })
}

const known = new WeakMap<object, DrawProblem[]>()

function find(schema: Schema): DrawProblem[] {
  const search = new Search(schema)
  search.object({ schema, pointer: '', names: new Set(), isBranch: false })
  return [...search.problems, ...pageProblems(schema)]
}

/**
 * What a form cannot draw of a schema, each with its place and what to do, so that nobody who fills
 * the form in meets it. Hidden fields may be anything.
 */
export function drawProblems(schema: Schema): DrawProblem[] {
  const problems = known.get(schema) ?? find(schema)
  known.set(schema, problems)
  return problems
}
