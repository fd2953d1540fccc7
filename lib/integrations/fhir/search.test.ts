import fc from 'fast-check'
import { expect, it } from 'vitest'
import { anyOf, isFhirId, literal, reference, searchPath, token } from './search.ts'

it('any text is one value: every separator of a search is escaped', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      const written = literal(text)
      expect(written.replaceAll(/\\[\\,$|]/g, '')).not.toMatch(/[\\,$|]/)
      expect(written.replaceAll(/\\([\\,$|])/g, '$1')).toBe(text)
    }),
  )
})

it('preserves intended separators', () => {
  expect(anyOf([literal('a,b'), literal('c')])).toBe(String.raw`a\,b,c`)
  expect(token('urn:x', 'a|b')).toBe(String.raw`urn:x|a\|b`)
  expect(reference('Patient', 'A,B')).toBe(String.raw`Patient/A\,B`)
  expect(searchPath('Patient', [['name', literal('Smith, Lee')]], 20)).toBe(
    'Patient?name=Smith%5C%2C+Lee&_count=20',
  )
})

it.each(['', '..', 'a/b', 'A,B', 'a?b', 'x'.repeat(65)])('%j is no FHIR id', (id) => {
  expect(isFhirId(id)).toBe(false)
})
