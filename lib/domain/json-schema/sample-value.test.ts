import { expect, it } from 'vitest'
import { sampleValue } from './sample-value.ts'

it('invents a value of the shape of a schema', () => {
  const schema = {
    type: 'object',
    properties: {
      name: { type: 'string', title: 'Patient name' },
      born: { type: 'string', format: 'date' },
      kind: { enum: ['new', 'known'] },
      days: { type: 'integer', minimum: 3 },
      urgent: { type: 'boolean', default: false },
      tags: { type: 'array', items: { type: 'string', examples: ['first'] } },
      either: { oneOf: [{ const: 'this' }, { const: 'that' }] },
      code: { type: 'string', minLength: 8, maxLength: 9 },
      maybe: { type: ['number', 'null'] },
      any: {},
    },
  }
  expect(sampleValue(schema)).toEqual({
    name: 'Sample patient name',
    born: '2026-01-15',
    kind: 'new',
    days: 3,
    urgent: false,
    tags: ['first'],
    either: 'this',
    code: 'Sample..',
    maybe: 1,
    any: null,
  })
})

it.each([
  [{ type: 'integer', minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER }, 1],
  [{ type: 'integer', maximum: -3 }, -3],
  [{ type: 'number', exclusiveMinimum: 4 }, 5],
])('invents a small number: %j', (schema, value) => {
  expect(sampleValue(schema)).toBe(value)
})

it('ends with a schema that has itself', () => {
  const node: Record<string, unknown> = { type: 'object' }
  node['properties'] = { next: node }
  expect(JSON.stringify(sampleValue(node)).length).toBeLessThan(200)
})
