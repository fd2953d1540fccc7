import { expect, it } from 'vitest'
import { lostByChoice } from './lost-by-choice.ts'

const text = (title: string) => ({ type: 'string', title })
const card = {
  properties: { kind: { const: 'card' }, number: text('Card number'), who: text('Name') },
}
const cash = { properties: { kind: { const: 'cash' }, who: text('Name') } }

it.each<[unknown, unknown, string[]]>([
  [{ kind: 'card', number: '41', who: 'Ada' }, cash, ['Card number']],
  [{ kind: 'card', number: ' ', who: 'Ada' }, cash, []],
  [{ kind: 'card', number: '41' }, undefined, ['Card number']],
  [undefined, cash, []],
])('of %j, with %j chosen', (value, next, lost) => {
  expect(lostByChoice(value, card, next)).toEqual(lost)
})

it('asks for a text that is the whole value', () => {
  expect(lostByChoice('typed', { type: 'string' }, cash)).toEqual(['your entry'])
})
