import { expect, it } from 'vitest'
import { foundAddress, isDoubtful, isSamePlace } from './address-check.ts'

const given = {
  name: 'Jane Doe',
  addressLine1: '185 Berry Street',
  addressLine2: 'Suite 6100',
  city: 'San Francisco',
  state: 'CA',
  postalCode: '94107',
  country: 'US',
}

it.each([
  ['abbreviations', { addressLine1: '185 BERRY ST', addressLine2: 'STE 6100' }],
  ['one line for two', { addressLine1: '185 Berry St, Ste. 6100', addressLine2: undefined }],
  ['a longer ZIP code', { postalCode: '94107-2282' }],
  ['accents and case', { city: 'SÁN FRANCISCO', state: 'ca' }],
])('is the same place in other words: %s', (_what, change) => {
  expect(isSamePlace(given, { ...given, ...change })).toBe(true)
  expect(foundAddress(given, change)).toEqual({
    outcome: 'deliverable',
    suggestion: null,
    problems: [],
  })
})

it.each([
  ['number', { addressLine1: '158 Berry Street' }],
  ['digits apart', { addressLine1: '18 5 Berry Street' }],
  ['unit', { addressLine2: 'Suite 610' }],
  ['no unit', { addressLine2: undefined }],
  ['city', { city: 'Oakland' }],
  ['state', { state: 'OR' }],
  ['ZIP code', { postalCode: '94103' }],
])('is another place with another %s, and keeps the name', (_what, change) => {
  expect(foundAddress(given, change)).toEqual({
    outcome: 'corrected',
    suggestion: { ...given, ...change },
    problems: [],
  })
})

it('offers no correction that is no address of a letter', () => {
  expect(foundAddress(given, { postalCode: 'none' })).toMatchObject({
    outcome: 'deliverable',
    suggestion: null,
  })
})

it('is doubtful with a problem, and not because nobody could say', () => {
  const check = { suggestion: null, problems: ['x'] }
  expect(isDoubtful({ ...check, outcome: 'deliverable' })).toBe(true)
  expect(isDoubtful({ ...check, outcome: 'not_checked' })).toBe(false)
  expect(isDoubtful({ ...check, outcome: 'deliverable', problems: [] })).toBe(false)
})
