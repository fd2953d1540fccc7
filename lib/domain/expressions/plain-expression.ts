import { valueFunctions } from './value-functions.ts'

/** A node of JSONata's syntax tree, in the full form that its published type leaves out. */
type Node = { type: string; value?: unknown; [part: string]: unknown }

/**
 * What computing may still cost; a computation that needs more throws `undecided`. `values` counts
 * values copied, compared and put into lists, and each 64 characters joined or compared;
 * `characters` counts those of texts in the result, including names of fields.
 */
export type Budget = { values: number; characters: number }
type Compute = (context: object, budget: Budget) => unknown

/**
 * Thrown when only JSONata itself knows the result: a list in the middle of a path, a wrong type, a
 * number that JSON does not have.
 */
export const undecided = new Error('JSONata has to compute this expression')
// One error for all, since its stack is never read.
const give = (): never => {
  throw undecided
}

const deepest = 100
const charactersPerValue = 64

function spend(budget: Budget, values: number): void {
  budget.values -= values
  if (budget.values < 0) give()
}

const spendCharacters = (budget: Budget, count: number): void =>
  spend(budget, 1 + count / charactersPerValue)

/**
 * Computes like JSONata, in a twentieth of its time and without a promise, for expressions that
 * only follow names, compare, compute, join texts, write values as text, choose, count (`[1..n]`),
 * and build lists and objects: most of those that people write. Undefined for any other. The context is an object. The computation
 * throws `undecided` for values for which it cannot guarantee JSONata's result; then JSONata
 * computes the expression, so there are no rules of its own about errors. `undefined` is JSONata's
 * *nothing*.
 *
 * It runs in a process that serves others, so its cost is bounded by counting: each node of the
 * tree is computed once, and costs that depend on the size of values are taken from a budget.
 */
export function plainExpression(tree: unknown): Compute | undefined {
  return compute(tree, 0)
}

function compute(tree: unknown, depth: number): Compute | undefined {
  if (typeof tree !== 'object' || tree === null || depth > deepest) return undefined
  const node = tree as Node
  const make = kinds.get(node.type)
  const parts = make?.parts ?? []
  if (!make || !hasOnly(node, parts)) return undefined
  return make.from(node, (part) => compute(part, depth + 1))
}

/** An unknown part (a filter, a sort, a mark that keeps a list) changes what a node means. */
const hasOnly = (node: Node, parts: string[] = []): boolean =>
  Object.entries(node).every(
    ([part, value]) =>
      part === 'type' ||
      part === 'value' ||
      part === 'position' ||
      value === undefined ||
      parts.includes(part),
  )

type Kind = {
  parts?: string[]
  from(node: Node, inner: (part: unknown) => Compute | undefined): Compute | undefined
}

const literal: Kind = {
  from:
    ({ value }) =>
    () =>
      value,
}

const kinds = new Map<string, Kind>([
  ['string', literal],
  ['number', literal],
  ['value', literal],
  ['path', { parts: ['steps'], from: ({ steps }) => path(steps as Node[]) }],
  [
    'binary',
    {
      parts: ['lhs', 'rhs'],
      from: ({ value, lhs, rhs }, inner) => binary(String(value), inner(lhs), inner(rhs)),
    },
  ],
  ['unary', { parts: ['expression', 'expressions', 'lhs'], from: unary }],
  ['block', { parts: ['expressions'], from: ({ expressions }, inner) => only(expressions, inner) }],
  ['condition', { parts: ['condition', 'then', 'else'], from: choice }],
  ['function', { parts: ['arguments', 'procedure'], from: call }],
])

/** One expression in brackets. */
function only(
  expressions: unknown,
  inner: (part: unknown) => Compute | undefined,
): Compute | undefined {
  return Array.isArray(expressions) && expressions.length === 1 ? inner(expressions[0]) : undefined
}

const isName = (step: Node): boolean => step.type === 'name' && hasOnly(step)

/** Names joined by dots, from the root: `start.patient.name`. */
function path(steps: Node[]): Compute | undefined {
  if (!steps.every(isName)) return undefined
  const names = steps.map(({ value }) => String(value))
  return (context) => {
    let value: unknown = context
    for (const name of names) {
      if (typeof value !== 'object' || value === null) return undefined
      if (Array.isArray(value)) give()
      value = Object.hasOwn(value, name) ? (value as Record<string, unknown>)[name] : undefined
    }
    return value
  }
}

function unary(node: Node, inner: (part: unknown) => Compute | undefined): Compute | undefined {
  if (node.value === '{') return object(node.lhs as [Node, unknown][], inner)
  if (node.value === '[') return list(node.expressions as Node[], inner)
  const of = node.value === '-' ? inner(node.expression) : undefined
  return (
    of &&
    ((context, budget) => {
      const value = of(context, budget)
      return value === undefined ? undefined : -numberOf(value)
    })
  )
}

/** Names are texts, each once; a field without a value is left out. */
function object(
  pairs: [Node, unknown][],
  inner: (part: unknown) => Compute | undefined,
): Compute | undefined {
  const names = pairs.map(([name]) =>
    name.type === 'string' && inner(name) ? String(name.value) : undefined,
  )
  if (new Set(names).size < names.length) return undefined
  const fields: [string, Compute][] = []
  for (const [index, [, value]] of pairs.entries()) {
    const name = names[index]
    const of = inner(value)
    if (!of || name === undefined || name === '__proto__' || name.startsWith('_jsonata_'))
      return undefined
    fields.push([name, of])
  }
  return (context, budget) => {
    const made: Record<string, unknown> = {}
    for (const [name, of] of fields) {
      const value = of(context, budget)
      if (value !== undefined) made[name] = value
    }
    return made
  }
}

/** Lists that are not written as lists are flattened into the list around them. */
function list(items: Node[], inner: (part: unknown) => Compute | undefined): Compute | undefined {
  const made: { of: Compute; whole: boolean }[] = []
  for (const item of items) {
    const of = isRange(item) ? range(inner(item.lhs), inner(item.rhs)) : inner(item)
    if (!of) return undefined
    made.push({ of, whole: item.value === '[' })
  }
  return (context, budget) => {
    const values: unknown[] = []
    for (const { of, whole } of made) {
      const value = of(context, budget)
      if (value === undefined) continue
      const poured: unknown[] = Array.isArray(value) && !whole ? value : [value]
      spend(budget, poured.length)
      for (const one of poured) values.push(one)
    }
    return values
  }
}

/** `first..last`, which JSONata reads only inside of a list. */
const isRange = (node: Node): boolean =>
  node.type === 'binary' && node.value === '..' && hasOnly(node, ['lhs', 'rhs'])

/** Whole numbers from the first to the last; nothing when an end is nothing, or comes first. */
function range(first: Compute | undefined, last: Compute | undefined): Compute | undefined {
  if (!first || !last) return undefined
  return (context, budget) => {
    const from = first(context, budget)
    const to = last(context, budget)
    for (const end of [from, to]) if (end !== undefined && !Number.isSafeInteger(end)) give()
    if (from === undefined || to === undefined) return undefined
    const length = Math.max(0, Number(to) - Number(from) + 1)
    spend(budget, length)
    return Array.from({ length }, (_, index) => Number(from) + index)
  }
}

/** `a ? b : c`, and `a ?? b`, which the parser rewrites as `$exists(a) ? a : b`. */
function choice(node: Node, inner: (part: unknown) => Compute | undefined): Compute | undefined {
  const condition = inner(node.condition)
  const then = inner(node.then)
  const otherwise: Compute | undefined =
    node.else === undefined ? () => undefined : inner(node.else)
  if (!condition || !then || !otherwise) return undefined
  return (context, budget) =>
    truthOf(condition(context, budget)) ? then(context, budget) : otherwise(context, budget)
}

function call(
  { value, arguments: given, procedure }: Node,
  inner: (part: unknown) => Compute | undefined,
): Compute | undefined {
  const called = procedure as Node
  if (value !== '(' || called.type !== 'variable' || !hasOnly(called)) return undefined
  if (called.value === 'exists') {
    const of = only(given, inner)
    return of && ((context, budget) => of(context, budget) !== undefined)
  }
  return valueFunction(String(called.value), given as Node[], inner)
}

/** A function that writes a value as text (value-functions.ts). */
function valueFunction(
  name: string,
  given: Node[],
  inner: (part: unknown) => Compute | undefined,
): Compute | undefined {
  const work = valueFunctions.get(name)
  const parts = given.map(inner)
  if (!work || parts.length === 0 || !parts.every((part) => part !== undefined)) return undefined
  return (context, budget) => {
    const values = parts.map((of) => of(context, budget))
    for (const one of values) spendValue(budget, one)
    try {
      return work(...values)
    } catch {
      return give()
    }
  }
}

/** A single value, or a list of single values; JSONata's process takes those that go deeper. */
function spendValue(budget: Budget, value: unknown): void {
  const parts: unknown[] = Array.isArray(value) ? value : [value]
  for (const part of parts) {
    if (typeof part === 'object' && part !== null) give()
    spendCharacters(budget, typeof part === 'string' ? part.length : 0)
  }
}

function numberOf(value: unknown): number {
  return typeof value === 'number' && Number.isFinite(value) ? value : give()
}

/** JSONata has its own rules for the truth of lists and objects. */
function truthOf(value: unknown): boolean {
  return typeof value === 'object' && value !== null ? give() : Boolean(value)
}

function textOf(value: unknown): string {
  if (value === undefined) return ''
  if (typeof value === 'string') return value
  return Number.isSafeInteger(value) || typeof value === 'boolean' || value === null
    ? JSON.stringify(value)
    : give()
}

type Work = (left: unknown, right: unknown, budget: Budget) => unknown

/** Nothing combined with anything is nothing; JSONata decides about a result that is no number. */
const arithmetic =
  (work: (left: number, right: number) => number): Work =>
  (left, right) => {
    if (left !== undefined) numberOf(left)
    if (right !== undefined) numberOf(right)
    return left === undefined || right === undefined
      ? undefined
      : numberOf(work(left as number, right as number))
  }

type Compare = (left: string | number, right: string | number) => boolean

const comparison =
  (work: Compare): Work =>
  (left, right, budget) => {
    spendComparison(left, right, budget)
    const both =
      (typeof left === 'number' && typeof right === 'number') ||
      (typeof left === 'string' && typeof right === 'string')
    return both ? work(left as number, right as number) : give()
  }

/** Texts are compared up to the length of the shorter one. */
function spendComparison(left: unknown, right: unknown, budget: Budget): void {
  const texts = typeof left === 'string' && typeof right === 'string'
  spendCharacters(budget, texts ? Math.min(left.length, right.length) : 0)
}

/** Undefined when either is nothing, which equals nothing and differs from nothing. */
function equal(left: unknown, right: unknown, budget: Budget): boolean | undefined {
  if (left === undefined || right === undefined) return undefined
  spendComparison(left, right, budget)
  if (typeof left === 'object' && left !== null && typeof right === 'object' && right !== null)
    give()
  return left === right
}

function join(left: unknown, right: unknown, budget: Budget): string {
  const one = textOf(left)
  const other = textOf(right)
  spendCharacters(budget, one.length + other.length)
  return one + other
}

function isIn(left: unknown, right: unknown, budget: Budget): boolean {
  if (left === undefined || right === undefined) return false
  const list: unknown[] = Array.isArray(right) ? right : [right]
  return list.some((one) => {
    spendComparison(left, one, budget)
    return one === left
  })
}

const operators = new Map<string, Work>([
  ['+', arithmetic((left, right) => left + right)],
  ['-', arithmetic((left, right) => left - right)],
  ['*', arithmetic((left, right) => left * right)],
  ['/', arithmetic((left, right) => left / right)],
  ['%', arithmetic((left, right) => left % right)],
  ['<', comparison((left, right) => left < right)],
  ['<=', comparison((left, right) => left <= right)],
  ['>', comparison((left, right) => left > right)],
  ['>=', comparison((left, right) => left >= right)],
  ['=', (left, right, budget) => equal(left, right, budget) ?? false],
  ['!=', (left, right, budget) => equal(left, right, budget) === false],
  ['&', join],
  ['in', isIn],
])

function binary(
  operator: string,
  left: Compute | undefined,
  right: Compute | undefined,
): Compute | undefined {
  if (!left || !right) return undefined
  if (operator === 'and')
    return (context, budget) => truthOf(left(context, budget)) && truthOf(right(context, budget))
  if (operator === 'or')
    return (context, budget) => truthOf(left(context, budget)) || truthOf(right(context, budget))
  const work = operators.get(operator)
  return work && ((context, budget) => work(left(context, budget), right(context, budget), budget))
}
