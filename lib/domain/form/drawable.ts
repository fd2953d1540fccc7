import { ExpressionFault, namesIn } from './calculate/parse.ts'
import { readExpression } from './calculate/evaluate.ts'
import { calculateKeyword } from './calculate/with-calculated.ts'
import { fileSizeKeyword, fileTypesKeyword, isFileType } from './file-rules.ts'
import { messageKeyword } from './custom-message.ts'
import { isMask, maskKeyword } from './mask.ts'
import { pagesKeyword, writtenPages } from './pages.ts'

type Schema = Record<string, unknown>

/** What a form cannot draw; `pointer` is its place in the schema (RFC 6901). */
export type DrawProblem = { pointer: string; message: string }

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const entriesOf = (value: unknown): [string, unknown][] =>
  isObject(value) ? Object.entries(value) : []
const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? (value as unknown[]) : [])
const escaped = (key: string): string => key.replaceAll('~', '~0').replaceAll('/', '~1')
const isTexts = (value: unknown): boolean =>
  Array.isArray(value) && value.every((one) => typeof one === 'string')

const scalars = ['string', 'number', 'integer', 'boolean']
const hide = 'or hide it with "x-formFieldHidden"'

/** Types in which one field has to be drawn. */
function typeProblem(schema: Schema): string | undefined {
  const types = [schema['type']].flat().filter((one) => one !== undefined && one !== 'null')
  if (schema['type'] === 'null')
    return `A form cannot draw a field that can only be null. Leave it out, ${hide}.`
  const mixed = types.length > 1 && types.some((one) => !scalars.includes(String(one)))
  return mixed
    ? `A form cannot draw one field of the types ${types.join(', ')}. Name one type, or ` +
        'alternatives with "oneOf", each with a title.'
    : undefined
}

/** Words that say nothing about how to draw a field, but need a type beside them. */
const rulesOnly = ['not', 'if']
const shapes = ['type', 'enum', 'const', 'oneOf', 'anyOf', 'allOf', '$ref', 'properties', 'items']
const shapesToo = ['additionalProperties', 'patternProperties', 'x-formFieldType']

function shapeProblem(schema: Schema): string | undefined {
  const has = (words: string[]) => words.some((word) => word in schema)
  if (has(rulesOnly) && !has([...shapes, ...shapesToo]))
    return 'This has rules and no type. Add "type", so that the form knows what to draw.'
  if ('prefixItems' in schema)
    return (
      'A form cannot draw a list whose entries have places of their own ("prefixItems"). Write an ' +
      `object with named fields, ${hide}.`
    )
  if ('patternProperties' in schema && !('properties' in schema))
    return (
      'A form cannot draw fields whose names are a pattern ("patternProperties"). Name the fields ' +
      `in "properties", ${hide}.`
    )
  const choices = listOf(schema['enum'])
  if (choices.some(isObject) && !Array.isArray(schema['enumNames']))
    return 'A choice of objects needs titles. Write "oneOf" with "const" and "title" for each.'
  return undefined
}

/** What is wrong with the keywords of forms at a field. */
function keywordProblems(schema: Schema): [keyword: string, message: string][] {
  const problems: [string, string][] = []
  const types = schema[fileTypesKeyword]
  const isTypes = isTexts(types) && listOf(types).every((one) => isFileType(String(one)))
  if (types !== undefined && !isTypes)
    problems.push([
      fileTypesKeyword,
      'This is a list of types of files, such as ["application/pdf", "image/*", ".docx"].',
    ])
  const most = schema[fileSizeKeyword]
  if (most !== undefined && !(typeof most === 'number' && most > 0))
    problems.push([fileSizeKeyword, 'This is a number of megabytes, such as 10.'])
  const mask = schema[maskKeyword]
  if (mask !== undefined && !(typeof mask === 'string' && isMask(mask)))
    problems.push([
      maskKeyword,
      'A mask is a text like "999-99-9999": 9 is a digit, A a letter, * either.',
    ])
  const words = schema[messageKeyword]
  if (words !== undefined && typeof words !== 'string' && !isObject(words))
    problems.push([
      messageKeyword,
      'This is a text, or texts by rule, such as {"pattern": "Write it like AB-123."}.',
    ])
  return problems
}

type Place = {
  schema: Schema
  pointer: string
  /** The fields that an expression here may name. */
  names: Set<string>
  /** In an alternative or a condition, where nothing is calculated. */
  isBranch: boolean
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
  object({ schema, pointer, names, isBranch }: Place): void {
    const own = new Set([...names, ...entriesOf(schema['properties']).map(([name]) => name)])
    for (const [name, property] of entriesOf(schema['properties']))
      if (isObject(property))
        this.field({
          schema: property,
          pointer: `${pointer}/properties/${escaped(name)}`,
          names: own,
          isBranch,
        })
    this.#branches({ schema, pointer, names: own, isBranch })
  }

  #branches({ schema, pointer, names }: Place): void {
    const visit = (branch: unknown, at: string, isField: boolean) => {
      if (!isObject(branch)) return
      const place = { schema: branch, pointer: `${pointer}/${at}`, names, isBranch: true }
      if (isField) this.field(place)
      else this.object(place)
    }
    for (const word of ['oneOf', 'anyOf'])
      for (const [index, branch] of listOf(schema[word]).entries())
        visit(branch, `${word}/${index}`, true)
    for (const [index, part] of listOf(schema['allOf']).entries())
      visit(part, `allOf/${index}`, false)
    for (const word of ['then', 'else']) visit(schema[word], word, false)
    for (const [name, part] of entriesOf(schema['dependentSchemas']))
      visit(part, `dependentSchemas/${escaped(name)}`, false)
  }

  field(place: Place): void {
    const { schema, pointer, names, isBranch } = place
    if (schema['x-formFieldHidden'] === true) return
    this.#reference(schema, names)
    const problem = typeProblem(schema) ?? shapeProblem(schema)
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
    this.object(place)
  }

  #reference(schema: Schema, names: Set<string>): void {
    const reference = schema['$ref']
    if (typeof reference !== 'string' || !reference.startsWith('#/')) return
    if (this.#seen.has(reference)) return
    this.#seen.add(reference)
    let found: unknown = this.#root
    for (const part of reference.slice(2).split('/'))
      found = isObject(found) ? found[part.replaceAll('~1', '/').replaceAll('~0', '~')] : undefined
    if (isObject(found))
      this.field({ schema: found, pointer: reference.slice(1), names, isBranch: true })
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
  return writtenPages(schema).flatMap(({ title, fields }, index) => {
    const pointer = `/${pagesKeyword}/${index}`
    const problems: DrawProblem[] = []
    if (title.trim() === '') problems.push({ pointer, message: 'A page needs a title.' })
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
