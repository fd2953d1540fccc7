import fc from 'fast-check'
import jsonata from 'jsonata'
import { describe, expect, it, test } from 'vitest'
import { ownFunctions } from './compute-expressions.ts'
import { plainExpression, undecided, type Budget } from './plain-expression.ts'
import { toPlainJson } from './plain-json.ts'

const budget = (values = 100_000): Budget => ({ values, characters: 1_000_000 })
const plainOf = (text: string) => plainExpression(jsonata(text).ast())

describe('which expressions are plain', () => {
  it.each([
    'start.patient.name',
    '`a b`."c"',
    '{ "count": steps.s1.output.count + 1, "list": [1, [2], start.a, -start.b] }',
    'start.a = "x" and (start.b > 3 or run.id in ["r", "s"])',
    'start.urgent ? "now" : "later"',
    'start.name ?? "nobody"',
    '$exists(start.name)',
    '$text(start.name, "nobody") & $date(start.day, "long", run.timeZone)',
    '"Dear " & start.name & ","',
    'null',
    '[1..start.count]',
    '[0, 1..3, start.a..start.b + 1]',
  ])('%s is', (text) => expect(plainOf(text)).toBeTypeOf('function'))

  it.each([
    'start.items[0]',
    'start.items[id = 3].name',
    'start.items[]',
    'start.*',
    '**.x',
    'start.items^(x)',
    'start{ a: b }',
    '{ start.x: 1 }',
    '{ "a": 1, "a": 2 }',
    '{ "__proto__": 1 }',
    '($x := 1; $x)',
    '(1; 2)',
    'start.(a)',
    '$.start',
    '$$.start.x',
    '[1..$count(start.x)]',
    '$sum(start.x)',
    '$exists(a, b)',
    '$text()',
    '$text($sum(a))',
    'a ~> $text',
    '$now()',
    'a ~> $exists',
    'start.a@$x.b',
    'start.a#$i.b',
    'start.%.x',
    '/x/',
    'function($x) { $x }',
    '{ "a": 1 }.a',
    '[1, 2].x',
    '-$x',
    `${'('.repeat(150)}1${')'.repeat(150)}`,
  ])('%s is not', (text) => expect(plainOf(text)).toBeUndefined())
})

describe('an expression that only JSONata can compute', () => {
  it.each([
    'start.list.a',
    'start.object and true',
    '1 + start.text',
    'start.text < 3',
    'start.nothing < 3',
    '1 / 0',
    '1.5 & ""',
    'start.object = start.object',
    'start.list & ""',
    '[1..start.text]',
    '[1.5..2]',
    '[start.list..3]',
    '[null..3]',
    '[1..99999999]',
    '$text(start.object)',
    '$text(start.list)',
    '$date(start.text, "no style")',
  ])('%s', (text) => {
    const compute = plainOf(text)
    expect(() =>
      compute?.({ start: { list: [{ a: 1 }], object: { a: 1 }, text: 'x' } }, budget()),
    ).toThrow(undecided)
  })
})

/** Texts of plain expressions over a few names, so that they meet values of every kind. */
const name = fc.constantFrom('a', 'b', 'c', 'list', 'deep', 'and', 'missing', '`x y`')
const path = fc.array(name, { minLength: 1, maxLength: 4 }).map((names) => names.join('.'))
const literal = fc.oneof(
  fc.integer({ min: -3, max: 1000 }).map(String),
  fc.constantFrom('0', '1.5', '"x"', '""', '"["', 'true', 'false', 'null'),
)
const { expression } = fc.letrec<{ expression: string }>((tie) => {
  const two = (operators: string[]) =>
    fc
      .tuple(tie('expression'), fc.constantFrom(...operators), tie('expression'))
      .map(([left, operator, right]) => `(${left}) ${operator} (${right})`)
  const fields = fc.array(fc.tuple(fc.constantFrom('p', 'q', '7', '1', 'r'), tie('expression')), {
    maxLength: 4,
  })
  return {
    expression: fc.oneof(
      { maxDepth: 4, depthSize: 'small' },
      path,
      literal,
      two(['+', '-', '*', '/', '%']),
      two(['=', '!=', '<', '<=', '>', '>=']),
      two(['&', 'in', 'and', 'or']),
      fc
        .tuple(tie('expression'), tie('expression'), tie('expression'))
        .map(([one, two_, three]) => `(${one}) ? (${two_}) : (${three})`),
      fc.tuple(tie('expression'), tie('expression')).map(([one, other]) => `(${one}) ? (${other})`),
      fc.tuple(path, tie('expression')).map(([one, other]) => `${one} ?? (${other})`),
      tie('expression').map((one) => `$exists(${one})`),
      fc
        .tuple(
          fc.constantFrom('text', 'list', 'filled', 'amount', 'date'),
          tie('expression'),
          fc.constantFrom('', ', "and"', ', "two"', ', "long", "UTC"', ', a'),
        )
        .map(([called, one, more]) => `$${called}(${one}${more})`),
      tie('expression').map((one) => `-(${one})`),
      fc.array(tie('expression'), { maxLength: 4 }).map((items) => `[${items.join(', ')}]`),
      fc
        .tuple(tie('expression'), tie('expression'), tie('expression'))
        .map(([one, other, last]) => `[${one}..${other}, ${last}]`),
      fields.map(
        (pairs) => `{ ${pairs.map(([field, value]) => `"${field}": ${value}`).join(', ')} }`,
      ),
    ),
  }
})
const value = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    fc.oneof(
      fc.integer({ min: -2, max: 2 }),
      fc.double({ noNaN: true, noDefaultInfinity: true }),
      fc.constantFrom('', 'x', 'y', true, false, null),
    ),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom('a', 'b', 'c', 'list', 'deep', 'and', 'x y'), tie('value'), {
      maxKeys: 5,
    }),
  ),
})).value
const context = fc.dictionary(fc.constantFrom('a', 'b', 'c', 'list', 'deep', 'and', 'x y'), value, {
  maxKeys: 7,
})

test('a plain expression gives the value of JSONata, or is undecided', async () => {
  let decided = 0
  await fc.assert(
    fc.asyncProperty(expression, context, async (text, data) => {
      let parsed: jsonata.Expression
      try {
        parsed = jsonata(text)
      } catch {
        return
      }
      const compute = plainExpression(parsed.ast())
      if (!compute) return
      const before = JSON.stringify(data)
      let plain: unknown
      try {
        plain = toPlainJson(compute(data, budget()))
      } catch (thrown) {
        if (thrown !== undecided) throw thrown
        return
      }
      decided += 1
      expect(JSON.stringify(plain)).toBe(
        JSON.stringify(toPlainJson(await parsed.evaluate(data, { ...ownFunctions }))),
      )
      expect(JSON.stringify(data)).toBe(before)
    }),
    { numRuns: 5000 },
  )
  expect(decided).toBeGreaterThan(1500)
})

describe('what a plain expression may cost', () => {
  const text = 'x'.repeat(1_000_000)
  const list = Array.from({ length: 1000 }, (_, index) => index)
  const start = { text, other: `${'x'.repeat(999_999)}y`, list }
  const cost = (expression: string): number => {
    const left = budget(10_000_000)
    plainOf(expression)?.({ start }, left)
    return 10_000_000 - left.values
  }

  it.each([
    ['texts that are joined, each time', 'start.text & start.text & start.text', 70_000],
    ['texts that are written', '$text(start.text)', 15_000],
    ['lists that are written', '$list(start.list, "and")', 1000],
    ['texts that are compared', 'start.text = start.other', 15_000],
    ['texts in order', 'start.text < start.other', 15_000],
    ['lists that are poured into a list', '[start.list, start.list, start.list]', 3000],
    ['numbers that are counted off', '[1..1000]', 2000],
    ['lists that are searched', '"nothing" in start.list', 1000],
  ])('counts %s', (_, expression, least) => expect(cost(expression)).toBeGreaterThanOrEqual(least))

  it.each([
    `[${Array.from({ length: 400 }, () => 'start.list').join(',')}]`,
    Array.from({ length: 20 }, () => 'start.text').join(' & '),
    Array.from({ length: 20 }, () => '(start.text = start.other)').join(' or '),
    '[1..60000]',
    `[${Array.from({ length: 200 }, () => '"a" in start.list').join(', ')}]`,
  ])('leaves the rest to JSONata in its process: %#', (expression) =>
    expect(() => plainOf(`(${expression})`)?.({ start }, budget())).toThrow(undecided),
  )

  it('flattens lists of any length', () => {
    const long = { list: Array.from({ length: 500_000 }, () => 1) }
    const made = plainOf('[start.list, 2]')?.({ start: long }, budget(10_000_000))
    expect(made).toHaveLength(500_001)
  })
})
