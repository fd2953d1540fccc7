import { describe, expect, it } from 'vitest'
import { LongIntegerError, parseExactJson, parseTypedJson } from './exact-json.ts'

describe('JSON from outside', () => {
  it.each([
    ['12345678901234567890', '12345678901234567890'],
    ['-9007199254740992', '-9007199254740992'],
    ['9007199254740991', 9_007_199_254_740_991],
    ['{"id": 9007199254740993, "n": 1}', { id: '9007199254740993', n: 1 }],
    ['[[90071992547409930]]', [['90071992547409930']]],
    ['"12345678901234567890"', '12345678901234567890'],
    // A number with a fraction or an exponent may be approximate.
    ['6.02e23', 6.02e23],
    ['0.12345678901234567', Number('0.12345678901234567')],
    ['{"text": "1234567890123456", "n": 2}', { text: '1234567890123456', n: 2 }],
  ])('%s is %j', (text, value) => {
    expect(parseExactJson(text)).toEqual(value)
  })

  it('is refused when it is invalid, with long digits or without', () => {
    expect(() => parseExactJson('{')).toThrow(SyntaxError)
    expect(() => parseExactJson('{12345678901234567890')).toThrow(SyntaxError)
  })
})

describe('JSON that a person typed', () => {
  it('is refused with the number that would be rounded', () => {
    expect(() => parseTypedJson('{"id": 12345678901234567890}')).toThrow(LongIntegerError)
    expect(() => parseTypedJson('[12345678901234567890]')).toThrow(/^12345678901234567890 has more/)
    expect(parseTypedJson('[1]')).toEqual([1])
  })
})
