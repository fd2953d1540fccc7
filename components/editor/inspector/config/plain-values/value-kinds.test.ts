import { expect, it } from 'vitest'
import { asKind, kindOfValue } from './value-kinds.ts'

it.each([
  ['Ada', 'text'],
  [undefined, 'text'],
  [{ $: 'start.name' }, 'text'],
  [{ $: '"Dear " & $text(start.name)' }, 'text'],
  [{ $: 'start.answer = "yes"' }, 'yes-no'],
  [{ $: '$sum(start.amounts)' }, 'text'],
  [3, 'number'],
  [false, 'yes-no'],
  [null, 'nothing'],
  [[1], 'list'],
  [{ name: 'Ada' }, 'group'],
])('%j is a %s', (value, kind) => expect(kindOfValue(value)).toBe(kind))

it('keeps what was typed where the other kind can have it', () => {
  expect(asKind('12.5', 'number')).toBe(12.5)
  expect(asKind('twelve', 'number')).toBe(0)
  expect(asKind(true, 'text')).toBe('true')
  expect(asKind('Ada', 'list')).toEqual([])
  expect(asKind({ $: 'start.name' }, 'text')).toEqual({ $: 'start.name' })
  expect(asKind({ $: 'start.answer = "yes"' }, 'text')).toBe('')
  expect(asKind(3, 'nothing')).toBeNull()
})
