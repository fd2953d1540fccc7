import { expect, it } from 'vitest'
import { freeSlug, slugOf, slugPattern } from './slug.ts'

it.each([
  ['Referral intake', 'referral-intake'],
  ['  Prüfung: é & Ω 2! ', 'prufung-e-2'],
  ['Main EMR (north)', 'main-emr-north'],
  ['a--b', 'a-b'],
  ['***', 'workflow'],
  ['x'.repeat(63) + ' y', 'x'.repeat(63)],
])('%s → %s', (name, slug) => {
  expect(slugOf(name)).toBe(slug)
  expect(slugOf(name)).toMatch(slugPattern)
})

it('may be empty when nothing usable is left', () => expect(slugOf('– –', '')).toBe(''))

it('gets the first free number, within 64 characters', () => {
  expect(freeSlug('a', new Set())).toBe('a')
  expect(freeSlug('a', new Set(['a', 'a-2']))).toBe('a-3')
  const long = `${'x'.repeat(61)}-yz`
  expect(freeSlug(long, new Set([long]))).toBe(`${'x'.repeat(61)}-2`)
})
