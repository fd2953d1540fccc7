import { expect, it } from 'vitest'
import { titlesWithin } from './field-titles.ts'

const schema = {
  properties: {
    to: { title: 'To', anyOf: [{ items: { type: 'string' } }, { type: 'string' }] },
    retryDelay: { type: 'number' },
  },
}

it('names a field by its title, an entry by its number, and what has no title by its name', () => {
  expect(titlesWithin(schema, ['to', '0'])).toEqual(['To', '1'])
  expect(titlesWithin(schema, ['retryDelay'])).toEqual(['Retry delay'])
  expect(titlesWithin(schema, ['to', '$'])).toEqual(['To'])
  expect(titlesWithin(undefined, [])).toEqual([])
})
