import { expect, it } from 'vitest'
import { runTitle } from './run-title.ts'

const start = {
  patient: { name: 'Ada  Lovelace', id: 815, minor: false, address: { city: 'London' } },
  empty: '',
}

it.each<[string | undefined, string | null]>([
  ['{patient.name} · {patient.id}', 'Ada Lovelace · 815'],
  ['{ patient.address.city }', 'London'],
  ['{patient.minor}', 'false'],
  ['{patient.unknown}{empty}', null],
  ['Patient {patient.unknown}', null],
  ['{patient.name}, {patient.unknown}', 'Ada Lovelace,'],
  ['{patient}', null],
  ['{patient.name.length}', null],
  ['{__proto__.constructor}', null],
  ['Nightly', 'Nightly'],
  ['', null],
  [undefined, null],
])('%s is %s', (template, title) => expect(runTitle(template, start)).toBe(title))

it('is cut at 200 characters', () =>
  expect(runTitle('{text}', { text: 'x'.repeat(1000) })).toHaveLength(200))
it('never makes a text of the size of the start data, however often it is named', () =>
  // Together more characters than a string may have.
  expect(runTitle('{text}'.repeat(80), { text: 'x'.repeat(10_000_000) })).toHaveLength(200))
it('is null when the start data is no object', () => expect(runTitle('{a}', 'text')).toBeNull())

it('never cuts a character in two', () => {
  expect(runTitle('{name}', { name: `a${'😀'.repeat(150)}` })).toBe(`a${'😀'.repeat(99)}`)
})
