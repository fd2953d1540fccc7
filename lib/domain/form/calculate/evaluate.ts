import { callsIn, ExpressionFault, parseExpression, type Expression } from './parse.ts'

/** What a calculation may still cost: values looked at. A larger one throws `TooMuchToCalculate`. */
export type Effort = { left: number }

/** The calculated fields of the form would take too long for this data. */
export class TooMuchToCalculate extends Error {}

/** Finds the value of a name. */
export type Lookup = (name: string) => unknown

function spend(effort: Effort, values: number): void {
  effort.left -= values
  if (effort.left < 0) throw new TooMuchToCalculate()
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** A list of one counts as its entry, nothing as an empty list, as in JSONata. */
function listOf(value: unknown): unknown[] {
  if (Array.isArray(value)) return value
  return value === undefined ? [] : [value]
}
const singleOf = (value: unknown): unknown =>
  Array.isArray(value) && value.length <= 1 ? value[0] : value

const numberOf = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isFinite(value) ? value : undefined
const numbersOf = (value: unknown): number[] =>
  listOf(value).filter((one): one is number => numberOf(one) !== undefined)

function textOf(value: unknown): string {
  if (typeof value === 'string') return value
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : ''
}

/** Moves the decimal point exactly: by the text of the number, not by a multiplication. */
function shifted(value: number, places: number): number {
  const [digits = '0', exponent = '0'] = String(value).split('e')
  return Number(`${digits}e${Number(exponent) + places}`)
}

/** Rounds halves to the even neighbour, as JSONata does. */
function rounded(value: number, places: number): number {
  const scaled = shifted(value, places)
  const near = Math.round(scaled)
  const isHalf = Math.abs(scaled - Math.trunc(scaled)) === 0.5
  return shifted(isHalf && near % 2 !== 0 ? near - 1 : near, -places)
}

const dayMs = 86_400_000
function dayOf(value: unknown): number | undefined {
  if (typeof value !== 'string' || !/^\d{4}-\d\d-\d\d/.test(value)) return undefined
  const time = Date.parse(`${value.slice(0, 10)}T00:00:00Z`)
  return Number.isNaN(time) ? undefined : time / dayMs
}

/** A number function that has nothing for an empty list. */
const ofSome =
  (work: (numbers: number[]) => number) =>
  ([list]: unknown[]): number | undefined => {
    const numbers = numbersOf(list)
    return numbers.length === 0 ? undefined : work(numbers)
  }
const total = (numbers: number[]) => numbers.reduce((sum, one) => sum + one, 0)
const ofNumber =
  (work: (value: number) => number) =>
  ([value]: unknown[]): number | undefined => {
    const number = numberOf(value)
    return number === undefined ? undefined : work(number)
  }
const ofText =
  (work: (value: string) => unknown) =>
  ([value]: unknown[]): unknown =>
    typeof value === 'string' ? work(value) : undefined

type Known = { least: number; most: number; work(given: unknown[]): unknown }
const one = (work: Known['work']): Known => ({ least: 1, most: 1, work })

/** The functions of expressions; all but `$days` are JSONata's. */
const functions = new Map<string, Known>([
  ['$sum', one(([list]) => total(numbersOf(list)))],
  ['$count', one(([list]) => listOf(list).length)],
  ['$max', one(ofSome((numbers) => numbers.reduce((most, each) => Math.max(most, each))))],
  ['$min', one(ofSome((numbers) => numbers.reduce((least, each) => Math.min(least, each))))],
  ['$average', one(ofSome((numbers) => total(numbers) / numbers.length))],
  ['$abs', one(ofNumber(Math.abs))],
  ['$floor', one(ofNumber(Math.floor))],
  ['$ceil', one(ofNumber(Math.ceil))],
  [
    '$round',
    {
      least: 1,
      most: 2,
      work: ([value, places = 0]) =>
        ofNumber((number) => rounded(number, Math.trunc(Number(places))))([value]),
    },
  ],
  ['$number', one(([value]) => (textOf(value).trim() === '' ? undefined : Number(textOf(value))))],
  ['$string', one(([value]) => (value === undefined ? undefined : textOf(value)))],
  ['$length', one(ofText((text) => Array.from(text).length))],
  ['$uppercase', one(ofText((text) => text.toUpperCase()))],
  ['$lowercase', one(ofText((text) => text.toLowerCase()))],
  ['$trim', one(ofText((text) => text.trim().replace(/\s+/g, ' ')))],
  ['$exists', one(([value]) => value !== undefined)],
  ['$not', one(([value]) => !isTrue(value))],
  [
    '$join',
    {
      least: 1,
      most: 2,
      work: ([list, between]) => listOf(list).map(textOf).join(textOf(between)),
    },
  ],
  [
    '$days',
    {
      least: 2,
      most: 2,
      work: ([from, to]) => {
        const first = dayOf(from)
        const last = dayOf(to)
        return first === undefined || last === undefined ? undefined : last - first
      },
    },
  ],
])

function isTrue(value: unknown): boolean {
  if (Array.isArray(value)) return value.some(isTrue)
  return isObject(value) ? Object.keys(value).length > 0 : Boolean(value)
}

function compared(operator: string, left: unknown, right: unknown): unknown {
  if (operator === '=') return left !== undefined && left === right
  if (operator === '!=') return left !== undefined && right !== undefined && left !== right
  if (operator === 'in') return listOf(right).includes(left)
  if (typeof left !== typeof right || !['number', 'string'].includes(typeof left)) return undefined
  const a = left as number
  const b = right as number
  if (operator === '<') return a < b
  if (operator === '<=') return a <= b
  return operator === '>' ? a > b : a >= b
}

function computed(operator: string, left: unknown, right: unknown): unknown {
  if (operator === '&') return textOf(left) + textOf(right)
  const a = numberOf(left)
  const b = numberOf(right)
  if (!['+', '-', '*', '/', '%'].includes(operator)) return compared(operator, left, right)
  if (a === undefined || b === undefined) return undefined
  switch (operator) {
    case '+':
      return a + b
    case '-':
      return a - b
    case '*':
      return a * b
    case '/':
      return a / b
    default:
      return a % b
  }
}

function follow(names: string[], lookup: Lookup, effort: Effort): unknown {
  const [first = '', ...others] = names
  let values = listOf(lookup(first))
  const isList = Array.isArray(lookup(first))
  let many = isList
  for (const name of others) {
    spend(effort, values.length)
    const next: unknown[] = []
    for (const value of values) {
      const found = isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined
      if (Array.isArray(found)) many = true
      for (const entry of listOf(found)) next.push(entry)
    }
    values = next
  }
  return many ? values : values[0]
}

function evaluate(expression: Expression, lookup: Lookup, effort: Effort): unknown {
  spend(effort, 1)
  switch (expression.kind) {
    case 'value':
      return expression.value
    case 'path':
      return follow(expression.names, lookup, effort)
    case 'negative': {
      const value = numberOf(singleOf(evaluate(expression.of, lookup, effort)))
      return value === undefined ? undefined : -value
    }
    case 'choice':
      return isTrue(evaluate(expression.test, lookup, effort))
        ? evaluate(expression.then, lookup, effort)
        : evaluate(expression.else, lookup, effort)
    case 'binary': {
      const { operator } = expression
      const left = evaluate(expression.left, lookup, effort)
      if (operator === 'and')
        return isTrue(left) && isTrue(evaluate(expression.right, lookup, effort))
      if (operator === 'or')
        return isTrue(left) || isTrue(evaluate(expression.right, lookup, effort))
      const right = evaluate(expression.right, lookup, effort)
      return computed(operator, singleOf(left), operator === 'in' ? right : singleOf(right))
    }
    case 'call': {
      const given = expression.given.map((each) => evaluate(each, lookup, effort))
      spend(
        effort,
        given.reduce<number>((sum, each) => sum + listOf(each).length, 0),
      )
      return functions.get(expression.name)?.work(given)
    }
  }
}

/** A number without the noise of binary fractions: 0.1 + 0.2 is 0.3. */
const tidy = (value: number): number => Number(value.toPrecision(15))

/** Texts that are built may not grow without limit. */
const maxTextLength = 10_000

/** The value of a calculated field: a text, a number, a truth value, or undefined for nothing. */
export function valueOfExpression(expression: Expression, lookup: Lookup, effort: Effort): unknown {
  const value = singleOf(evaluate(expression, lookup, effort))
  if (typeof value === 'number') return Number.isFinite(value) ? tidy(value) : undefined
  if (typeof value === 'string') return value.length > maxTextLength ? undefined : value
  return typeof value === 'boolean' ? value : undefined
}

const known = new Map<string, Expression | ExpressionFault>()
const mostKnown = 500

/** Reads an expression and checks its functions, once for each text. Throws `ExpressionFault`. */
export function readExpression(text: string): Expression {
  const before = known.get(text)
  if (before instanceof ExpressionFault) throw before
  if (before) return before
  if (known.size >= mostKnown) known.clear()
  try {
    const expression = parseExpression(text)
    for (const { name, given } of callsIn(expression)) {
      const called = functions.get(name)
      if (!called)
        throw new ExpressionFault(
          `There is no function ${name}. There are ${[...functions.keys()].join(', ')}.`,
        )
      if (given < called.least || given > called.most)
        throw new ExpressionFault(
          `${name} takes ${called.least === called.most ? called.least : `${called.least} or ${called.most}`} values.`,
        )
    }
    known.set(text, expression)
    return expression
  } catch (error) {
    if (error instanceof ExpressionFault) known.set(text, error)
    throw error
  }
}
