import { expect, it } from 'vitest'
import { leavesOf } from './leaves-of.ts'

it('a value comes apart into its places', () => {
  const value = { to: 'a@x', items: [{ code: 1 }, { code: null }], none: [] }
  expect(leavesOf(value)).toEqual([
    { path: 'to', value: 'a@x' },
    { path: 'items.0.code', value: 1 },
    { path: 'items.1.code', value: null },
    { path: 'none', value: [] },
  ])
  expect(leavesOf(value, 2)).toHaveLength(2)
})

it('a plain value is its own place, as is one whose keys cannot stand in a path', () => {
  expect(leavesOf('text')).toEqual([{ path: '', value: 'text' }])
  expect(leavesOf({ mail: { 'a.b': 1 }, '': 2 })).toEqual([
    { path: '', value: { mail: { 'a.b': 1 }, '': 2 } },
  ])
  expect(leavesOf({ mail: { 'a.b': 1 } })).toEqual([{ path: 'mail', value: { 'a.b': 1 } }])
})
