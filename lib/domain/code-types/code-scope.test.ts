import { describe, expect, it } from 'vitest'
import { definitionSchema } from '../workflow/definition.ts'
import type { StepTypeInfo } from '../workflow/step-type-info.ts'
import { CodeScopes } from './code-scope.ts'
import { typeOfSchema } from './type-of-schema.ts'

const info = (type: string, more: Partial<StepTypeInfo> = {}): [string, StepTypeInfo] => [
  type,
  {
    type,
    version: 1,
    title: type,
    description: '',
    category: 'Data',
    icon: 'box',
    effect: 'pure',
    configSchema: {},
    uiSchema: {},
    outputSchema: {},
    screen: false,
    examples: [],
    ...more,
  },
]
const types = new Map([
  info('code'),
  info('lookup', {
    outputSchema: {
      type: 'object',
      properties: { found: { type: 'boolean' } },
      required: ['found'],
      additionalProperties: false,
    },
  }),
  info('condition', { branches: { fixed: ['true', 'false'] } }),
  info('for-each', { branches: { fixed: ['each', 'done'] } }),
  info('while', { branches: { fixed: ['each', 'done'] } }),
  info('screen', { screen: true }),
])

type Given = {
  type?: string
  after?: (string | [string, string])[]
  config?: Record<string, unknown>
} & Record<string, unknown>

function scopesOf(steps: Record<string, Given>, startData: Record<string, unknown> = {}) {
  const definition = definitionSchema.parse({
    startData,
    steps: Object.entries(steps).map(([id, { type = 'code', after = [], ...rest }]) => ({
      id,
      type,
      title: id,
      after: after.map((each) =>
        typeof each === 'string' ? { step: each } : { step: each[0], via: each[1] },
      ),
      ...rest,
    })),
  })
  const scopes = new CodeScopes(definition, types)
  return (id: string, place: 'step' | 'hook' = 'step', code = Object.keys(steps).join(' ')) => {
    const step = definition.steps.find((each) => each.id === id) ?? expect.fail(id)
    return scopes.of(step, place, code)
  }
}

/** The steps that code can read: `b?` may not have run. */
const stepsIn = (scope: string): string[] =>
  [...scope.matchAll(/^ *(?:\/\*\*.*?\*\/ )?readonly (\w+\??): \{ readonly output/gm)].map(
    ([, name]) => name ?? '',
  )

describe('what code can read of the steps before', () => {
  it('is there where it surely ran, and may be missing behind a branch', () => {
    const scope = scopesOf({
      first: {},
      decide: { type: 'condition', after: ['first'] },
      yes: { after: [['decide', 'true']] },
      no: { after: [['decide', 'false']] },
      joined: { after: ['yes', 'no'] },
      last: { after: ['joined'] },
    })
    expect(stepsIn(scope('last'))).toEqual(['first', 'decide', 'yes?', 'no?', 'joined'])
    expect(stepsIn(scope('yes'))).toEqual(['first', 'decide'])
  })

  it('knows that one of all branches is always taken, and that parallel steps all ran', () => {
    const scope = scopesOf({
      decide: { type: 'condition' },
      joined: {
        after: [
          ['decide', 'true'],
          ['decide', 'false'],
        ],
      },
      beside: {},
      last: { after: ['joined', 'beside'] },
      half: { after: [['decide', 'true'], 'beside'] },
    })
    expect(stepsIn(scope('last'))).toEqual(['decide', 'joined', 'beside'])
    expect(stepsIn(scope('half'))).toEqual(['decide', 'beside'])
  })

  it('is in a loop what ran around it and in its round, and after it the loop', () => {
    const scope = scopesOf({
      before: {},
      each: { type: 'for-each', after: ['before'], config: { items: { $: 'start.items' } } },
      inside: { after: [['each', 'each']] },
      next: { after: ['inside'] },
      after: { after: [['each', 'done']] },
    })
    expect(stepsIn(scope('next'))).toEqual(['before', 'inside'])
    expect(scope('next')).toContain('readonly item: Item')
    expect(stepsIn(scope('after'))).toEqual(['before', 'each'])
    expect(scope('after')).not.toContain('item: Item')
  })

  it('is for the handler of a failure everything, with the failure', () => {
    const scope = scopesOf({
      before: {},
      risky: { after: ['before'], on_failure: { step: 'mend', then: 'continue' } },
      mend: {},
      later: { type: 'lookup', after: ['risky'] },
      last: { after: ['later'] },
    })
    expect(stepsIn(scope('mend'))).toEqual(['before', 'risky?', 'later?', 'last?'])
    expect(scope('mend')).toContain('readonly error: Failure')
    // The handler may have given any output in the place of its own.
    expect(scope('last')).toContain('readonly risky: { readonly output: any }')
    expect(scope('last')).toContain('readonly later: { readonly output: { found: boolean } }')
    expect(scope('last')).not.toContain('error: Failure')
  })

  it('has no types of steps that the code does not name', () => {
    const scope = scopesOf({
      a1: { type: 'lookup' },
      b1: { type: 'lookup', after: ['a1'] },
      c1: { after: ['b1'] },
    })
    const named = scope('c1', 'step', 'steps.b1.output')
    expect(named).toContain('readonly a1: { readonly output: any }')
    expect(named).toContain('readonly b1: { readonly output: { found: boolean } }')
  })
})

describe('what else code gets', () => {
  const form = {
    type: 'object',
    properties: { decision: { enum: ['yes', 'no'] }, note: { type: ['string', 'null'] } },
    required: ['decision'],
  }

  it('is for a hook what the person entered, and who it is, but not the run', () => {
    const scope = scopesOf({
      ask: { type: 'screen', config: { schema: form }, before_complete: 'x' },
      then: { after: ['ask'] },
    })
    expect(scope('ask', 'hook')).toContain(
      'interface Output { decision: ("yes" | "no"); note?: (string | null) }',
    )
    expect(scope('ask', 'hook')).toContain('readonly user: User')
    expect(scope('ask', 'hook')).not.toContain('run: Run')
    // The hook may return anything.
    expect(scope('then')).toContain('readonly ask: { readonly output: any }')
  })

  it('is the item of the list that the loop reads by its name', () => {
    const list = {
      type: 'array',
      items: { type: 'object', properties: { name: { type: 'string' } } },
    }
    const startData = { type: 'object', properties: { people: list } }
    const loop = (items: unknown, type = 'for-each') =>
      scopesOf(
        { each: { type, config: { items } }, inside: { after: [['each', 'each']] } },
        startData,
      )('inside')
    expect(loop({ $: 'start.people' })).toContain('interface Item { name?: string }')
    expect(loop({ $: 'start.people[name = "x"]' })).toContain('type Item = any')
    expect(loop([], 'while')).toMatch(/interface Item \{[^}]*index: number;[^}]*last: any \}/)
  })
})

describe('the type of a schema', () => {
  it.each([
    [{}, 'any'],
    [{ type: 'object' }, 'any'],
    [{ type: 'object', additionalProperties: { type: 'integer' } }, '{ [name: string]: number }'],
    [{ type: 'array', items: { type: 'string' } }, 'Array<string>'],
    [{ type: 'array', prefixItems: [{}], items: { type: 'string' } }, 'any[]'],
    [{ anyOf: [{ type: 'string' }, { type: 'null' }] }, '(string | null)'],
    [{ oneOf: [{ const: 'a', title: 'A' }, { const: 'b' }], type: 'string' }, '("a" | "b")'],
    [{ anyOf: [{ type: 'string' }, {}] }, 'any'],
    [{ enum: ['a', { b: 1 }] }, 'any'],
    [{ enum: Array.from({ length: 100 }, (_, at) => `v${at}`) }, 'string'],
    [{ $ref: 'https://example.com/schema' }, 'any'],
    [{ $ref: '#/$defs/name', $defs: { name: { type: 'string' } } }, 'string'],
    [{ $ref: '#' }, 'any'],
    [
      { type: 'object', properties: { 'a b': { type: 'number', title: 'It */ ends' } } },
      '{ \n/** It * / ends */ "a b"?: number; [name: string]: any }',
    ],
  ])('%j is %s', (schema, type) => {
    expect(typeOfSchema(schema)).toBe(type)
  })

  it('is closed for forms, unless a condition may add fields', () => {
    const fields = { type: 'object', properties: { a: {} }, required: ['a'] }
    expect(typeOfSchema(fields, { closed: true })).toBe('{ a: any }')
    const more = { ...fields, if: {}, then: { properties: { b: {} } } }
    expect(typeOfSchema(more, { closed: true })).toBe('{ a: any; [name: string]: any }')
  })

  it('has a bounded size', () => {
    const wide = (depth: number): Record<string, unknown> =>
      depth === 0
        ? { type: 'string' }
        : {
            type: 'object',
            properties: Object.fromEntries(
              Array.from({ length: 12 }, (_, at) => [`field${at}`, wide(depth - 1)]),
            ),
          }
    expect(typeOfSchema(wide(5)).length).toBeLessThan(300_000)
  })
})
