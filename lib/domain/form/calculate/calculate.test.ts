import jsonata from 'jsonata'
import { describe, expect, it } from 'vitest'
import { ExpressionFault } from './parse.ts'
import { readExpression, TooMuchToCalculate, valueOfExpression } from './evaluate.ts'
import { withCalculated } from './with-calculated.ts'

const data = {
  a: 7,
  b: 2,
  price: 0.1,
  name: ' Ada  Byron ',
  urgent: true,
  visits: [{ count: 2, fee: 10.5 }, { count: 3, fee: 4 }, {}],
  patient: { address: { city: 'Ely' } },
  'odd name': 5,
}
const compute = (text: string) =>
  valueOfExpression(readExpression(text), (name) => (data as Record<string, unknown>)[name], {
    left: 10_000,
  })

describe('an expression', () => {
  it.each([
    'a + b * 3',
    '(a + b) * 3 - -1',
    'a - b - 1',
    'a % b = 1 and a > b',
    'a < b or urgent',
    'a > 5 ? "many" : "few"',
    'a < 5 ? 1 : a < 8 ? 2 : 3',
    '$sum(visits.count)',
    '$count(visits.fee)',
    '$max(visits.fee) & " " & $min(visits.count)',
    '$average(visits.count)',
    '$round(a / b)',
    '$round(2.345, 2)',
    '$round(5 / 2)',
    '$floor(a / b) + $ceil(a / b) + $abs(-1)',
    '$uppercase($trim(name))',
    '$length($trim(name))',
    'patient.address.city = "Ely"',
    '$exists(nothing) ? 1 : 2',
    '$not(urgent)',
    'a in visits.count',
    'b in visits.count',
    '`odd name` + 1',
    'a = 7',
    'a != 7',
    'nothing + 1',
    "'x' & nothing & 1",
  ])('%s is what JSONata computes', async (text) => {
    expect(compute(text)).toEqual(await jsonata(text).evaluate(data))
  })

  it('has no noise of binary fractions, and nothing instead of infinity', () => {
    expect([compute('price + 0.2'), compute('a / 0')]).toEqual([0.3, undefined])
  })

  it('counts the days between two dates', () => {
    expect(compute("$days('2024-02-28', '2024-03-01')")).toBe(2)
  })

  it.each([
    ['', 'It is empty.'],
    ['a +', 'It ends too early.'],
    ['a b', '“b” is not expected here.'],
    ['a ; b', '“; b” is not understood.'],
    ['$eval("1")', 'There is no function $eval.'],
    ['$round()', '$round takes 1 or 2 values.'],
    ['('.repeat(60), 'It is nested too deeply.'],
  ])('%s is refused with its reason', (text, reason) => {
    expect(() => readExpression(text)).toThrow(ExpressionFault)
    expect(() => readExpression(text)).toThrow(reason)
  })
})

const lines = {
  type: 'array',
  items: {
    type: 'object',
    properties: {
      count: { type: 'integer' },
      each: { type: 'number' },
      sum: { type: 'number', 'x-formCalculate': 'count * each * rate' },
    },
  },
}
const schema = {
  type: 'object',
  properties: {
    total: { type: 'number', 'x-formCalculate': '$sum(lines.sum)' },
    rate: { type: 'number' },
    lines,
    label: { type: 'string', 'x-formCalculate': 'total > 10 ? "large" : "small"' },
  },
}

describe('calculated fields', () => {
  it('are computed in lists, and from one another in any order', () => {
    const given = {
      rate: 2,
      lines: [
        { count: 2, each: 3 },
        { count: 1, each: 4 },
      ],
    }
    expect(withCalculated(schema, given)).toEqual({
      rate: 2,
      lines: [
        { count: 2, each: 3, sum: 12 },
        { count: 1, each: 4, sum: 8 },
      ],
      total: 20,
      label: 'large',
    })
  })

  it('replace what a caller sent, also where there is no value', () => {
    const given = { total: 999, lines: [{ sum: 5 }], label: 'forged' }
    expect(withCalculated(schema, given)).toEqual({ total: 0, lines: [{}], label: 'small' })
  })

  it('leave the same object when nothing changes', () => {
    const whole = withCalculated(schema, { rate: 1, lines: [] })
    expect(withCalculated(schema, whole)).toBe(whole)
  })

  it('refuse data that would take too long', () => {
    const many = Array.from({ length: 150_000 }, () => ({ count: 1, each: 1 }))
    expect(() => withCalculated(schema, { rate: 1, lines: many })).toThrow(TooMuchToCalculate)
  })
})
