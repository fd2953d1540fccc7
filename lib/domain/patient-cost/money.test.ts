import { expect, test } from 'vitest'

import { cents, exact, fromJson, percent, sum, toJson, usd } from './money.ts'

test.each([
  [0, '$0.00'],
  [7.5, '$7.50'],
  [999.99, '$999.99'],
  [1000, '$1,000.00'],
  [12_345.6, '$12,345.60'],
  [1_234_567.89, '$1,234,567.89'],
])('%s is %s in a sentence', (value, text) => {
  expect(usd(exact(value))).toBe(text)
})

test.each([
  [0.2, '20 %'],
  [0.125, '12.5 %'],
  [0, '0 %'],
  [1, '100 %'],
  [0.333333, '33.33 %'],
])('the share %s is %s in a sentence', (share, text) => {
  expect(percent(exact(share))).toBe(text)
})

test('half a cent is rounded up, whatever noise a float has', () => {
  expect(toJson(exact('1.005'))).toBe(1.01)
  expect(toJson(fromJson(0.1 + 0.2))).toBe(0.3)
  expect(cents(exact('2.674999')).toString()).toBe('2.67')
})

test('amounts of more digits than a float has are exact', () => {
  const large = exact('12345678901234567890.12')
  expect(sum([large, exact('0.01'), large]).toString()).toBe('24691357802469135780.25')
})
