import { describe, expect, it } from 'vitest'
import { shownData, shownSchema, withUnshown } from './shown.ts'

const text = { type: 'string' }
const showWhen = {
  if: { properties: { payer: { const: 'other' } }, required: ['payer'] },
  then: { required: ['which'] },
  else: { properties: { which: false } },
}
const schema = {
  type: 'object',
  required: ['payer'],
  properties: { payer: text, which: text, note: text },
  allOf: [showWhen],
}
const namesOf = (one: Record<string, unknown>) => Object.keys(one['properties'] as object)

describe('a field with a condition', () => {
  it('is shown in its place, and required, when the condition holds', () => {
    const shown = shownSchema(schema, { payer: 'other' })
    expect(shown).toEqual({
      type: 'object',
      required: ['payer', 'which'],
      properties: { payer: text, which: text, note: text },
    })
  })

  it('is not shown otherwise; its value is kept, but not sent', () => {
    const typed = { payer: 'aetna', which: 'typed before' }
    const shown = shownSchema(schema, typed)
    expect([namesOf(shown), shown.required]).toEqual([['payer', 'note'], ['payer']])
    const sent = shownData(schema, shown, typed)
    expect(sent).toEqual({ payer: 'aetna' })
    expect(withUnshown(schema, shown, { ...sent, note: 'n' }, typed)).toEqual({
      ...typed,
      note: 'n',
    })
  })

  it('is decided in a group by the values of the group', () => {
    const group = { type: 'object', properties: { a: schema } }
    const typed = { a: { payer: 'x', which: 'y' } }
    const shown = shownSchema(group, typed)
    expect(shownData(group, shown, typed)).toEqual({ a: { payer: 'x' } })
    expect(withUnshown(group, shown, { a: { payer: 'x' } }, typed)).toEqual(typed)
  })
})

it('shows the fields of `then` and `else`, and of conditions inside them', () => {
  const inner = {
    if: { properties: { b: { minimum: 5 } }, required: ['b'] },
    then: { properties: { c: text } },
  }
  const one = {
    type: 'object',
    properties: { a: { type: 'boolean' } },
    if: { properties: { a: { const: true } }, required: ['a'] },
    then: { properties: { b: { type: 'number' } }, ...inner },
    else: { properties: { d: text } },
  }
  expect(namesOf(shownSchema(one, {}))).toEqual(['a', 'd'])
  expect(namesOf(shownSchema(one, { a: true }))).toEqual(['a', 'b'])
  expect(namesOf(shownSchema(one, { a: true, b: 6 }))).toEqual(['a', 'b', 'c'])
  const typed = { a: true, b: 6, c: 'x', d: 'y' }
  expect(shownData(one, shownSchema(one, typed), typed)).toEqual({ a: true, b: 6, c: 'x' })
})

it('shows what depends on a field that is filled in', () => {
  const one = {
    type: 'object',
    properties: { card: text, name: text },
    dependentRequired: { card: ['name'] },
    dependentSchemas: { card: { properties: { until: text } } },
  }
  expect(shownSchema(one, {})).toEqual({ type: 'object', properties: { card: text, name: text } })
  expect(shownSchema(one, { card: '1' })).toMatchObject({
    required: ['name'],
    properties: { until: text },
  })
})

it('leaves a condition that only a validator can decide, and a schema without any', () => {
  const one = {
    type: 'object',
    properties: { a: text },
    if: { properties: { a: { pattern: '^x' } } },
    then: { properties: { b: text } },
  }
  expect(shownSchema(one, { a: 'x' })).toBe(one)
  expect(shownData(one, one, { a: 'x', b: 'y' })).toEqual({ a: 'x', b: 'y' })
})

it('sends nothing of what the entries of a list do not show', () => {
  const entry = {
    type: 'object',
    properties: { a: text, b: text, inner: { type: 'array', items: { type: 'object' } } },
    if: { properties: { a: { const: 'x' } }, required: ['a'] },
    else: { properties: { b: false } },
  }
  const list = { type: 'array', items: entry }
  const one = {
    type: 'object',
    properties: { list, group: { type: 'object', properties: { list } } },
  }
  const entries = [{ a: 'x', b: '1' }, { a: 'y', b: '2', inner: [{ b: '3' }] }, 'odd']
  const sent = [{ a: 'x', b: '1' }, { a: 'y', inner: [{ b: '3' }] }, 'odd']
  const data = { list: entries, group: { list: entries } }
  expect(shownSchema(one, data)).toBe(one)
  expect(shownData(one, one, data)).toEqual({ list: sent, group: { list: sent } })
  const plain = { list: [{ a: 'x', b: '1' }] }
  expect(shownData(one, one, plain)).toBe(plain)
})
