import { expect, it } from 'vitest'
import { changedPlaces, yesOrNo } from './changed-places.ts'

it('what a step sent that does not run any more is gone field by field', () => {
  expect(changedPlaces({ to: ['a@x'], subject: 'Hello' }, null)).toEqual([
    { path: 'to', before: ['a@x'], after: undefined },
    { path: 'subject', before: 'Hello', after: undefined },
  ])
  expect(changedPlaces(null, { total: 3 })).toEqual([
    { path: 'total', before: undefined, after: 3 },
  ])
})

it('other values are compared as they are', () => {
  expect(changedPlaces({ a: 1, b: 2 }, { a: 1, b: 3 })).toEqual([
    { path: 'b', before: 2, after: 3 },
  ])
  expect(changedPlaces(null, 5)).toEqual([{ path: '', before: null, after: 5 }])
})

it('what is true or false is said as the branches of a condition are', () => {
  const [first] = changedPlaces({ result: false }, { result: true })
  expect(first && yesOrNo(first)).toEqual({ before: 'No', after: 'Yes' })
  expect(yesOrNo({ path: 'days', before: 3, after: true })).toEqual({ after: 'Yes' })
})
