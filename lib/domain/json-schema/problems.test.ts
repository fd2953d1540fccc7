import { describe, expect, it } from 'vitest'
import { costOf } from './cost.ts'
import { prepareSchema } from './prepare-schema.ts'
import { schemaProblems } from './problems.ts'

type Schema = Record<string, unknown>

const doubling = (levels: number): Schema => ({
  type: 'object',
  $ref: '#/$defs/level0',
  $defs: Object.fromEntries(
    Array.from({ length: levels + 1 }, (_, level) => {
      const next = { $ref: `#/$defs/level${level + 1}` }
      return [`level${level}`, level === levels ? { type: 'object' } : { allOf: [next, next] }]
    }),
  ),
})
const nested = (levels: number): Schema =>
  levels === 0 ? { type: 'string' } : { properties: { a: nested(levels - 1) } }
const many = (count: number, of: (index: number) => unknown): Schema =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`field${index}`, of(index)]))

describe('a schema that costs too much is refused with its place', () => {
  it.each<[string, Schema, string, RegExp]>([
    ['references that multiply', doubling(33), '/$defs/level', /more than 20000 steps/],
    [
      'a recursion that multiplies with each level of data',
      {
        properties: { tree: { $ref: '#/$defs/tree' } },
        $defs: {
          tree: {
            anyOf: [
              { items: { $ref: '#/$defs/tree' } },
              { items: { $ref: '#/$defs/tree' } },
              { items: { $ref: '#/$defs/tree' } },
            ],
          },
        },
      },
      '/$defs/tree',
      /more than 20000 steps/,
    ],
    ['a circle at one value', { allOf: [{ $ref: '#' }] }, '', /refers to itself/],
    ['deep nesting', nested(60), '', /nested deeper than 100 levels/],
    ['many values', { enum: Array.from({ length: 60_000 }, (_, i) => i) }, '', /larger than/],
    ['many parts', { properties: many(5_100, () => ({})) }, '/properties/', /more than 5000 parts/],
    [
      'many patterns',
      { properties: many(600, (index) => ({ pattern: `^a${index}$` })) },
      '/properties/',
      /more than 500 patterns/,
    ],
    [
      'large patterns',
      { properties: many(30, (index) => ({ pattern: `^[a-z]{${900 + index}}$` })) },
      '/properties/field',
      /too large together/,
    ],
    [
      'look-around',
      { properties: { code: { pattern: '^(?=.*\\d)x' } } },
      '/properties/code/pattern',
      /look-around/,
    ],
    [
      'a repetition of repetitions',
      { patternProperties: { '(a{1000}){1000}': {} } },
      '/patternProperties/(a{1000}){1000}',
      /large repetition/,
    ],
    [
      'a reference to nothing',
      { properties: { a: { $ref: '#/$defs/b' } } },
      '/properties/a/$ref',
      /There is nothing at "#\/\$defs\/b"/,
    ],
    ['an unknown type', { properties: { a: { type: 'text' } } }, '/properties/a/type', /no valid/],
  ])('%s', (_what, schema, pointer, message) => {
    const [problem] = schemaProblems(schema)
    expect(problem?.message).toMatch(message)
    expect(problem?.pointer.startsWith(pointer), problem?.pointer).toBe(true)
  })
})

describe('schemas that people write are accepted', () => {
  const tree = { $ref: '#/$defs/json' }
  it.each<[string, Schema]>([
    [
      'any JSON, by recursion',
      {
        $ref: '#/$defs/json',
        $defs: {
          json: {
            anyOf: [
              { type: 'array', items: tree },
              { type: 'object', additionalProperties: tree },
              { type: ['string', 'number', 'boolean', 'null'] },
            ],
          },
        },
      },
    ],
    [
      'rules of rules, distinguished by their field',
      {
        oneOf: ['and', 'or', 'not', 'xor'].map((name) => ({
          required: [name],
          properties: { [name]: { type: 'array', items: { $ref: '#' } } },
          additionalProperties: false,
        })),
      },
    ],
    [
      '300 fields with a pattern',
      { properties: many(300, () => ({ pattern: '^\\d{3}-\\d{4}$' })) },
    ],
    ['20,000 codes', { enum: Array.from({ length: 20_000 }, (_, index) => `C${index}`) }],
    ['references that double 8 times', doubling(8)],
  ])('%s', (_what, schema) => expect(schemaProblems(schema)).toEqual([]))

  it('with what it costs', () => {
    const schema = { type: 'object', required: ['a'], properties: { a: { pattern: '^abc$' } } }
    expect(costOf(prepareSchema(schema))).toEqual({ perValue: 3, perCharacter: 7 })
  })
})
