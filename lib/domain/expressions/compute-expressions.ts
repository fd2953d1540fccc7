import jsonata from 'jsonata'
import { ExpressionError, expressionError } from './expression-error.ts'
import { parseEffort } from './expression-effort.ts'
import { checkPatterns, LinearRegExp } from './linear-regexp.ts'
import { fullRoom, toPlainJson } from './plain-json.ts'
import { refuseUnfinished } from './unfinished.ts'
import { valueFunctions } from './value-functions.ts'

/**
 * JSONata itself. One built-in function of it can fill the memory or run for hours, and nothing but
 * ending the process stops it. So this runs only where that harms no other work: in the processes
 * of lib/expressions, and in a web worker of the editor's page.
 */

/** Milliseconds that one expression may compute; checked between the steps of an evaluation. */
export const expressionMs = 2000
/**
 * On a machine too busy to compute an expression, it may take so many times longer by the clock.
 */
const starved = 10
/** Nested evaluations (a recursive function uses about three a level). */
const maxNested = 3000
/** The maximum number of entries of a list that an evaluation makes. */
const maxSequence = 1_000_000

export type ComputeRequest = {
  expressions: string[]
  /** JSON of what the expressions see (`start`, `steps`, `run`, `item`, `error`). */
  context: string
  /** The time of `$now()` and `$millis()` in milliseconds; null means the machine's. */
  now: number | null
  /** The seed of `$random()` and `$shuffle()`: the same seed gives the same numbers. */
  seed: string | null
  /**
   * `item` of the context is a list: the expressions are computed for each of its entries, which
   * they see as `item`. The values of the first entry come first.
   */
  forEachItem?: boolean
  timeoutMs?: number
}

export type Computed =
  | { ok: true; values: unknown[] }
  /** `index` says which expression failed; the later ones were not computed. */
  | { ok: false; index: number; code: string; message: string; position: number | null }

/** The maximum effort of parsing that is cached (expression-effort.ts). */
const rememberedEffort = 4_000_000

/** Parsed expressions, by a key of the caller's choice: one for each organization. */
export class ExpressionCache {
  readonly #known = new Map<string, { expression: jsonata.Expression; effort: number }>()
  #effort = 0

  /** @throws ExpressionError */
  parsed(owner: string, text: string, timeoutMs: number): jsonata.Expression {
    const key = JSON.stringify([owner, timeoutMs, text])
    const known = this.#known.get(key)
    // Inserted again at each use, so that the first entry is the least recently used.
    if (known) this.#known.delete(key)
    const entry = known ?? { expression: parse(text, timeoutMs), effort: parseEffort(text) }
    this.#known.set(key, entry)
    if (!known) this.#effort += entry.effort
    for (const [oldest, { effort }] of this.#known) {
      if (this.#effort <= rememberedEffort) break
      this.#known.delete(oldest)
      this.#effort -= effort
    }
    return entry.expression
  }
}

function parse(text: string, timeout: number): jsonata.Expression {
  parseEffort(text)
  refuseUnfinished(text)
  const RegexEngine = LinearRegExp as unknown as RegExpConstructor
  const limits = { timeout, stack: maxNested, sequence: maxSequence }
  const expression = jsonata(text, { ...limits, RegexEngine })
  checkPatterns(expression.ast())
  return expression
}

/**
 * JSONata recognizes its functions by fields with these names, which data may have too. So all
 * texts that go in get a character more in that place, and it is removed from the results. The
 * character is of Unicode's private use and may be part of a name.
 */
const reserved = /_jsonata_(?=function|lambda)/g
const hidden = /\uF8FF(_jsonata_(?=function|lambda))/g
const hide = (text: string): string => text.replace(reserved, '\uF8FF$&')
const unhide = (text: string): string => text.replace(hidden, '$1')

/** Restores texts and names of fields that were hidden. */
function unhidden(value: unknown): unknown {
  if (typeof value === 'string') return unhide(value)
  if (Array.isArray(value)) return value.map(unhidden)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value)
  return Object.fromEntries(entries.map(([key, child]) => [unhide(key), unhidden(child)]))
}

type Focus = { environment: { lookup(name: string): { implementation: Implementation } } }
type Implementation = (this: unknown, ...given: unknown[]) => unknown

const ours = (implementation: Implementation) => ({ _jsonata_function: true, implementation })

/** What expressions have besides JSONata's own functions. */
export const ownFunctions: Readonly<Record<string, unknown>> = Object.fromEntries(
  [...valueFunctions].map(([name, work]) => [name, ours((...given) => work(...given))]),
)

function clock(now: number): Record<string, unknown> {
  const formatted = function (this: unknown, ...given: unknown[]): unknown {
    const { implementation } = (this as Focus).environment.lookup('fromMillis')
    return implementation.call(this, now, ...given)
  }
  return { now: ours(formatted), millis: ours(() => now) }
}

/** Numbers from 0 to 1 that follow from the seed (FNV-1a and mulberry32; not for secrets). */
function randomFrom(seed: string): () => number {
  let state = 0x811c9dc5
  for (let at = 0; at < seed.length; at++)
    state = Math.imul(state ^ seed.charCodeAt(at), 0x01000193)
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

function chance(seed: string): Record<string, unknown> {
  const random = randomFrom(seed)
  const shuffled = (given: unknown): unknown => {
    if (given === undefined) return undefined
    const list: unknown[] = Array.isArray(given) ? [...(given as unknown[])] : [given]
    for (let last = list.length - 1; last > 0; last--) {
      const other = Math.floor(random() * (last + 1))
      ;[list[last], list[other]] = [list[other], list[last]]
    }
    return list
  }
  return { random: ours(random), shuffle: ours(shuffled) }
}

/** JSONata measures by the clock, which goes on while a busy machine computes something else. */
const isTimeout = (thrown: unknown): boolean => (thrown as { code?: unknown }).code === 'D1012'

/** `x[]` marks the list that it finds, and later expressions would see the mark. */
const marks = /\[\s*\]|\beval\b/

/**
 * Computes within so many milliseconds of CPU. When the clock stopped a computation before that, it
 * is done once more with more time; the process ends one that takes too much.
 */
async function computeWithin(
  timeoutMs: number,
  compute: (withinMs: number) => Promise<unknown>,
  cpuMs?: () => number,
): Promise<unknown> {
  const before = cpuMs?.()
  try {
    return await compute(timeoutMs)
  } catch (thrown) {
    const used = cpuMs !== undefined && before !== undefined ? cpuMs() - before : timeoutMs
    if (!isTimeout(thrown) || used >= timeoutMs) throw thrown
    return await compute(timeoutMs * starved)
  }
}

/** What the expressions see: JSON of what is the same for all, and the items that each is for. */
function partsOf(text: string, forEachItem: boolean): { shared: string; items?: unknown[] } {
  if (!forEachItem) return { shared: text }
  const { item, ...rest } = JSON.parse(text) as { item: unknown[] }
  return { shared: JSON.stringify(rest), items: item }
}

/**
 * Computes the expressions one after the other over the same context. Their values are plain JSON;
 * a missing value is null. With `cpuMs`, which answers the CPU time that this process has used,
 * their time is measured in CPU and not by the clock. Never throws.
 */
export async function computeExpressions(
  { expressions, context, now, seed, forEachItem, timeoutMs = expressionMs }: ComputeRequest,
  owner: string,
  cache: ExpressionCache,
  cpuMs?: () => number,
): Promise<Computed> {
  const values: unknown[] = []
  const room = fullRoom()
  let current = { index: 0, item: 0 }
  try {
    const text = hide(context)
    const changed = text !== context || expressions.some((each) => hide(each) !== each)
    const { shared, items } = partsOf(text, forEachItem === true)
    let same: unknown = JSON.parse(shared)
    const turns = (items ?? [null]).flatMap((_, item) =>
      expressions.map((each, index) => ({ each, index, item })),
    )
    for (const turn of turns) {
      current = turn
      const { each, index, item } = turn
      const marked = marks.test(each)
      const own = marked ? structuredClone(items?.[item]) : items?.[item]
      const seen = items ? { ...(same as object), item: own } : same
      const compute = async (withinMs: number): Promise<unknown> => {
        const expression = cache.parsed(owner, hide(each), withinMs)
        const turnSeed = `${seed}:${items ? `${item}:` : ''}${index}`
        const random = seed === null ? {} : chance(turnSeed)
        const bindings = { ...ownFunctions, ...(now === null ? {} : clock(now)), ...random }
        return await expression.evaluate(seen, bindings)
      }
      const value = toPlainJson(await computeWithin(timeoutMs, compute, cpuMs), room)
      values.push(changed ? unhidden(value) : value)
      if (marked) same = JSON.parse(shared)
    }
    return { ok: true, values }
  } catch (thrown) {
    const { code, message, position } = expressionError(thrown)
    const entry = forEachItem === true ? `Entry ${current.item + 1}: ` : ''
    const visibleMessage = entry + unhide(message)
    return {
      ok: false,
      index: current.index,
      code,
      message: visibleMessage,
      position: position ?? null,
    }
  }
}

const own = new ExpressionCache()

/**
 * Computes one expression in this process.
 * @throws ExpressionError for bad syntax, a failing function, too long, too deep, too large
 */
export async function evaluate(
  expression: string,
  context: unknown,
  { timeoutMs, now }: { timeoutMs?: number; now?: Date } = {},
): Promise<unknown> {
  const request = {
    expressions: [expression],
    context: JSON.stringify(context),
    now: now?.getTime() ?? null,
    seed: null,
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
  }
  const computed = await computeExpressions(request, '', own)
  if (computed.ok) return computed.values[0]
  const { code, message, position } = computed
  throw new ExpressionError(code, message, position ?? undefined)
}
