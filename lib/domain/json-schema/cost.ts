import { schemaLimits } from './limits.ts'
import type { PreparedSchema, SchemaNode, SchemaProblem } from './prepare.ts'

/** The cost of a schema for one value: steps for itself, and for each character of a text. */
export type SchemaCost = { perValue: number; perCharacter: number }

/** Schemas that apply to the same value as this one. */
function inPlace(node: SchemaNode): SchemaNode[] {
  const { ref, allOf, anyOf, oneOf, not, condition, dependentSchemas } = node
  const nodes = [ref, ...allOf, ...(anyOf ?? []), ...(oneOf ?? []), not]
  nodes.push(condition?.test, condition?.then, condition?.else)
  nodes.push(...dependentSchemas.map(([, each]) => each))
  return nodes.filter((each) => each !== undefined)
}

class Refused extends Error {
  readonly problem: SchemaProblem
  constructor(pointer: string, message: string) {
    super(message)
    this.problem = { pointer, message }
  }
}

/**
 * Sorts the nodes so that each comes after those that apply to the same value. Throws for a circle.
 */
function innerFirst(nodes: SchemaNode[]): Map<SchemaNode, SchemaNode[]> {
  const order = new Map<SchemaNode, SchemaNode[]>()
  const chains = new Map<SchemaNode, number>()
  const visit = (node: SchemaNode, open: Set<SchemaNode>): number => {
    const known = chains.get(node)
    if (known !== undefined) return known
    if (open.has(node))
      throw new Refused(
        node.pointer,
        'This schema refers to itself at the same value, so it never ends. Refer to it from a ' +
          'field or an entry instead.',
      )
    open.add(node)
    if (open.size > schemaLimits.chain)
      throw new Refused(
        node.pointer,
        `More than ${schemaLimits.chain} references and alternatives lead to one another here. ` +
          'Make the schema flatter.',
      )
    const inner = inPlace(node)
    const longest = inner.reduce((most, each) => Math.max(most, visit(each, open)), 0)
    open.delete(node)
    if (longest >= schemaLimits.chain)
      throw new Refused(node.pointer, 'Too many references lead on from here. Make it flatter.')
    chains.set(node, longest + 1)
    order.set(node, inner)
    return longest + 1
  }
  for (const node of nodes) visit(node, new Set())
  return order
}

/** The cost of the children of a value: of those with a name, of others, of entries. */
type Children = { names: Map<string, number>; others: number; entries: number }

type Weights = {
  limit: number
  /** Steps of the keywords of this node itself. */
  own(node: SchemaNode): number
  /** Steps for each of its fields, whatever their schemas are. */
  field(node: SchemaNode): number
  /** Steps for each value within, at any depth. */
  within(node: SchemaNode): number
  advice: string
}

const states = ({ patternProperties }: SchemaNode): number =>
  patternProperties.reduce((all, { pattern }) => all + pattern.states, 0)

const ofValues: Weights = {
  limit: schemaLimits.stepsPerValue,
  own: ({ properties, required, defaults, dependentRequired, verdict }) =>
    verdict === undefined
      ? 1 +
        properties.size +
        required.length +
        defaults.reduce((all, { size }) => all + 1 + size / 16, 0) +
        dependentRequired.reduce((all, [, needed]) => all + 1 + needed.length, 0)
      : 0,
  field: ({ patternProperties }) => patternProperties.length,
  within: ({ uniqueItems }) => (uniqueItems ? 10 : 0),
  advice:
    'The references and alternatives below it multiply: refer to each schema fewer times, or ' +
    'write one schema in place of several that refer to the same.',
}

const ofCharacters: Weights = {
  limit: schemaLimits.stepsPerCharacter,
  own: ({ pattern, format }) => (pattern?.states ?? 0) + (format ? 1 : 0),
  field: states,
  within: ({ uniqueItems }) => (uniqueItems ? 1 / 4 : 0),
  advice: 'The patterns below it are too large together: use fewer, shorter patterns.',
}

/** Adds up the cost of one value at each level of data, until it no longer grows. */
class Reckoning {
  readonly #order: Map<SchemaNode, SchemaNode[]>
  readonly #weights: Weights
  readonly #here = new Map<SchemaNode, number>()
  #sums = 0
  most = 0

  constructor(order: Map<SchemaNode, SchemaNode[]>, weights: Weights) {
    this.#order = order
    this.#weights = weights
    for (const [node, inner] of order)
      this.#note(
        node,
        inner.reduce((all, each) => all + this.#of(each), weights.own(node)),
      )
    let before = new Map(this.#here)
    for (let level = 1; level <= schemaLimits.levels; level++) {
      const next = this.#below(before)
      if ([...next].every(([node, steps]) => steps === before.get(node))) return
      before = next
    }
  }

  #of(node: SchemaNode | undefined): number {
    return node ? (this.#here.get(node) ?? 0) : 0
  }

  #note(node: SchemaNode, steps: number, into = this.#here): void {
    into.set(node, steps)
    this.most = Math.max(this.most, steps)
    const { limit, advice } = this.#weights
    if (steps > limit)
      throw new Refused(
        node.pointer,
        `This is too much work to check: more than ${limit} steps for one value. ${advice}`,
      )
  }

  #spend(sums: number): void {
    this.#sums += sums
    if (this.#sums > schemaLimits.reckoning)
      throw new Refused('', 'This schema is too entangled to be checked. Make it simpler.')
  }

  #children(node: SchemaNode, at: Map<SchemaNode, number>): Children {
    const of = (each: SchemaNode | undefined): number => (each ? (at.get(each) ?? 0) : 0)
    const { properties, patternProperties, prefixItems } = node
    const always =
      this.#weights.field(node) +
      of(node.unevaluatedProperties) +
      (node.propertyNames ? this.#of(node.propertyNames) : 0) +
      patternProperties.reduce((all, each) => all + of(each.node), 0)
    const names = new Map<string, number>()
    this.#spend(1 + properties.size + patternProperties.length + prefixItems.length)
    for (const [key, each] of properties) names.set(key, of(each) + always)
    return {
      names,
      others: always + of(node.additionalProperties),
      entries:
        prefixItems.reduce((all, each) => Math.max(all, of(each)), of(node.items)) +
        of(node.contains?.node) +
        of(node.unevaluatedItems),
    }
  }

  #add(into: Children, other: Children): void {
    this.#spend(1 + into.names.size + other.names.size)
    for (const [key, steps] of into.names)
      if (!other.names.has(key)) into.names.set(key, steps + other.others)
    for (const [key, steps] of other.names)
      into.names.set(key, (into.names.get(key) ?? into.others) + steps)
    into.others += other.others
    into.entries += other.entries
  }

  /** Steps one level further down, from those of the level above. */
  #below(at: Map<SchemaNode, number>): Map<SchemaNode, number> {
    const children = new Map<SchemaNode, Children>()
    const next = new Map<SchemaNode, number>()
    for (const [node, inner] of this.#order) {
      const all = this.#children(node, at)
      for (const each of inner) {
        const other = children.get(each)
        if (other) this.#add(all, other)
      }
      const within = this.#weights.within(node)
      all.entries += within
      children.set(node, all)
      let steps = Math.max(all.others, all.entries)
      for (const each of all.names.values()) steps = Math.max(steps, each)
      this.#note(node, steps, next)
    }
    return next
  }
}

/**
 * The maximum cost of a prepared schema for one value of data and for one character, or why and
 * where it is too costly. Data with `n` values and `c` characters takes at most `n * perValue + c *
 * perCharacter` steps, up to 16 levels of a schema that refers to itself.
 */
export function costOf({ nodes }: PreparedSchema): SchemaCost | SchemaProblem {
  try {
    const order = innerFirst(nodes)
    return {
      perValue: new Reckoning(order, ofValues).most,
      perCharacter: new Reckoning(order, ofCharacters).most,
    }
  } catch (error) {
    if (error instanceof Refused) return error.problem
    throw error
  }
}
