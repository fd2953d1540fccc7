type Schema = Record<string, unknown>

/** Levels of objects and lists; what is deeper is `any`. */
const maxDepth = 8
/** Parts of one type, so that a large schema makes no huge declaration. */
const maxParts = 3000
/** A longer list of values is their kind: text, number. */
const maxValues = 40
const maxComment = 200

/** Keywords that may add fields, or say more of a value than a type can. */
const opening = (
  'if then else not dependentSchemas dependentRequired patternProperties propertyNames ' +
  'unevaluatedProperties $dynamicRef'
).split(' ')

const isSchema = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** A property's name as TypeScript writes it. */
export const nameInType = (name: string): string =>
  /^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name)

/**
 * What people call a value, above its declaration: editors show it. TypeScript takes only a comment
 * at the start of a line for one of what follows.
 */
export function commentOf(...texts: unknown[]): string {
  const all = texts.filter((text) => typeof text === 'string' && text.trim() !== '')
  const line = [...new Set(all)].join('. ').replaceAll(/\s+/g, ' ').replaceAll('*/', '* /').trim()
  return line === '' ? '' : `\n/** ${line.slice(0, maxComment).toWellFormed()} */ `
}

function literal(value: unknown): string | undefined {
  const isPlain = value === null || typeof value === 'string' || typeof value === 'boolean'
  if (isPlain || (typeof value === 'number' && Number.isFinite(value))) return JSON.stringify(value)
  return undefined
}

function unionOf(types: string[]): string {
  const all = [...new Set(types)]
  if (all.length === 0 || all.includes('any')) return 'any'
  const [only] = all
  return all.length === 1 && only !== undefined ? only : `(${all.join(' | ')})`
}

const kinds: Record<string, string> = {
  string: 'string',
  number: 'number',
  integer: 'number',
  boolean: 'boolean',
  null: 'null',
}

/** How a schema is written. `closed`: objects that list fields have no others, as forms do. */
export type TypeOptions = { closed?: boolean }

class TypeWriter {
  #parts = 0
  readonly #root: Schema
  readonly #closed: boolean

  constructor(root: Schema, { closed = false }: TypeOptions) {
    this.#root = root
    this.#closed = closed
  }

  type(schema: unknown, depth = 0): string {
    this.#parts += 1
    if (!isSchema(schema) || depth > maxDepth || this.#parts > maxParts) return 'any'
    if (typeof schema['$ref'] === 'string') return this.#referred(schema['$ref'], depth)
    if ('const' in schema) return literal(schema['const']) ?? 'any'
    if (Array.isArray(schema['enum'])) return this.#values(schema['enum'])
    const choices = [schema['anyOf'], schema['oneOf']].filter((each) => Array.isArray(each))
    const all = Array.isArray(schema['allOf']) ? schema['allOf'] : []
    if (choices.length === 0 && all.length === 0) return this.#plain(schema, depth)
    // Beside alternatives an object may have fields that only they name.
    const own = 'properties' in schema ? [this.#object(schema, depth, false)] : []
    const parts = [
      ...own,
      ...all.map((each) => this.type(each, depth + 1)),
      ...choices.map((each) => unionOf(each.map((one) => this.type(one, depth + 1)))),
    ]
    const known = parts.filter((part) => part !== 'any')
    if (known.length < parts.length || known.length === 0) return 'any'
    return known.length === 1 ? (known[0] ?? 'any') : `(${known.join(' & ')})`
  }

  #values(values: unknown[]): string {
    const literals = values.map(literal)
    if (literals.includes(undefined)) return 'any'
    if (values.length <= maxValues) return unionOf(literals.map((each) => each ?? 'any'))
    return unionOf(values.map((value) => (value === null ? 'null' : typeof value)))
  }

  #plain(schema: Schema, depth: number): string {
    const { type } = schema
    if (Array.isArray(type))
      return unionOf(type.map((each) => this.#ofKind({ ...schema, type: each as unknown }, depth)))
    if (type !== undefined) return this.#ofKind(schema, depth)
    if ('properties' in schema) return this.#object(schema, depth, this.#closed)
    return 'items' in schema ? this.#list(schema, depth) : 'any'
  }

  #ofKind(schema: Schema, depth: number): string {
    const { type } = schema
    if (type === 'object') return this.#object(schema, depth, this.#closed)
    if (type === 'array') return this.#list(schema, depth)
    return kinds[String(type)] ?? 'any'
  }

  #list({ items, prefixItems }: Schema, depth: number): string {
    if (Array.isArray(prefixItems) || !isSchema(items)) return 'any[]'
    return `Array<${this.type(items, depth + 1)}>`
  }

  #object(schema: Schema, depth: number, closed: boolean): string {
    const properties = isSchema(schema['properties']) ? schema['properties'] : {}
    const names = Object.keys(properties)
    const more = schema['additionalProperties']
    const isOpen =
      opening.some((keyword) => keyword in schema) ||
      (more === undefined ? !closed || names.length === 0 : more !== false)
    if (names.length === 0) {
      if (more === false && !isOpen) return '{}'
      return isSchema(more) ? `{ [name: string]: ${this.type(more, depth + 1)} }` : 'any'
    }
    const required = Array.isArray(schema['required']) ? schema['required'] : []
    const fields = names.map((name) => {
      const property = properties[name]
      const { title, description } = isSchema(property) ? property : {}
      const mark = required.includes(name) ? '' : '?'
      // Every object has a `constructor` already.
      const type = name in Object.prototype ? 'any' : this.type(property, depth + 1)
      return `${commentOf(title, description)}${nameInType(name)}${mark}: ${type}`
    })
    return `{ ${[...fields, ...(isOpen ? ['[name: string]: any'] : [])].join('; ')} }`
  }

  #referred(pointer: string, depth: number): string {
    if (!pointer.startsWith('#')) return 'any'
    let found: unknown = this.#root
    for (const part of pointer.slice(1).split('/').filter(Boolean)) {
      const name = part.replaceAll('~1', '/').replaceAll('~0', '~')
      found = isSchema(found) && Object.hasOwn(found, name) ? found[name] : undefined
    }
    return this.type(found, depth + 1)
  }
}

/**
 * A JSON Schema as a TypeScript type. What the schema leaves open is `any`: a type never says more
 * than the schema.
 */
export function typeOfSchema(schema: Schema, options: TypeOptions = {}): string {
  return new TypeWriter(schema, options).type(schema)
}
