import { expect, it } from 'vitest'
import { firstFormat } from './value-formats.ts'

it.each([
  [
    { type: 'string', format: 'date' },
    { kind: 'date', style: 'long' },
  ],
  [
    { type: 'string', format: 'date-time' },
    { kind: 'date', style: 'date-time' },
  ],
  [
    { type: 'number', 'x-formCurrency': '$' },
    { kind: 'amount', style: 'dollars' },
  ],
  [
    { type: 'number', 'x-formCurrency': '€' },
    { kind: 'amount', style: 'two' },
  ],
  [{ type: 'number' }, undefined],
  [
    { type: 'array', items: { type: 'number', 'x-formCurrency': '$' } },
    { kind: 'list', style: 'commas', entries: { kind: 'amount', style: 'dollars' } },
  ],
  [undefined, undefined],
])('a value of %j is inserted as people write it', (schema, format) =>
  expect(firstFormat(schema)).toEqual(format),
)
