import { expect, test } from 'vitest'
import { markOf } from './mark-of.ts'

test('a problem of code is marked at the line that its message names', () => {
  const message = 'Line 3, column 7: Unexpected token.'
  expect(markOf({ message, severity: 'error' })).toEqual({
    message: 'Unexpected token.',
    severity: 'error',
    line: 3,
  })
  expect(markOf({ message: 'Unexpected token at 4:2', severity: 'error' })).toMatchObject({
    line: 4,
  })
})

test('a problem of the whole code has no line', () => {
  expect(markOf({ message: 'Give the code.', severity: 'error' })).not.toHaveProperty('line')
})
