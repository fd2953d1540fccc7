import { expect, it } from 'vitest'
import { knownIn, type Ends } from './known-in.ts'

// What is looked at is only the amount, so a pass is told from others by that alone.
const pair = (against: number, inFavour: number) =>
  ({ against: { amount: against }, inFavour: { amount: inFavour } }) as unknown as Ends
const amountOf = (result: Ends['against']) =>
  (result as unknown as { amount: number | undefined }).amount

it('an amount is known when every pair of ends agrees', () => {
  expect(knownIn([pair(30, 30), pair(50, 50)], amountOf)).toBe(30)
  expect(knownIn([pair(30, 30), pair(50, 60)], amountOf)).toBeNull()
  expect(knownIn([pair(30, 40), pair(50, 50)], amountOf)).toBeNull()
})

it('an amount that there is not is not known', () => {
  expect(knownIn([], amountOf)).toBeNull()
  expect(knownIn([pair(30, 30)], () => undefined)).toBeNull()
})
