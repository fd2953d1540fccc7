import { describe, expect, it } from 'vitest'
import type { Assumption } from './benefit.ts'
import { readAmount, readQuantity, readShare } from './read-value.ts'

function reading(read: typeof readAmount | typeof readShare, text: string | null) {
  const said: Assumption[] = []
  const value = read(text, (assumption) => void said.push(assumption))
  return { value: value?.toNumber() ?? null, says: said.map(({ code }) => code) }
}

describe('an amount', () => {
  it.each<[string, number]>([
    ['30', 30],
    ['30.', 30],
    ['.5', 0.5],
    ['0', 0],
    ['1234.50', 1234.5],
    ['$1,234.50', 1234.5],
    [' 30 ', 30],
    [' $30', 30],
    ['7.005', 7.01],
    ['123456789012', 123_456_789_012],
  ])('%j is read', (text, value) => expect(reading(readAmount, text)).toEqual({ value, says: [] }))

  it.each(['N/A', '30 per visit', 'USD 30', '-5', '1$2', '.', '1.2.3', '1234567890123'])(
    '%j is no number, and that is said',
    (text) =>
      expect(reading(readAmount, text)).toEqual({ value: null, says: ['unreadable_amount'] }),
  )
})

describe('a share', () => {
  it.each<[string, number]>([
    ['.2', 0.2],
    ['0.2', 0.2],
    ['0', 0],
    ['1', 1],
    [' .2 ', 0.2],
  ])('%j is read', (text, value) => expect(reading(readShare, text)).toEqual({ value, says: [] }))

  it.each<[string, number]>([
    ['20', 0.2],
    ['20%', 0.2],
    ['1%', 0.01],
    ['100', 1],
    ['2', 0.02],
    ['1.5%', 0.015],
  ])('%j is read as a percentage, and that is said', (text, value) =>
    expect(reading(readShare, text)).toEqual({ value, says: ['percent_above_one'] }),
  )

  it.each(['101', '250', '2%0', 'none', '-1', '1.5', '1.01', '1.99'])(
    '%j is no share, and that is said',
    (text) =>
      expect(reading(readShare, text)).toEqual({ value: null, says: ['unreadable_percent'] }),
  )
})

it.each([null, '', '  '])('%j says nothing', (text) => {
  const nothing = { value: null, says: [] }
  expect(reading(readAmount, text)).toEqual(nothing)
  expect(reading(readShare, text)).toEqual(nothing)
})

it('says what it could not read, and what to expect', () => {
  const said: string[] = []
  const assume = ({ message }: Assumption) => void said.push(message)
  readAmount('see plan', assume)
  readShare('250', assume)
  readShare('1.5', assume)
  readShare('20', assume)
  expect(said).toEqual([
    'The amount "see plan" in the eligibility answer is no number; that statement was read without it.',
    'The percentage "250" in the eligibility answer is no share between 0 and 100 %; that statement was read without it.',
    'The percentage "1.5" in the eligibility answer may be a share or a percentage; that statement was read without it.',
    "The eligibility answer gives the patient's share as 20 where the standard asks for a decimal; it was read as 20 %.",
  ])
})

describe('a quantity', () => {
  it.each<[string | null, string, number, string]>([
    ['VS', '20', 20, 'VS'],
    ['VS', '1.5', 1.5, 'VS'],
    ['DY', '123456789.1234', 123_456_789.1234, 'DY'],
    [null, '3', 3, ''],
  ])('%j %j is read', (qualifier, text, value, read) => {
    const quantity = readQuantity(qualifier, text)
    expect([quantity?.value.toNumber(), quantity?.qualifier]).toEqual([value, read])
  })

  it.each([null, '', 'many', 'x3', '3x', '-1', '1.', '1.23456', '1234567890'])(
    '%j is none',
    (text) => expect(readQuantity('VS', text)).toBeNull(),
  )
})
