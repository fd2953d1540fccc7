import { describe, expect, it } from 'vitest'
import { drawProblems } from '#lib/domain/form/drawable'
import { shownSchema } from '#lib/domain/form/shown'
import { pagesOf } from '#lib/domain/form/pages'
import {
  addField,
  changeField,
  fieldKinds,
  fieldsOf,
  moveField,
  removeField,
  renameField,
} from '../schema-fields.ts'
import { alternativesOf, oneOfWith, valueRefusal, withOneMore } from './alternatives.ts'
import { choicesOf, choicesOfLines, linesOfChoices, withChoices } from './choices.ts'
import type { Condition } from './conditions.ts'
import { pageOfField, putOnPage, removePage, splitIntoPages } from './page-list.ts'

type Schema = Record<string, unknown>

const empty: Schema = { type: 'object', properties: {} }
const kinds = fieldKinds.filter((kind) => kind !== 'other')

it.each(kinds)('a new field of the kind %s is known again, and can be drawn', (kind) => {
  const { schema, name } = addField(empty, kind)
  expect(fieldsOf(schema).map((field) => [field.name, field.kind])).toEqual([[name, kind]])
  expect(drawProblems(schema)).toEqual([])
})

describe('choices', () => {
  const text = 'F = Female\nM = Male\n\nF = again\nX=Other = not said'
  it('are read from lines, each value once', () => {
    const choices = choicesOfLines(text)
    expect(choices.map(({ value, title }) => `${value}:${title}`)).toEqual([
      'F:Female',
      'M:Male',
      'X:Other = not said',
    ])
    expect(choicesOfLines(linesOfChoices(choices))).toEqual(choices)
  })

  it('are plain values where nothing else is shown, and keep titles of any form', () => {
    expect(withChoices({ type: 'string', oneOf: [] }, choicesOfLines('a\nb'))).toEqual({
      type: 'string',
      enum: ['a', 'b'],
    })
    const titled = withChoices({ type: 'string', enum: [] }, choicesOfLines('a = A\nb'))
    expect(choicesOf(titled)).toEqual(choicesOfLines('a = A\nb'))
    expect(choicesOf({ enum: ['a', 'b'], enumNames: ['A', 'B'] })).toEqual(
      choicesOfLines('a = A\nb = B'),
    )
  })
})

describe('alternatives', () => {
  const { schema, name } = addField(empty, 'alternatives')
  const propertyOf = (of: Schema) => fieldsOf(of)[0]?.property ?? {}
  const property = propertyOf(schema)

  it('have fields of their own, and keep the field that names them out of sight', () => {
    const [first] = alternativesOf(property)
    const inner = addField(first?.schema ?? {}, 'date').schema
    const required = changeField(inner, 'date', { required: true })
    const changed = alternativesOf(property).map((one, index) =>
      index === 0 ? { ...one, title: 'By post', value: 'post', schema: required } : one,
    )
    const next = changeField(schema, name, { set: { oneOf: oneOfWith(property, changed) } })
    expect(propertyOf(next)['oneOf']).toMatchObject([
      {
        title: 'By post',
        properties: { kind: { const: 'post' }, date: { format: 'date' } },
        required: ['kind', 'date'],
      },
      { title: 'Option 2', properties: { kind: { const: 'option2' } }, required: ['kind'] },
    ])
    const [post] = alternativesOf(propertyOf(next))
    expect(fieldsOf(post?.schema ?? {})).toMatchObject([{ name: 'date', required: true }])
    expect(drawProblems(next)).toEqual([])
  })

  it('get values that are free, and keep the naming field of their author', () => {
    const written = {
      type: 'object',
      oneOf: ['option2', 'b'].map((how) => ({ properties: { how: { const: how } } })),
    }
    const more = withOneMore(alternativesOf(written).slice(0, 1))
    expect(more.map(({ value }) => value)).toEqual(['option2', 'option3'])
    expect(valueRefusal(more, 1, 'option2')).toBe('Another alternative has this value.')
    expect(oneOfWith(written, more)[1]).toMatchObject({ properties: { how: { const: 'option3' } } })
  })

  it.each([
    { type: 'object', oneOf: [{ properties: { a: {} } }, { properties: { b: {} } }] },
    { type: 'object', oneOf: [{ properties: { a: { const: 1 } } }] },
    { type: 'object', oneOf: [{ $ref: '#/$defs/a', properties: { a: { const: 'x' } } }] },
    { type: 'object', properties: {}, oneOf: [{ properties: { a: { const: 'x' } } }] },
  ])('need a text that names each of them: %j', (other) => {
    expect(fieldsOf({ properties: { other } })[0]?.kind).toBe('other')
  })
})

describe('conditions', () => {
  const form: Schema = {
    type: 'object',
    required: ['b'],
    allOf: [{ title: 'of the author' }],
    properties: {
      a: { type: 'string', enum: ['x', 'y'] },
      b: { type: 'string' },
      c: { type: 'array', items: { type: 'string', enum: ['k'] } },
    },
  }
  const field = (schema: Schema, name: string) => fieldsOf(schema).find((one) => one.name === name)

  it.each<[Condition, object, object]>([
    [{ field: 'a', how: 'is', value: 'x' }, { a: 'x' }, { a: 'y' }],
    [{ field: 'a', how: 'is-not', value: 'x' }, { a: 'y' }, {}],
    [{ field: 'c', how: 'has', value: 'k' }, { c: ['k'] }, { c: [] }],
    [{ field: 'a', how: 'filled', value: undefined }, { a: 'y' }, {}],
  ])('%j is written as JSON Schema, and read again', (condition, shows, hides) => {
    const schema = changeField(form, 'b', { condition })
    expect(field(schema, 'b')).toMatchObject({ condition, required: true })
    expect(schema['required']).toBeUndefined()
    const names = (data: object) =>
      Object.keys(shownSchema(schema, data as Schema)['properties'] as object)
    expect([names(shows), names(hides)]).toEqual([
      ['a', 'b', 'c'],
      ['a', 'c'],
    ])
    expect(shownSchema(schema, shows as Schema)['required']).toEqual(['b'])
    expect(changeField(schema, 'b', { condition: null })).toEqual(form)
  })

  it('follow the names of their fields, and end with them', () => {
    const schema = changeField(form, 'b', { condition: { field: 'a', how: 'is', value: 'x' } })
    expect(field(renameField(schema, 'a', 'first'), 'b')?.condition?.field).toBe('first')
    expect(field(renameField(schema, 'b', 'second'), 'second')?.condition?.field).toBe('a')
    expect(field(removeField(schema, 'a'), 'b')).toMatchObject({ condition: undefined })
    expect(removeField(schema, 'b')['allOf']).toEqual([{ title: 'of the author' }])
  })

  it('of other forms are left alone', () => {
    const own = { ...form, allOf: [{ if: {}, then: { required: ['b'] } }] }
    expect(changeField(own, 'b', { title: 'B' })['allOf']).toEqual(own.allOf)
    expect(field(own, 'b')?.condition).toBeUndefined()
  })
})

describe('pages', () => {
  const form: Schema = {
    type: 'object',
    properties: { a: { type: 'string' }, b: { type: 'string' }, c: { type: 'string' } },
  }
  const onPages = (schema: Schema) =>
    pagesOf(schema, Object.keys(schema['properties'] as object)).map(({ fields }) => fields)
  const split = putOnPage(splitIntoPages(form), 'b', 1)

  it('have each field once, in the order of the form', () => {
    expect(onPages(split)).toEqual([['a', 'c'], ['b']])
    expect(onPages(moveField(split, 'c', 0))).toEqual([['c', 'a'], ['b']])
    expect(onPages(renameField(split, 'b', 'd'))).toEqual([['a', 'c'], ['d']])
    expect(onPages(removeField(split, 'c'))).toEqual([['a'], ['b']])
    const { schema, name } = addField(split, 'text')
    expect(pageOfField(schema, name)).toBe(1)
    expect(drawProblems(removeField(split, 'a'))).toEqual([])
  })

  it('are one page again without the second', () => expect(removePage(split, 1)).toEqual(form))
})

it('sets and removes keywords, and keeps what it does not know', () => {
  const form = { type: 'object', properties: { a: { type: 'string', 'x-own': 1 } } }
  const set = changeField(form, 'a', { set: { 'x-formMask': '99', minLength: 2 } })
  expect(set['properties']).toEqual({
    a: { type: 'string', 'x-own': 1, 'x-formMask': '99', minLength: 2 },
  })
  const removed = changeField(set, 'a', { set: { 'x-formMask': '', minLength: undefined } })
  expect(removed).toEqual(form)
})
