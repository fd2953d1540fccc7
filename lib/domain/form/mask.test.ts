import { expect, it } from 'vitest'
import { checkData } from '../json-schema/check.ts'
import { prepareSchema } from '../json-schema/prepare-schema.ts'
import { isMask, masked, patternOfMask, storedOf } from './mask.ts'

it.each([
  ['999-99-9999', '123456789', '123-45-6789'],
  ['999-99-9999', '123 45 6789', '123-45-6789'],
  ['999-99-9999', '1234', '123-4'],
  ['999-99-9999', '123', '123'],
  ['999-99-9999', '1234567890', '1234567890'],
  ['999-99-9999', '12a', '12a'],
  ['AA-9**', 'ab1c2', 'ab-1c2'],
  ['+1 (999) 999', '+1 212555', '+1 (212) 555'],
  ['999', '', ''],
])('mask %s shows %s as %s', (mask, text, shown) => expect(masked(mask, text)).toBe(shown))

it('stores what is shown, or only what was typed', () => {
  expect(storedOf('999-99-9999', '123 45 6789', false)).toBe('123-45-6789')
  expect(storedOf('999-99-9999', '123 45 6789', true)).toBe('123456789')
  expect(storedOf('+1 (999)', '+1212', true)).toBe('212')
})

it.each([
  ['999-99-9999', false, '123-45-6789', true],
  ['999-99-9999', false, '123-4', false],
  ['999-99-9999', true, '123456789', true],
  ['999-99-9999', true, '12345678', false],
  ['+1 (999) A*', false, '+1 (212) é7', true],
  ['+1 (999) A*', false, '+1 (212) 77', false],
])('the rule of the mask %s (plain: %s) on %s says %s', (mask, isPlain, value, isRight) => {
  const schema = prepareSchema({ type: 'string', pattern: patternOfMask(mask, isPlain) })
  expect(checkData(schema, value, 100_000).issues).toHaveLength(isRight ? 0 : 1)
  expect(() => new RegExp(patternOfMask(mask, isPlain), 'u')).not.toThrow()
})

it('needs a place to type into', () =>
  expect([isMask('9-A'), isMask('---')]).toEqual([true, false]))
