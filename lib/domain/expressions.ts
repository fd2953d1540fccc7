import jsonata from 'jsonata'
import { isExpression } from './definition.ts'
import { noReferences, referencesOfTree, type References } from './expression-references.ts'
import { checkPatterns, LinearRegExp } from './linear-regexp.ts'
import { plainExpression, undecided } from './plain-expression.ts'
import { toPlainJson } from './plain-json.ts'

/** Milliseconds that one expression may compute. */
const defaultTimeoutMs = 2000
/** Nested evaluations (a recursive function uses about three a level) and the length of any one list. */
const maxDepth = 3000
const maxSequence = 1_000_000
const cacheSize = 2000

/** An expression that cannot be parsed or computed. `path` names the config field that it stands in, dotted; the message holds no data of the run. */
export class ExpressionError extends Error {
  /** The code of JSONata (`S0201`, `T2001`, …), or `expression`. */
  readonly code: string
  /** Characters from the start of the expression, when known. */
  readonly position: number | undefined
  readonly path: string
  constructor(code: string, message: string, position?: number, path = '') {
    super(message)
    this.name = 'ExpressionError'
    this.code = code
    this.position = position
    this.path = path
  }
}

type Compiled = { expression: jsonata.Expression; references: References; plain: ReturnType<typeof plainExpression> }
export type ParsedExpression = { ok: true; references: References } | { ok: false; message: string; position: number | undefined }

const cache = new Map<string, Compiled | ExpressionError>()

/** JSONata writes the value at fault into its messages; it may be patient data, so it is taken out. */
function messageOf(error: { message?: string; value?: unknown }): string {
  const message = error.message ?? 'The expression failed.'
  const shown = error.value === undefined ? undefined : JSON.stringify(error.value)
  return shown !== undefined && typeof error.value !== 'number' && shown.length > 2 ? message.replaceAll(shown, '…') : message
}

function expressionError(thrown: unknown): ExpressionError {
  if (thrown instanceof ExpressionError) return thrown
  if (thrown instanceof RangeError) return new ExpressionError('expression', 'The expression is nested too deeply.')
  const error = thrown as { code?: string; message?: string; position?: number; value?: unknown }
  if (error.code === 'D1012') return new ExpressionError(error.code, `The expression took longer than ${String(error.value)} ms. Look for a loop without an end.`, error.position)
  // Text of syntax errors is the expression's own, so it may be shown.
  return new ExpressionError(error.code ?? 'expression', error.code?.startsWith('S') ? (error.message ?? '') : messageOf(error), error.position)
}

function compile(text: string, timeoutMs = defaultTimeoutMs): Compiled {
  const key = `${timeoutMs}:${text}`
  let entry = cache.get(key)
  if (!entry) {
    try {
      const expression = jsonata(text, { timeout: timeoutMs, stack: maxDepth, sequence: maxSequence, RegexEngine: LinearRegExp as unknown as RegExpConstructor })
      checkPatterns(expression.ast())
      entry = { expression, references: referencesOfTree(expression.ast()), plain: plainExpression(expression.ast()) }
    } catch (thrown) {
      entry = expressionError(thrown)
    }
  } else cache.delete(key)
  // Set again at each use, so that the first entry is the one longest unused.
  cache.set(key, entry)
  if (cache.size > cacheSize) cache.delete(cache.keys().next().value as string)
  if (entry instanceof ExpressionError) throw entry
  return entry
}

/** Whether the text is an expression, and what it reads; nothing is computed. */
export function parseExpression(text: string): ParsedExpression {
  try {
    return { ok: true, references: compile(text).references }
  } catch (thrown) {
    const error = expressionError(thrown)
    return { ok: false, message: error.message, position: error.position }
  }
}

/** What an expression reads; nothing when it does not parse. */
export function references(text: string): References {
  const parsed = parseExpression(text)
  return parsed.ok ? parsed.references : noReferences
}

export type EvaluateOptions = {
  timeoutMs?: number
  /** The time that `$now()` and `$millis()` give; by default the machine's. */
  now?: Date
}

function clockOf(now: Date | undefined): Record<string, unknown> {
  if (!now) return {}
  type Focus = { environment: { lookup(name: string): { implementation(this: unknown, ...args: unknown[]): unknown } } }
  const implementation = function (this: Focus, picture?: string, timezone?: string): unknown {
    return this.environment.lookup('fromMillis').implementation.call(this, now.getTime(), picture, timezone)
  }
  return { now: { _jsonata_function: true, implementation }, millis: { _jsonata_function: true, implementation: () => now.getTime() } }
}

/** The value of a plain expression, or `undecided` thrown. */
function evaluateNow({ plain }: Compiled, context: unknown, budget?: { values: number }): unknown {
  if (!plain || typeof context !== 'object' || context === null || Array.isArray(context)) throw undecided
  return toPlainJson(plain(context), budget)
}

/** Whether an expression only follows names, compares, computes and builds, so that its cost is that of what it names and makes (plain-expression.ts); for some values JSONata has to be asked all the same. */
export function isPlain(text: string): boolean {
  try {
    return compile(text).plain !== undefined
  } catch {
    return false
  }
}

/**
 * Computes an expression over the context (`start`, `steps`, `run`, `item`, `error`). The result is plain JSON; nothing found is null.
 * Throws ExpressionError: bad syntax, a failing function, too long, too deep, too large.
 */
export async function evaluate(text: string, context: unknown, options: EvaluateOptions = {}): Promise<unknown> {
  try {
    const compiled = compile(text, options.timeoutMs)
    try {
      return evaluateNow(compiled, context)
    } catch (thrown) {
      if (thrown !== undecided) throw thrown
    }
    // `x[]` marks the list that it finds, also when that is the context's own, and later expressions would see the mark.
    const input = /\[\s*\]/.test(text) ? toPlainJson(context) : context
    return toPlainJson(await compiled.expression.evaluate(input, clockOf(options.now)))
  } catch (thrown) {
    throw expressionError(thrown)
  }
}

export type ExpressionSite = { path: string; text: string }

/** Every expression inside a config, with its dotted path. */
export function expressionsIn(config: unknown, path = ''): ExpressionSite[] {
  if (isExpression(config)) return [{ path, text: config.$ }]
  if (typeof config !== 'object' || config === null) return []
  return Object.entries(config).flatMap(([key, value]) => expressionsIn(value, path ? `${path}.${key}` : key))
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

/** Expressions of definitions stay the same objects, so each is looked up once. */
const compiledOf = new WeakMap<object, { text: string; compiled: Compiled }>()

function compiledExpression(config: { $: string }): Compiled {
  const known = compiledOf.get(config)
  if (known?.text === config.$) return known.compiled
  const compiled = compile(config.$)
  compiledOf.set(config, { text: config.$, compiled })
  return compiled
}

/** The config with its expressions replaced, when all of them are plain; else throws. */
function resolveNow(config: unknown, context: unknown, budget?: { values: number }): unknown {
  if (isExpression(config)) return evaluateNow(compiledExpression(config), context, budget)
  if (typeof config !== 'object' || config === null) return config
  if (Array.isArray(config)) return config.map((value) => resolveNow(value, context, budget))
  return Object.fromEntries(Object.entries(config).map(([key, value]) => [key, resolveNow(value, context, budget)]))
}

/**
 * The config with its expressions replaced as `resolveConfig` would, but at once and without JSONata, which may take seconds; undefined when that cannot be, or
 * when the expressions make more values than the budget has left.
 */
export function resolveAtOnce(config: Record<string, unknown>, context: unknown, budget: { values: number }): unknown {
  try {
    return resolveNow(config, context, budget)
  } catch {
    return undefined
  }
}

/**
 * The config with every `{ "$": … }`, at any depth, replaced by its value. Throws ExpressionError whose `path` and message name the field.
 */
export async function resolveConfig<T>(config: T, context: unknown, options: EvaluateOptions = {}): Promise<T> {
  try {
    return resolveNow(config, context) as T
  } catch {
    // Whatever it was, the longer way meets it again and says where.
    return (await resolveWith(config, context, options, '')) as T
  }
}

async function resolveWith(config: unknown, context: unknown, options: EvaluateOptions, path: string): Promise<unknown> {
  if (isExpression(config)) {
    try {
      return await evaluate(config.$, context, options)
    } catch (thrown) {
      const error = expressionError(thrown)
      throw new ExpressionError(error.code, path ? `${path}: ${error.message}` : error.message, error.position, path)
    }
  }
  if (typeof config !== 'object' || config === null) return config
  const at = (key: string | number): string => (path ? `${path}.${key}` : String(key))
  if (Array.isArray(config)) {
    const list: unknown[] = []
    for (const [index, value] of config.entries()) list.push(await resolveWith(value, context, options, at(index)))
    return list
  }
  const entries: [string, unknown][] = []
  for (const [key, value] of Object.entries(config)) entries.push([key, await resolveWith(value, context, options, at(key))])
  return Object.fromEntries(entries)
}
