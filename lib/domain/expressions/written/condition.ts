import { unfinished } from '../unfinished.ts'
import {
  callOf,
  isChain,
  isNode,
  partsOf,
  pathIn,
  readTree,
  sameTree,
  sidesOf,
  type Node,
} from './tree.ts'

/** What a value is compared with: something fixed, another value, or a choice of fixed ones. */
export type Compared =
  | { kind: 'fixed'; value: string | number | boolean }
  | { kind: 'path'; path: string }
  | { kind: 'fixed-list'; values: (string | number)[] }

const ordered = { less: '<', 'at-most': '<=', greater: '>', 'at-least': '>=' } as const
const instants = {
  before: '<',
  'on-or-before': '<=',
  after: '>',
  'on-or-after': '>=',
} as const
/** Comparisons with a day of the calendar. */
const calendar = { ...instants, on: '=' } as const
const counts = {
  'count-is': '=',
  'count-less': '<',
  'count-more': '>',
} as const

export type Operator =
  | 'is'
  | 'is-not'
  | keyof typeof ordered
  | keyof typeof calendar
  | keyof typeof counts
  | 'filled'
  | 'empty'
  | 'exists'
  | 'missing'
  | 'null'
  | 'not-null'
  | 'contains'
  | 'not-contains'
  | 'starts-with'
  | 'one-of'
  | 'none-of'
  | 'has'
  | 'has-not'

export type Rule = {
  /** Empty while no value is chosen yet. */
  path: string
  operator: Operator
  /** Nothing for operators that look at the value alone, and while it is not chosen yet. */
  compared?: Compared
  /** Written without a guard, as people do in code: a comparison with `null` fails the step. */
  unguarded?: true
  /** A day that is compared as its first instant in UTC, as people do in code. */
  asInstant?: true
}

export type Group = { join: 'and' | 'or'; not?: true; rules: (Rule | Group)[] }

export const isGroup = (one: Rule | Group): one is Group => 'join' in one

/** The operators that compare with nothing. */
export const aloneOperators: ReadonlySet<Operator> = new Set<Operator>([
  'filled',
  'empty',
  'exists',
  'missing',
  'null',
  'not-null',
])

function comparedText(compared: Compared | undefined): string {
  if (!compared) return `$${unfinished}`
  if (compared.kind === 'path') return compared.path
  return JSON.stringify(compared.kind === 'fixed' ? compared.value : compared.values)
}

const alone: Partial<Record<Operator, (path: string) => string>> = {
  filled: (path) => `$filled(${path})`,
  empty: (path) => `$not($filled(${path}))`,
  exists: (path) => `$exists(${path})`,
  missing: (path) => `$not($exists(${path}))`,
  null: (path) => `${path} = null`,
  'not-null': (path) => `${path} != null`,
}

const lengthOf = (compared: Compared | undefined): number =>
  compared?.kind === 'fixed' ? Array.from(String(compared.value)).length : 0

const dayPattern = /^\d{4}-\d{2}-\d{2}$/

/**
 * A comparison with a day: that of the value, by the workflow's clock. An instant in the afternoon is
 * on its day, and not after it. Days of ISO 8601 are in order as texts, too; nothing of this fails.
 */
function dayTest({ path, operator, compared, asInstant }: Rule): string | undefined {
  if (!(operator in calendar)) return undefined
  const isDay = compared?.kind === 'fixed' && dayPattern.test(String(compared.value))
  if (operator !== 'on' && (!isDay || asInstant)) return undefined
  const symbol = calendar[operator as keyof typeof calendar]
  return `$date(${path}, "iso", run.timeZone) ${symbol} ${comparedText(compared)}`
}

/** Comparisons that fail with `null`. */
function guardedTest({ path, operator, compared }: Rule): string | undefined {
  const value = comparedText(compared)
  if (operator in ordered) return `${path} ${ordered[operator as keyof typeof ordered]} ${value}`
  if (operator in counts)
    return `$count(${path}) ${counts[operator as keyof typeof counts]} ${value}`
  if (operator in instants)
    return `$toMillis(${path}) ${instants[operator as keyof typeof instants]} $toMillis(${value})`
  if (operator === 'contains' || operator === 'not-contains') return `$contains(${path}, ${value})`
  if (operator === 'starts-with') return `$substring(${path}, 0, ${lengthOf(compared)}) = ${value}`
  return undefined
}

function ruleText(rule: Rule): string {
  const { path, operator, compared } = rule
  const value = comparedText(compared)
  if (path === '') return `$${unfinished} = $${unfinished}`
  const looksAlone = alone[operator]
  if (looksAlone) return looksAlone(path)
  const ofDay = dayTest(rule)
  if (ofDay !== undefined) return ofDay
  const test = guardedTest(rule)
  if (test !== undefined) {
    const guards = [path, ...(compared?.kind === 'path' ? [compared.path] : [])]
    const guarded = [...guards.map((one) => `${one} != null`), test].join(' and ')
    const written = rule.unguarded ? test : guarded
    return operator === 'not-contains' ? `$not(${written})` : `(${written})`
  }
  if (operator === 'one-of') return `${path} in ${value}`
  if (operator === 'none-of') return `$not(${path} in ${value})`
  if (operator === 'has') return `${value} in ${path}`
  if (operator === 'has-not') return `$not(${value} in ${path})`
  return `${path} ${operator === 'is' ? '=' : '!='} ${value}`
}

function groupText({ join, not, rules }: Group): string {
  const text = rules.map((one) => (isGroup(one) ? `(${groupText(one)})` : ruleText(one)))
  const joined = text.join(` ${join} `)
  return not ? `$not(${joined})` : joined
}

/** The expression of a group; empty without a rule. */
export function writeCondition(group: Group): string {
  const text = groupText(group)
  // One guarded rule needs no brackets around it.
  const [only] = group.rules
  const bracketed = group.rules.length === 1 && !group.not && only && !isGroup(only)
  return bracketed && text.startsWith('(') ? text.slice(1, -1) : text
}

function comparedIn(node: Node): Compared | undefined {
  const path = pathIn(node)
  if (path !== undefined) return { kind: 'path', path }
  if (node.type === 'string' || node.type === 'number')
    return { kind: 'fixed', value: node.value as string | number }
  if (node.type === 'value' && typeof node.value === 'boolean')
    return { kind: 'fixed', value: node.value }
  const entries = node.type === 'unary' && node.value === '[' ? node['expressions'] : undefined
  if (!Array.isArray(entries)) return undefined
  const fixed = (entries as Node[]).filter(({ type }) => type === 'string' || type === 'number')
  return fixed.length === entries.length
    ? { kind: 'fixed-list', values: fixed.map(({ value }) => value as string | number) }
    : undefined
}

const isMissing = (node: Node): boolean => node.type === 'variable' && node.value === unfinished

/** What a rule compares with: nothing while it is not chosen yet; undefined for what no rule has. */
function readCompared(node: Node | undefined): Pick<Rule, 'compared'> | undefined {
  if (!node) return undefined
  if (isMissing(node)) return {}
  const compared = comparedIn(node)
  return compared && { compared }
}

const isNull = (node: Node): boolean => node.type === 'value' && node.value === null

function keyOf<Key extends string>(names: Record<Key, string>, value: string): Key | undefined {
  return (Object.keys(names) as Key[]).find((key) => names[key] === value)
}

/** A comparison of a call: `$count(f) > 2`, `$toMillis(f) < $toMillis(g)`. */
function readCallTest(operator: string, left: Node, right: Node): Rule | undefined {
  const counted = pathIn(callOf(left, 'count')?.[0])
  const count = keyOf(counts, operator)
  const read = readCompared(right)
  if (counted !== undefined && count && read) return { path: counted, operator: count, ...read }
  const substring = callOf(left, 'substring')
  const begun = pathIn(substring?.[0])
  if (begun !== undefined && operator === '=' && read)
    return { path: begun, operator: 'starts-with', ...read }
  return readInstants(operator, left, right) ?? readDay(operator, left, read)
}

/** `$toMillis(f) < $toMillis(g)`. */
function readInstants(operator: string, left: Node, right: Node): Rule | undefined {
  const path = pathIn(callOf(left, 'toMillis')?.[0])
  const read = readCompared(callOf(right, 'toMillis')?.[0])
  const order = keyOf(instants, operator)
  if (path === undefined || !read || !order) return undefined
  const { compared } = read
  const isDay = compared?.kind === 'fixed' && dayPattern.test(String(compared.value))
  return { path, operator: order, ...read, ...(isDay ? { asInstant: true as const } : {}) }
}

/** `$date(f, "iso", run.timeZone) < "2026-11-23"`. */
function readDay(
  operator: string,
  left: Node,
  read: Pick<Rule, 'compared'> | undefined,
): Rule | undefined {
  const path = pathIn(callOf(left, 'date')?.[0])
  const order = keyOf(calendar, operator)
  return path !== undefined && order && read ? { path, operator: order, ...read } : undefined
}

function readIn(left: Node, right: Node): Rule | undefined {
  const choice = readCompared(right)
  const path = pathIn(left)
  if (choice && (isMissing(right) || choice.compared?.kind === 'fixed-list'))
    return path === undefined ? undefined : { path, operator: 'one-of', ...choice }
  const list = pathIn(right)
  const entry = readCompared(left)
  return list !== undefined && entry && entry.compared?.kind !== 'fixed-list'
    ? { path: list, operator: 'has', ...entry }
    : undefined
}

function readComparison(node: Node): Rule | undefined {
  const sides = sidesOf(node)
  if (!sides) return undefined
  const { operator, left, right } = sides
  if (operator === 'in') return readIn(left, right)
  if (isMissing(left) && isMissing(right) && operator === '=') return { path: '', operator: 'is' }
  const path = pathIn(left)
  if (path === undefined) return readCallTest(operator, left, right)
  if (isNull(right)) {
    const word = keyOf({ null: '=', 'not-null': '!=' }, operator)
    return word && { path, operator: word }
  }
  const read = readCompared(right)
  const word = keyOf({ is: '=', 'is-not': '!=', ...ordered }, operator)
  return read && read.compared?.kind !== 'fixed-list' && word
    ? { path, operator: word, ...read }
    : undefined
}

function readCall(node: Node): Rule | undefined {
  const filled = pathIn(callOf(node, 'filled')?.[0])
  if (filled !== undefined) return { path: filled, operator: 'filled' }
  const exists = pathIn(callOf(node, 'exists')?.[0])
  if (exists !== undefined) return { path: exists, operator: 'exists' }
  const [text, part] = callOf(node, 'contains') ?? []
  const path = pathIn(text)
  const read = readCompared(part)
  return path !== undefined && read ? { path, operator: 'contains', ...read } : undefined
}

const opposite: Partial<Record<Operator, Operator>> = {
  filled: 'empty',
  exists: 'missing',
  contains: 'not-contains',
  'one-of': 'none-of',
  has: 'has-not',
}

function negated(one: Rule | Group | undefined): Rule | Group | undefined {
  if (!one) return undefined
  if (isGroup(one))
    return one.not ? { join: 'and', not: true, rules: [one] } : { ...one, not: true }
  const operator = opposite[one.operator]
  return operator ? { ...one, operator } : { join: 'and', not: true, rules: [one] }
}

/** A test that may have guards in front. */
const unguarded = (rule: Rule): Rule =>
  dayTest(rule) !== undefined || guardedTest(rule) === undefined
    ? rule
    : { ...rule, unguarded: true }

function readNode(node: Node): Rule | Group | undefined {
  if (isChain(node, 'and')) return readAll(node)
  if (isChain(node, 'or')) {
    const rules = partsOf(node).map(readNode)
    return rules.every((one) => one !== undefined) ? { join: 'or', rules } : undefined
  }
  const [inner, ...more] = callOf(node, 'not') ?? []
  if (isNode(inner) && more.length === 0) return negated(readNode(inner))
  const rule = readComparison(node) ?? readCall(node)
  return rule && unguarded(rule)
}

/** Rules that are all to hold; a guard and the test behind it are one rule. */
function readAll(node: Node): Rule | Group | undefined {
  const rules: (Rule | Group)[] = []
  for (const part of partsOf(node)) {
    const one = readNode(part)
    if (!one) return undefined
    rules.push(isGroup(one) ? one : withGuards(one, rules))
  }
  const [only] = rules
  return rules.length === 1 ? only : { join: 'and', rules }
}

/** Takes the guards of a test from the rules in front of it. */
function withGuards(rule: Rule, before: (Rule | Group)[]): Rule {
  if (!rule.unguarded) return rule
  const paths = [rule.path, ...(rule.compared?.kind === 'path' ? [rule.compared.path] : [])]
  const guards = before.slice(-paths.length)
  const isGuarded =
    guards.length === paths.length &&
    guards.every(
      (one, index) => !isGroup(one) && one.operator === 'not-null' && one.path === paths[index],
    )
  if (!isGuarded) return rule
  before.splice(-paths.length)
  const { unguarded: _guarded, ...guarded } = rule
  return guarded
}

/**
 * The rules of an expression that is a condition; undefined for any other. It is one only if writing
 * the rules again gives the same expression, so that nothing of it is lost.
 */
export function readCondition(expression: string): Group | undefined {
  const tree = readTree(expression)
  const read = tree && readNode(tree)
  if (!read) return undefined
  const group: Group = isGroup(read) ? read : { join: 'and', rules: [read] }
  return sameTree(readTree(writeCondition(group)), tree) ? group : undefined
}

/** The rules of a condition, also those within groups. */
export const rulesOf = (group: Group): Rule[] =>
  group.rules.flatMap((one) => (isGroup(one) ? rulesOf(one) : [one]))
