import { expect, it } from 'vitest'
import { dialable, readableNumber } from './fax-number.ts'

it('groups the digits of a number', () => {
  expect(readableNumber('+12125550123')).toBe('+1 212 555 0123')
  expect(readableNumber('+442079460018')).toBe('+442 079 460 018')
})

it.each([
  ['(212) 555-0123', '+12125550123'],
  [' +44 20 7946 0018', '+442079460018'],
  ['12', '12'],
])('reads %s as it is called', (typed, called) => expect(dialable(typed)).toBe(called))
