import { messageKeyword } from '../form/custom-message.ts'
import { formatOf, type Format } from './formats.ts'
import { schemaLimits } from './limits.ts'
import type { BadPattern, Pattern } from './native-pattern.ts'
import { ValueSet } from './same-value.ts'
import { shortText } from '../text.ts'

/** A problem of a schema; `pointer` is its place in the schema (RFC 6901). */
export type SchemaProblem = { pointer: string; message: string }

type Json = Record<string, unknown>

/** A subschema with its references resolved and its patterns compiled. */
export class SchemaNode {
  /** The root's is "". */
  readonly pointer: string
  /** Set for the schemas `true` and `false`. */
  verdict: boolean | undefined
  types: ReadonlySet<string> | undefined
  typeNames: unknown
  allowed: { values: ValueSet; listed: readonly unknown[]; keyword: 'enum' | 'const' } | undefined
  constant: { values: ValueSet; listed: readonly unknown[]; keyword: 'enum' | 'const' } | undefined
  numbers: [keyword: string, limit: number][] = []
  minLength: number | undefined
  maxLength: number | undefined
  pattern: Pattern | undefined
  format: { name: string; known: Format } | undefined

  ref: SchemaNode | undefined
  allOf: SchemaNode[] = []
  anyOf: SchemaNode[] | undefined
  oneOf: SchemaNode[] | undefined
  not: SchemaNode | undefined
  condition:
    | { test: SchemaNode; then: SchemaNode | undefined; else: SchemaNode | undefined }
    | undefined

  minItems: number | undefined
  maxItems: number | undefined
  uniqueItems = false
  prefixItems: SchemaNode[] = []
  items: SchemaNode | undefined
  contains: { node: SchemaNode; min: number; max: number | undefined } | undefined
  unevaluatedItems: SchemaNode | undefined

  minProperties: number | undefined
  maxProperties: number | undefined
  required: string[] = []
  defaults: { key: string; value: unknown; size: number }[] = []
  properties = new Map<string, SchemaNode>()
  patternProperties: { pattern: Pattern; node: SchemaNode }[] = []
  additionalProperties: SchemaNode | undefined
  propertyNames: SchemaNode | undefined
  dependentRequired: [key: string, needed: string[]][] = []
  dependentSchemas: [key: string, node: SchemaNode][] = []
  unevaluatedProperties: SchemaNode | undefined
  /** The author's own words about what does not fit (custom-message.ts). */
  messages: unknown
  /** What a form draws it as (`x-formFieldType`), for the words of what is missing. */
  kind: unknown

  constructor(pointer: string) {
    this.pointer = pointer
  }
}

export type PreparedSchema = {
  root: SchemaNode
  nodes: SchemaNode[]
  problems: SchemaProblem[]
  /** A keyword needs the keys and entries that other keywords evaluated. */
  tracks: boolean
  /** Every pattern takes time linear in the text. */
  linear: boolean
}

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const isSchema = (value: unknown): value is Json | boolean =>
  typeof value === 'boolean' || isObject(value)
const numberOf = (value: unknown): number | undefined =>
  typeof value === 'number' ? value : undefined
const textsOf = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((each) => typeof each === 'string') : []
const escaped = (key: string): string => key.replaceAll('~', '~0').replaceAll('/', '~1')

/** Names without a scheme are resolved against this address, which no schema can name. */
const home = 'https://schema.invalid/'

/** Keywords under which there is a schema, a list of schemas, or schemas by name. */
const inside = {
  one: [
    'not',
    'if',
    'then',
    'else',
    'items',
    'contains',
    'additionalProperties',
    'propertyNames',
    'unevaluatedItems',
    'unevaluatedProperties',
    'contentSchema',
  ],
  lists: ['allOf', 'anyOf', 'oneOf', 'prefixItems'],
  named: [
    'properties',
    'patternProperties',
    'dependentSchemas',
    '$defs',
    'definitions',
    'dependencies',
  ],
}

/** The named places of a schema: `$id`, `$anchor`, `$dynamicAnchor`. */
class Names {
  readonly resources = new Map<string, unknown>()
  readonly anchors = new Map<string, unknown>()
  /** How many places have the same `$dynamicAnchor`. */
  readonly dynamic = new Map<string, number>()
  /** The base address of each object of the schema inside a resource with its own `$id`. */
  readonly bases = new Map<unknown, string>()

  constructor(root: unknown) {
    this.resources.set(home, root)
    this.#walk(root, home)
  }

  #walk(schema: unknown, base: string): void {
    if (!isObject(schema) || this.bases.has(schema)) return
    let own = base
    const id = schema['$id']
    if (typeof id === 'string' && URL.canParse(id, base)) {
      own = new URL(id, base).href.replace(/#.*$/, '')
      this.resources.set(own, schema)
    }
    this.bases.set(schema, own)
    for (const keyword of ['$anchor', '$dynamicAnchor']) {
      const name = schema[keyword]
      if (typeof name === 'string') this.anchors.set(`${own}#${name}`, schema)
    }
    const dynamic = schema['$dynamicAnchor']
    if (typeof dynamic === 'string') this.dynamic.set(dynamic, (this.dynamic.get(dynamic) ?? 0) + 1)
    for (const keyword of inside.one) this.#walk(schema[keyword], own)
    for (const keyword of inside.lists) {
      const list = schema[keyword]
      if (Array.isArray(list)) for (const each of list) this.#walk(each, own)
    }
    for (const keyword of inside.named) {
      const named = schema[keyword]
      if (isObject(named)) for (const each of Object.values(named)) this.#walk(each, own)
    }
  }

  /** The place that a reference names; undefined when there is no such place. */
  find(reference: string, from: unknown): unknown {
    const base = this.bases.get(from) ?? home
    if (!URL.canParse(reference, base)) return undefined
    const url = new URL(reference, base)
    const fragment = url.hash.slice(1)
    url.hash = ''
    const resource = this.resources.get(url.href)
    if (resource === undefined || fragment === '') return resource
    if (!fragment.startsWith('/')) return this.anchors.get(`${url.href}#${fragment}`)
    return atPointer(resource, fragment)
  }
}

function atPointer(from: unknown, fragment: string): unknown {
  let value = from
  for (const part of fragment.slice(1).split('/')) {
    let key: string
    try {
      key = decodeURIComponent(part).replaceAll('~1', '/').replaceAll('~0', '~')
    } catch {
      return undefined
    }
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined
    value = (value as Json)[key]
  }
  return value
}

/**
 * Checks the size of a schema. It comes first, because names are not collected in a schema that is
 * too large.
 */
export function sizeProblem(schema: unknown): SchemaProblem | undefined {
  let values = 0
  const tooDeep = (value: unknown, depth: number): boolean => {
    if (++values > schemaLimits.values || depth > schemaLimits.depth) return true
    if (typeof value !== 'object' || value === null) return false
    const children: unknown[] = Array.isArray(value) ? value : Object.values(value)
    return children.some((child) => tooDeep(child, depth + 1))
  }
  if (!tooDeep(schema, 0)) return undefined
  const message =
    values > schemaLimits.values
      ? `This schema is larger than ${schemaLimits.values} values. Make it smaller.`
      : `This schema is nested deeper than ${schemaLimits.depth} levels. Make it flatter.`
  return { pointer: '', message }
}

/** Compiles a pattern, or says why it cannot be used. */
export type PatternEngine = (text: string) => Pattern | BadPattern

/**
 * Reads a JSON Schema (draft 2020-12) for checks and estimates. Takes time linear in the schema.
 * `engine` compiles its patterns.
 */
export function prepareBy(engine: PatternEngine, schema: unknown): PreparedSchema {
  const tooLarge = sizeProblem(schema)
  if (tooLarge) {
    const root = new SchemaNode('')
    return { root, nodes: [root], problems: [tooLarge], tracks: false, linear: true }
  }
  return new Preparation(schema, engine).result()
}

class Preparation {
  readonly #names: Names
  readonly #nodes = new Map<unknown, SchemaNode>()
  readonly #waiting: [SchemaNode, Json][] = []
  readonly #problems: SchemaProblem[] = []
  readonly #engine: PatternEngine
  readonly #root: SchemaNode
  readonly #patterns = new Map<string, ReturnType<PatternEngine>>()
  #tracks = false
  #linear = true
  #states = 0
  #tooManyPatterns = false

  constructor(schema: unknown, engine: PatternEngine) {
    this.#engine = engine
    this.#names = new Names(schema)
    this.#root = this.#node(schema, '')
    // A queue and no recursion, because references may lead in a circle.
    for (let next = this.#waiting.pop(); next; next = this.#waiting.pop()) this.#read(...next)
  }

  result(): PreparedSchema {
    return {
      root: this.#root,
      nodes: [...new Set(this.#nodes.values())],
      problems: this.#problems,
      tracks: this.#tracks,
      linear: this.#linear,
    }
  }

  #problem(pointer: string, message: string): void {
    if (this.#problems.length < 100) this.#problems.push({ pointer, message })
  }

  #node(schema: unknown, pointer: string): SchemaNode {
    const known = this.#nodes.get(schema)
    if (known && isObject(schema)) return known
    const node = new SchemaNode(pointer)
    if (typeof schema === 'boolean') node.verdict = schema
    else if (!isObject(schema)) this.#problem(pointer, 'A schema is an object, or true or false.')
    else if (this.#nodes.size >= schemaLimits.subschemas) {
      if (this.#nodes.size === schemaLimits.subschemas) {
        const most = schemaLimits.subschemas
        this.#problem(pointer, `This schema has more than ${most} parts. Make it smaller.`)
        this.#nodes.set(schema, node)
      }
    } else {
      this.#nodes.set(schema, node)
      this.#waiting.push([node, schema])
    }
    return node
  }

  #reference(node: SchemaNode, schema: Json, keyword: string): SchemaNode | undefined {
    const reference = schema[keyword]
    if (typeof reference !== 'string') return undefined
    const target = this.#names.find(reference, schema)
    const dynamic = isObject(target) ? target['$dynamicAnchor'] : undefined
    if (keyword === '$dynamicRef' && (this.#names.dynamic.get(String(dynamic)) ?? 0) > 1) {
      const hint = 'Use $ref to say which is meant.'
      this.#problem(`${node.pointer}/${keyword}`, `Several places have this name. ${hint}`)
      return undefined
    }
    if (isSchema(target)) {
      const known = this.#nodes.get(target)
      if (known && isObject(target)) return known
      return this.#node(target, reference.startsWith('#/') ? reference.slice(1) : reference)
    }
    const shown = shortText(reference, 200)
    const hint = 'Put the schema that is meant under $defs, and refer to it as "#/$defs/name".'
    this.#problem(`${node.pointer}/${keyword}`, `There is nothing at "${shown}". ${hint}`)
    return undefined
  }

  #pattern(text: unknown, pointer: string): Pattern | undefined {
    if (typeof text !== 'string') return undefined
    const earlier = this.#patterns.get(text)
    if (!earlier && this.#patterns.size >= schemaLimits.patterns) {
      const advice = 'Leave some out, or use the same ones again.'
      if (!this.#tooManyPatterns)
        this.#problem(pointer, `There are more than ${schemaLimits.patterns} patterns. ${advice}`)
      this.#tooManyPatterns = true
      return undefined
    }
    const known = earlier ?? this.#engine(text)
    this.#patterns.set(text, known)
    if ('reason' in known) {
      this.#problem(pointer, `The pattern ${shortText(text, 200)} ${known.reason}.`)
      return undefined
    }
    if (!known.linear) this.#linear = false
    const before = this.#states
    this.#states += known.states
    const most = schemaLimits.patternStates
    if (this.#states > most && before <= most) {
      const advice = 'Shorten them, or use smaller numbers in braces.'
      this.#problem(pointer, `The patterns of this schema are too large together. ${advice}`)
    }
    return known
  }

  #read(node: SchemaNode, schema: Json): void {
    const at = (keyword: string) => `${node.pointer}/${escaped(keyword)}`
    const one = (keyword: string): SchemaNode | undefined =>
      isSchema(schema[keyword]) ? this.#node(schema[keyword], at(keyword)) : undefined
    const list = (keyword: string): SchemaNode[] | undefined => {
      const given = schema[keyword]
      if (!Array.isArray(given)) return undefined
      return given.map((each, index) => this.#node(each, `${at(keyword)}/${index}`))
    }
    const named = (keyword: string): [string, unknown, string][] => {
      const given = schema[keyword]
      if (!isObject(given)) return []
      return Object.entries(given).map(([key, each]) => [
        key,
        each,
        `${at(keyword)}/${escaped(key)}`,
      ])
    }

    this.#readValues(node, schema, at)
    node.ref = this.#reference(node, schema, '$ref')
    const dynamic = this.#reference(node, schema, '$dynamicRef')
    node.allOf = [...(list('allOf') ?? []), ...(dynamic ? [dynamic] : [])]
    node.anyOf = list('anyOf')
    node.oneOf = list('oneOf')
    node.not = one('not')
    const test = one('if')
    if (test) node.condition = { test, then: one('then'), else: one('else') }

    node.prefixItems = list('prefixItems') ?? []
    node.items = one('items')
    const contains = one('contains')
    const min = numberOf(schema['minContains']) ?? 1
    if (contains) node.contains = { node: contains, min, max: numberOf(schema['maxContains']) }
    node.unevaluatedItems = one('unevaluatedItems')

    for (const [key, each, pointer] of named('properties'))
      node.properties.set(key, this.#node(each, pointer))
    for (const [text, each, pointer] of named('patternProperties')) {
      const pattern = this.#pattern(text, pointer)
      if (pattern) node.patternProperties.push({ pattern, node: this.#node(each, pointer) })
    }
    node.additionalProperties = one('additionalProperties')
    node.propertyNames = one('propertyNames')
    node.unevaluatedProperties = one('unevaluatedProperties')
    for (const [key, each] of named('dependentRequired'))
      node.dependentRequired.push([key, textsOf(each)])
    for (const [key, each, pointer] of named('dependentSchemas'))
      node.dependentSchemas.push([key, this.#node(each, pointer)])
    // An older keyword that means both.
    for (const [key, each, pointer] of named('dependencies')) {
      if (Array.isArray(each)) node.dependentRequired.push([key, textsOf(each)])
      else node.dependentSchemas.push([key, this.#node(each, pointer)])
    }
    if (node.unevaluatedItems ?? node.unevaluatedProperties) this.#tracks = true
  }

  #readValues(node: SchemaNode, schema: Json, at: (keyword: string) => string): void {
    const { type, format } = schema
    node.messages = schema[messageKeyword]
    node.kind = schema['x-formFieldType']
    const types = typeof type === 'string' ? [type] : textsOf(type)
    if (types.length > 0) {
      node.types = new Set(schema['nullable'] === true ? [...types, 'null'] : types)
      node.typeNames = type
    }
    const valuesOf = (listed: unknown[]) => ({ values: new ValueSet(listed), listed })
    const allowed = schema['enum']
    if (Array.isArray(allowed)) node.allowed = { ...valuesOf(allowed), keyword: 'enum' }
    if (Object.hasOwn(schema, 'const'))
      node.constant = { ...valuesOf([schema['const']]), keyword: 'const' }
    const bounds = ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf']
    for (const keyword of bounds) {
      const limit = numberOf(schema[keyword])
      if (limit !== undefined) node.numbers.push([keyword, limit])
    }
    const counts = ['minLength', 'maxLength', 'minItems', 'maxItems'] as const
    for (const keyword of [...counts, 'minProperties', 'maxProperties'] as const)
      node[keyword] = numberOf(schema[keyword])
    node.uniqueItems = schema['uniqueItems'] === true
    node.required = textsOf(schema['required'])
    node.pattern = this.#pattern(schema['pattern'], at('pattern'))
    const known = formatOf(format)
    if (known) node.format = { name: String(format), known }
    if (!isObject(schema['properties'])) return
    for (const [key, property] of Object.entries(schema['properties'])) {
      if (!isObject(property) || property['default'] === undefined) continue
      const value = property['default']
      node.defaults.push({ key, value, size: JSON.stringify(value).length })
    }
  }
}
