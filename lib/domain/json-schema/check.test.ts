import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { Ajv2020 } from 'ajv/dist/2020.js'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { checkData } from './check.ts'
import { TooCostlyToCheck } from './check-errors.ts'
import { checkLimits } from './limits.ts'
import { prepareSchema } from './prepare-schema.ts'
import { PreparedSchemas } from './prepared.ts'

const plenty = 1e9
const check = (schema: unknown, data: unknown, steps: number = plenty) =>
  checkData(prepareSchema(schema), data, steps)
const fits = (schema: unknown, data: unknown) => check(schema, data).issues.length === 0
const messages = (schema: unknown, data: unknown) =>
  Object.fromEntries(check(schema, data).issues.map(({ path, message }) => [path, message]))

/** Each level refers to the next one twice: expanded it has 2^levels parts. */
const doubling = (levels: number) => ({
  $ref: '#/$defs/level0',
  $defs: Object.fromEntries(
    Array.from({ length: levels + 1 }, (_, level) => {
      const next = { $ref: `#/$defs/level${level + 1}` }
      return [`level${level}`, level === levels ? { type: 'object' } : { allOf: [next, next] }]
    }),
  ),
})

describe('the work of a check is bounded by its steps', () => {
  it.each([
    ['references that double 33 times', doubling(33), {}],
    [
      'references that multiply with each level of the data',
      {
        anyOf: [
          { type: 'array', items: { $ref: '#' } },
          { type: 'array', items: { $ref: '#' } },
        ],
      },
      JSON.parse(`${'['.repeat(60)}1${']'.repeat(60)}`),
    ],
    [
      'a pattern on many texts',
      { items: { type: 'string', pattern: '^(a+)+$' } },
      Array.from({ length: 3_000 }, () => `${'a'.repeat(23)}!`),
    ],
    ['the format url', { format: 'url' }, `http://${'::'.repeat(1_000)}`],
    [
      'defaults that blow the data up',
      { items: { properties: { a: { default: 'x'.repeat(10_000) } } } },
      Array.from({ length: 5_000 }, () => ({})),
    ],
    [
      'entries that are compared',
      { uniqueItems: true },
      Array.from({ length: 60_000 }, (_, index) => ({ id: index, tags: ['a', index] })),
    ],
    ['a schema that is its own part', { allOf: [{ $ref: '#' }] }, {}],
  ])('%s', (_what, schema, data) => {
    expect(() => check(schema, data, checkLimits.stepsHere)).toThrow(TooCostlyToCheck)
  })

  it('unique entries take steps in proportion to their number', () => {
    const entries = (count: number) =>
      Array.from({ length: count }, (_, index) => ({ id: index, tags: ['a', { index }] }))
    const steps = (count: number) => check({ uniqueItems: true }, entries(count)).steps
    expect(steps(20_000) / steps(10_000)).toBeLessThan(2.1)
    expect(
      fits({ uniqueItems: true }, [...entries(20_000), { tags: ['a', { index: 7 }], id: 7 }]),
    ).toBe(false)
  })

  it('an exponential pattern of JavaScript takes steps in proportion to the text', () => {
    const steps = (length: number) => check({ pattern: '^(a+)+$' }, `${'a'.repeat(length)}!`).steps
    expect(steps(20_000) / steps(10_000)).toBeLessThan(2.1)
  })

  it('lists the first hundred of 2,400,000 faults, and counts the others', () => {
    const schema = { properties: { documents: { items: { type: 'object' } } } }
    const { issues, more } = check(schema, { documents: Array(2_400_000).fill(1) })
    expect(issues).toHaveLength(100)
    expect(issues[99]).toEqual({ path: 'documents.99', message: 'This must be an object.' })
    expect(more).toBe(2_399_900)
  })

  it('shortens long lists of values and long names', () => {
    const schema = {
      additionalProperties: false,
      properties: { a: { enum: Array.from({ length: 9_000 }, (_, index) => `code ${index}`) } },
    }
    const { issues } = check(schema, { a: 1, ['x'.repeat(1_000_000)]: 1 })
    expect(JSON.stringify(issues).length).toBeLessThan(2_000)
    expect(issues[0]?.message).toContain('and 8980 more')
  })
})

describe('what fits', () => {
  it('fills in defaults of absent fields, but not in alternatives', () => {
    const data = { inner: {} }
    const schema = {
      properties: {
        a: { default: { x: 1 } },
        inner: { properties: { b: { default: 2 } } },
      },
      anyOf: [{ properties: { c: { default: 3 } } }],
    }
    expect(check(schema, data)).toMatchObject({ issues: [], changed: true })
    expect(data).toEqual({ a: { x: 1 }, inner: { b: 2 } })
  })

  it('does not mistake an inherited name for a field', () => {
    const schema = { required: ['toString'], properties: { constructor: { type: 'string' } } }
    expect(messages(schema, {})).toEqual({ toString: 'This is missing.' })
  })

  it('answers one issue for each field, and for alternatives only that none fits', () => {
    const schema = {
      required: ['name'],
      properties: {
        age: { type: 'integer', minimum: 0 },
        kind: { oneOf: [{ const: 'a' }, { const: 'b' }] },
        list: { items: { anyOf: [{ type: 'string' }, { required: ['id'] }] } },
      },
      additionalProperties: false,
    }
    expect(messages(schema, { age: -1.5, kind: 'c', list: ['x', {}], extra: 1 })).toEqual({
      name: 'This is missing.',
      age: 'This must be a whole number.',
      kind: 'This fits none, or more than one, of the allowed forms.',
      'list.1': 'This fits none of the allowed forms.',
      extra: 'There is no field "extra" here. Remove it or check its spelling.',
    })
  })

  it('follows $id, $anchor and pointers with escapes', () => {
    const schema = {
      $id: 'https://example.com/root.json',
      properties: {
        a: { $ref: '#text' },
        b: { $ref: 'item.json#/$defs/a~1b' },
        c: { $ref: 'https://example.com/root.json#/$defs/100%25' },
      },
      $defs: {
        text: { $anchor: 'text', type: 'string' },
        item: { $id: 'item.json', $defs: { 'a/b': { type: 'number' } } },
        '100%': { type: 'boolean' },
      },
    }
    expect(fits(schema, { a: 'x', b: 1, c: true })).toBe(true)
    expect(Object.keys(messages(schema, { a: 1, b: 'x', c: 0 }))).toEqual(['a', 'b', 'c'])
  })

  it.each([
    ['email', 'a@example.com', 'a@'],
    ['date', '2024-02-29', '2023-02-29'],
    ['date-time', '2024-01-01T10:00:00Z', '2024-01-01'],
    ['time', '14:05', '25:00'],
    ['uuid', '0190c1de-0000-7000-8000-000000000000', 'x'],
    ['byte', 'aGk=', 'a!'],
    ['int32', 5, 2 ** 40],
  ])('knows the format %s', (format, good, bad) => {
    expect([fits({ format }, good), fits({ format }, bad)]).toEqual([true, false])
  })

  it('ignores an unknown format', () => expect(fits({ format: 'data-url' }, 'x')).toBe(true))
})

describe('beside Ajv', () => {
  const json = fc.letrec((tie) => ({
    value: fc.oneof(
      { maxDepth: 3 },
      fc.constantFrom(null, true, false, 0, 1, 2, -1, 1.5, '', 'a', 'ab', '😀b', 'abc'),
      fc.array(tie('value'), { maxLength: 3 }),
      // As JSON.parse makes them: Ajv takes an object without a prototype for unequal to others.
      fc.dictionary(fc.constantFrom('a', 'b', 'c'), tie('value'), { noNullPrototype: true }),
    ),
  })).value
  const small = fc.integer({ min: 0, max: 3 })
  const { schema } = fc.letrec((tie) => {
    const some = fc.array(tie('schema'), { minLength: 1, maxLength: 3 })
    const named = fc.dictionary(fc.constantFrom('a', 'b', 'c'), tie('schema'))
    return {
      schema: fc.oneof(
        { maxDepth: 4, withCrossShrink: true },
        fc.boolean(),
        fc
          .record(
            {
              type: fc.constantFrom(
                'object',
                'array',
                'string',
                'number',
                'integer',
                'null',
                'boolean',
                ['object', 'string'],
                ['array', 'integer'],
              ),
              enum: fc.array(json, { minLength: 1, maxLength: 3 }),
              const: json,
              minimum: small,
              exclusiveMaximum: small,
              multipleOf: fc.constantFrom(1, 2, 0.5),
              minLength: small,
              maxLength: small,
              pattern: fc.constantFrom('^a', 'b$', '[ab]{2}', '^.$'),
              minItems: small,
              maxItems: small,
              uniqueItems: fc.boolean(),
              items: tie('schema'),
              prefixItems: some,
              contains: tie('schema'),
              minContains: small,
              maxContains: small,
              required: fc.uniqueArray(fc.constantFrom('a', 'b', 'c')),
              minProperties: small,
              maxProperties: small,
              properties: named,
              patternProperties: fc.dictionary(fc.constantFrom('^a', 'b|c'), tie('schema')),
              additionalProperties: tie('schema'),
              propertyNames: tie('schema'),
              dependentRequired: fc.dictionary(
                fc.constantFrom('a', 'b'),
                fc.uniqueArray(fc.constantFrom('b', 'c')),
              ),
              dependentSchemas: named,
              allOf: some,
              anyOf: some,
              oneOf: some,
              not: tie('schema'),
              if: tie('schema'),
              then: tie('schema'),
              else: tie('schema'),
              $ref: fc.constantFrom('#/$defs/one', '#/$defs/two'),
              unevaluatedProperties: tie('schema'),
              unevaluatedItems: tie('schema'),
            },
            { requiredKeys: [] },
          )
          .map((all) => {
            // A few keywords at a time, because hardly any data fits all of them.
            const given = Object.entries(all)
            return Object.fromEntries(given.slice(0, 1 + (given.length % 5)))
          }),
      ),
    }
  })
  const leaf = fc.constantFrom({ type: 'string' }, { minimum: 1 }, { required: ['a'] })

  it('finds the same data right and wrong', () => {
    fc.assert(
      fc.property(schema, leaf, leaf, json, (root, one, two, data) => {
        const whole = { allOf: [root], $defs: { one, two } }
        const ajv = new Ajv2020({ strict: false, validateSchema: false, logger: false })
        let valid: boolean
        try {
          valid = ajv.validate(whole, data)
        } catch {
          return
        }
        expect(fits(whole, data)).toBe(valid)
      }),
      { numRuns: 100 },
    )
  }, 120_000)
})

describe('prepared schemas', () => {
  const schemaOf = (index: number) => ({ title: `form ${index}`, type: 'object' })

  it('are cached up to a number and a size, the last used longest', () => {
    const kept = new PreparedSchemas({ schemas: 3, characters: 10_000 })
    const first = kept.get(schemaOf(0))
    for (let index = 1; index < 50; index++) {
      kept.get(schemaOf(index))
      expect(kept.get(schemaOf(0))).toBe(first)
    }
    expect(kept.size.schemas).toBe(3)
    kept.get({ description: 'x'.repeat(9_950) })
    expect(kept.size.schemas).toBe(1)
  })

  it('are freed', async () => {
    setFlagsFromString('--expose-gc')
    const collect = runInNewContext('gc') as () => void
    const kept = new PreparedSchemas({ schemas: 10, characters: 10_000 })
    const seen = Array.from({ length: 500 }, (_, index) => new WeakRef(kept.get(schemaOf(index))))
    const alive = () => seen.filter((each) => each.deref() !== undefined).length
    // A weak reference is alive until the end of the turn in which it was created or read.
    for (let turn = 0; turn < 20; turn++) {
      await new Promise((resolve) => setImmediate(resolve))
      collect()
    }
    expect(alive()).toBeLessThanOrEqual(10)
  })
})
