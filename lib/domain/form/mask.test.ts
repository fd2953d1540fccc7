import { expect, it } from 'vitest'
import { isMask, masked, storedOf } from './mask.ts'

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

it('needs a place to type into', () =>
  expect([isMask('9-A'), isMask('---')]).toEqual([true, false]))
