import jsonata from 'jsonata'
import { isExpression } from '../workflow/is-expression.ts'
import { ExpressionError, expressionError } from './expression-error.ts'
import { longestExpression, maxEffortTogether, parseEffort } from './expression-effort.ts'
import { noReferences, referencesOfTree, type References } from './expression-references.ts'
import { checkPatterns } from './linear-regexp.ts'
import { refuseUnfinished } from './unfinished.ts'
import { plainExpression, undecided, type Budget } from './plain-expression.ts'
import { toPlainJson } from './plain-json.ts'

/**
 * This module is cheap enough for any process: it reads expressions, finds what they name, and
 * computes the plain ones (plain-expression.ts), whose cost is counted. JSONata itself computes the
 * others in other processes (compute-expressions.ts).
 */

const cacheSize = 2000

type Compiled = {
  references: References
  plain: ReturnType<typeof plainExpression>
  effort: number
}
export type ParsedExpression =
  | { ok: true; references: References; effort: number }
  | { ok: false; message: string; position: number | undefined; effort: number }

type Entry = { compiled: Compiled | ExpressionError; effort: number }
const cache = new Map<string, Entry>()
let cachedEffort = 0

function compile(text: string): Entry {
  // Refusing a text costs reading it.
  let effort = Math.min(text.length, longestExpression)
  try {
    effort = parseEffort(text)
    refuseUnfinished(text)
    const tree = jsonata(text).ast()
    checkPatterns(tree)
    const read = referencesOfTree(tree)
    const plain = plainExpression(tree)
    return { compiled: { references: read, plain, effort }, effort }
  } catch (thrown) {
    return { compiled: expressionError(thrown), effort }
  }
}

/** Inserted again at each use, so that the first entry of the cache is the least recently used. */
function entryOf(text: string): Entry {
  const known = cache.get(text)
  if (known) cache.delete(text)
  const entry = known ?? compile(text)
  if (!known) cachedEffort += entry.effort
  cache.set(text, entry)
  for (const [oldest, { effort }] of cache) {
    if (cache.size <= cacheSize && cachedEffort <= maxEffortTogether) break
    cache.delete(oldest)
    cachedEffort -= effort
  }
  return entry
}

function compiledOrThrow(text: string): Compiled {
  const { compiled } = entryOf(text)
  if (compiled instanceof ExpressionError) throw compiled
  return compiled
}

/**
 * Whether the text is an expression, and what it reads; nothing is computed. `effort` is the
 * maximum cost of the parse (expression-effort.ts).
 */
export function parseExpression(text: string): ParsedExpression {
  const { compiled, effort } = entryOf(text)
  if (!(compiled instanceof ExpressionError))
    return { ok: true, references: compiled.references, effort }
  return { ok: false, message: compiled.message, position: compiled.position, effort }
}

/** What an expression reads; empty when it does not parse. */
export function references(text: string): References {
  const parsed = parseExpression(text)
  return parsed.ok ? parsed.references : noReferences
}

/** Fields called `_jsonata_…` are ordinary data. */
const noFunctions = (): boolean => false

/** Computes a plain expression; throws `undecided` or an ExpressionError. */
function evaluateNow({ plain }: Compiled, context: unknown, budget: Budget): unknown {
  const isObject = typeof context === 'object' && context !== null && !Array.isArray(context)
  if (!plain || !isObject) throw undecided
  return toPlainJson(plain(context, budget), budget, noFunctions)
}

/**
 * Whether an expression only follows names, compares, computes and builds, so that its cost depends
 * only on what it names and makes (plain-expression.ts). For some values JSONata still has to
 * compute it.
 */
export function isPlain(text: string): boolean {
  const { compiled } = entryOf(text)
  return !(compiled instanceof ExpressionError) && compiled.plain !== undefined
}

export type ExpressionSite = { path: string; text: string }

/** Finds every expression inside a config, with its dotted path. */
export function expressionsIn(config: unknown, path = ''): ExpressionSite[] {
  if (isExpression(config)) return [{ path, text: config.$ }]
  if (typeof config !== 'object' || config === null) return []
  return Object.entries(config).flatMap(([key, value]) =>
    expressionsIn(value, path ? `${path}.${key}` : key),
  )
}

/** What all expressions of a config read together. */
export function configReferences(config: unknown): References {
  const all = expressionsIn(config).map((site) => references(site.text))
  const union = (pick: (one: References) => string[]): string[] => [...new Set(all.flatMap(pick))]
  return {
    steps: union((one) => one.steps),
    startFields: union((one) => one.startFields),
    unknown: union((one) => one.unknown),
    allSteps: all.some((one) => one.allSteps),
    start: all.some((one) => one.start),
    run: all.some((one) => one.run),
    item: all.some((one) => one.item),
    error: all.some((one) => one.error),
  }
}

/** Expressions of definitions stay the same objects, so each is looked up only once. */
const compiledOf = new WeakMap<object, { text: string; compiled: Compiled }>()

function compiledExpression(config: { $: string }): Compiled {
  const known = compiledOf.get(config)
  if (known?.text === config.$) return known.compiled
  const compiled = compiledOrThrow(config.$)
  compiledOf.set(config, { text: config.$, compiled })
  return compiled
}

type Replace = (expression: { $: string }, path: string) => unknown

/** Replaces each expression of a config, at any depth. */
function replaced(config: unknown, replace: Replace, path = ''): unknown {
  if (isExpression(config)) return replace(config, path)
  if (typeof config !== 'object' || config === null) return config
  const at = (key: string | number): string => (path ? `${path}.${key}` : String(key))
  if (Array.isArray(config))
    return config.map((value, index) => replaced(value, replace, at(index)))
  const entries = Object.entries(config)
  return Object.fromEntries(entries.map(([key, value]) => [key, replaced(value, replace, at(key))]))
}

/**
 * Replaces the expressions of a config like `resolveConfig`, but at once and without JSONata, which
 * may take seconds. Undefined when that is not possible, or when the expressions cost more than the
 * budget has left.
 */
export function resolveAtOnce(
  config: Record<string, unknown>,
  context: unknown,
  budget: Budget,
): unknown {
  try {
    return replaced(config, (each) => evaluateNow(compiledExpression(each), context, budget))
  } catch {
    return undefined
  }
}

/**
 * Computes expressions by JSONata, one after the other over the same context, which has only the
 * part that they read. Throws ExpressionError whose `path` names the field at fault, when it is
 * known.
 */
export type ComputeExpressions = (
  sites: ExpressionSite[],
  context: Record<string, unknown>,
) => Promise<unknown[]>

/** The maximum cost of the plain expressions of one config together: some tens of milliseconds. */
const plainBudget = (): Budget => ({ values: 500_000, characters: 20_000_000 })

/**
 * Replaces every `{ "$": … }` of a config, at any depth, by its value. Computes plain expressions
 * at once and passes all others together to `compute`. Throws ExpressionError whose `path` and
 * message name the field.
 */
export async function resolveConfig<T>(
  config: T,
  context: Record<string, unknown>,
  compute: ComputeExpressions,
): Promise<T> {
  const others: ExpressionSite[] = []
  const budget = plainBudget()
  /** The value of each expression, in their order in the config. */
  const found: (() => unknown)[] = []
  let values: unknown[] = []
  const first = replaced(config, (each, path) => {
    const compiled = compiledAt(each, path)
    let value: unknown
    try {
      value = evaluateNow(compiled, context, budget)
      found.push(() => value)
    } catch {
      // JSONata meets the same error again and reports it.
      const place = others.push({ path, text: each.$ }) - 1
      found.push(() => values[place])
    }
    return value
  })
  if (others.length === 0) return first as T
  values = await compute(others, readBy(others, context))
  let place = 0
  return replaced(config, () => found[place++]?.()) as T
}

/**
 * Computes one expression for each item, which it sees as `item`: at once when that is possible for
 * all of them, else by one request to `compute`, whose context has the list of the items in place
 * of one. Throws ExpressionError.
 * @returns the values in the order of the items
 */
export async function resolveForItems(
  expression: { $: string },
  items: readonly unknown[],
  context: Context,
  compute: ComputeExpressions,
): Promise<unknown[]> {
  const compiled = compiledExpression(expression)
  const budget = plainBudget()
  try {
    return items.map((item) => evaluateNow(compiled, { ...context, item }, budget))
  } catch {
    const sites = [{ path: '', text: expression.$ }]
    return await compute(sites, { ...readBy(sites, context), item: items })
  }
}

function compiledAt(expression: { $: string }, path: string): Compiled {
  try {
    return compiledExpression(expression)
  } catch (thrown) {
    throw expressionError(thrown).at(path)
  }
}

type Context = Record<string, unknown>

/** The part of the context that the expressions read. */
function readBy(sites: ExpressionSite[], context: Context): Context {
  const read = sites.map(({ text }) => references(text))
  if (read.some(({ allSteps }) => allSteps)) return context
  const steps = context['steps']
  const named = new Set(read.flatMap((one) => one.steps))
  const isObject = typeof steps === 'object' && steps !== null
  const entries = isObject ? Object.entries(steps).filter(([id]) => named.has(id)) : []
  const seen: [string, unknown][] = [['steps', Object.fromEntries(entries)]]
  for (const name of ['run', 'item', 'error'] as const)
    if (name in context && read.some((one) => one[name])) seen.push([name, context[name]])
  if (read.some(({ start }) => start)) seen.push(['start', startReadBy(read, context['start'])])
  return Object.fromEntries(seen)
}

/** The named fields of the start data, unless an expression reads it as a whole. */
function startReadBy(read: References[], start: unknown): unknown {
  const isObject = typeof start === 'object' && start !== null && !Array.isArray(start)
  if (!isObject || read.some(({ wholeStart }) => wholeStart)) return start
  const named = new Set(read.flatMap(({ startFields }) => startFields))
  return Object.fromEntries(Object.entries(start).filter(([field]) => named.has(field)))
}
