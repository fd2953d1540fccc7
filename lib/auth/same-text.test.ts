import { expect, it } from 'vitest'
import { isSameText } from './same-text.ts'

it('compares any texts, also those that are as long and have more bytes', () => {
  expect(isSameText('abc', 'abc')).toBe(true)
  expect(isSameText('abc', 'abd')).toBe(false)
  expect(isSameText('abc', 'abcd')).toBe(false)
  expect(isSameText('', '')).toBe(true)
  expect(isSameText('abé', 'abc')).toBe(false)
  expect(isSameText('abc', 'abé')).toBe(false)
})
