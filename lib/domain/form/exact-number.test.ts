import { describe, expect, it } from 'vitest'
import { exactNumber, isInexactNumber } from './exact-number.ts'

describe('exactNumber', () => {
  it.each<[string, number]>([
    ['0', 0],
    ['-0', -0],
    ['007', 7],
    ['1.50', 1.5],
    ['.5', 0.5],
    ['5.', 5],
    [' 12 ', 12],
    ['+3', 3],
    ['1e3', 1000],
    ['6.02e23', 6.02e23],
    ['-0.1', -0.1],
    ['9007199254740991', 9007199254740991],
    ['0.30000000000000004', 0.30000000000000004],
  ])('%s is %d', (text, value) => expect(exactNumber(text)).toBe(value))

  it.each([
    '9007199254740992',
    '9007199254740993',
    '-9007199254740993',
    '12345678901234567890',
    '100000000000000000000',
    '0.12345678901234567890',
    '1e400',
    '1e-400',
  ])('%s has more digits than a number keeps', (text) => {
    expect([exactNumber(text), isInexactNumber(text)]).toEqual([undefined, true])
  })

  it.each(['', '-', '.', 'e5', '1,5', '1.2.3', 'abc', '0x10', '1_000', 'NaN', 'Infinity'])(
    '"%s" is no number',
    (text) => expect([exactNumber(text), isInexactNumber(text)]).toEqual([undefined, false]),
  )
})
