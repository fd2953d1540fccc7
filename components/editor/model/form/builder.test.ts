import { describe, expect, it } from 'vitest'
import { deriveUiSchema } from '#components/forms/derive-ui-schema'
import { drawProblems } from '#lib/domain/form/drawable'
import { shownSchema } from '#lib/domain/form/shown'
import type { Group, Rule } from '#lib/domain/expressions/written/condition'
import { pagesOf } from '#lib/domain/form/pages'
import { textsOfForm, translatedForm } from '#lib/domain/form/texts/translate-form'
import { isMissing, translationEntries } from '#lib/domain/form/texts/translation-entries'
import {
  addField,
  changeField,
  fieldKinds,
  fieldsOf,
  kindGroups,
  moveField,
  removeField,
  renameField,
} from '../schema-fields.ts'
import { alternativesOf, oneOfWith, valueRefusal, withOneMore } from './alternatives.ts'
import { choicesOf, choicesOfLines, linesOfChoices, withChoices } from './choices.ts'
import { conditionsOf } from './conditions.ts'
import { groupOfTest, testOfGroup } from './condition-test.ts'
import { shapes } from './kinds.ts'
import { messagesOf, withMessage } from './messages.ts'
import {
  addPage,
  changePage,
  movePage,
  pageOfField,
  putOnPage,
  removePage,
  splitIntoPages,
  stepField,
} from './page-list.ts'

type Schema = Record<string, unknown>

const empty: Schema = { type: 'object', properties: {} }
const kinds = fieldKinds.filter((kind) => kind !== 'other')

it('a required list has an entry, until it is no longer required', () => {
  const propertyOf = (schema: Schema) => fieldsOf(schema)[0]?.property
  const { schema, name } = addField(empty, 'multi-file')
  const required = changeField(schema, name, { required: true })
  expect(propertyOf(required)).toMatchObject({ minItems: 1 })
  expect(changeField(required, name, { required: false })).toEqual(schema)
  // What an author has counted stays.
  const counted = changeField(schema, name, { set: { minItems: 2 } })
  for (const isRequired of [true, false])
    expect(propertyOf(changeField(counted, name, { required: isRequired }))).toMatchObject({
      minItems: 2,
    })
  // A required text that becomes a list.
  const text = changeField(addField(empty, 'text').schema, 'text', { required: true })
  expect(propertyOf(text)).not.toHaveProperty('minItems')
  expect(propertyOf(changeField(text, 'text', { kind: 'list' }))).toMatchObject({ minItems: 1 })
})

it.each(kinds)('a new field of the kind %s is known again, and can be drawn or filled', (kind) => {
  const { schema, name } = addField(empty, kind)
  expect(fieldsOf(schema).map((field) => [field.name, field.kind])).toEqual([[name, kind]])
  // A group waits for its first field.
  const said = kind === 'group' ? [expect.stringContaining('has no fields')] : []
  expect(drawProblems(schema).map(({ message }) => message)).toEqual(said)
})

it('offers each kind once, under one heading', () => {
  expect(kindGroups.flatMap((group) => group.kinds).toSorted()).toEqual(kinds.toSorted())
})

it('an agreement has to be ticked, a question has to be answered either way', () => {
  const [consent, question] = (['consent', 'yes-no'] as const).map((kind) => shapes[kind])
  expect(consent).toEqual({ type: 'boolean', const: true })
  expect(deriveUiSchema({ properties: { question } })).toMatchObject({
    question: { 'ui:widget': 'radio' },
  })
})

it.each(['phone', 'address'] as const)(
  'what it writes into the kind %s is Spanish, too',
  (kind) => {
    const { title: _own, ...property } = shapes[kind]
    const form = {
      title: '',
      description: '',
      schema: { type: 'object', properties: { property } },
    }
    expect(textsOfForm(form).length).toBeGreaterThan(0)
    expect(translationEntries(form, 'es-MX', {}).filter(isMissing)).toEqual([])
    const { schema } = translatedForm(form, {}, 'es')
    const spoken = textsOfForm({ ...form, schema }).map(({ text }) => text)
    expect(spoken).not.toEqual(textsOfForm(form).map(({ text }) => text))
  },
)

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
  it('keep a rule that is not complete, and cannot be published with it', () => {
    const group: Group = {
      join: 'and',
      rules: [
        { path: 'a', operator: 'filled' },
        { path: 'b', operator: 'at-least' },
        { path: '', operator: 'is' },
      ],
    }
    expect(groupOfTest(testOfGroup(group))).toEqual(group)
    const first = addField(empty, 'text')
    const { schema, name } = addField(first.schema, 'number')
    const asked = (rules: Group) => changeField(schema, name, { conditions: { shownWhen: rules } })
    const problems = drawProblems(asked({ join: 'and', rules: [{ path: 'text', operator: 'is' }] }))
    expect(problems).toMatchObject([{ message: expect.stringContaining('not complete') }])
    expect(
      drawProblems(asked({ join: 'and', rules: [{ path: 'text', operator: 'filled' }] })),
    ).toEqual([])
  })

  const form: Schema = {
    type: 'object',
    required: ['b'],
    allOf: [{ title: 'of the author' }],
    properties: {
      a: { type: 'string', enum: ['x', 'y'] },
      b: { type: 'string' },
      c: { type: 'array', items: { type: 'string', enum: ['k'] } },
      n: { type: 'number' },
    },
  }
  const field = (schema: Schema, name: string) => fieldsOf(schema).find((one) => one.name === name)

  const rule = (path: string, operator: Rule['operator'], value?: string | number): Rule => ({
    path,
    operator,
    ...(value === undefined ? {} : { compared: { kind: 'fixed', value } }),
  })
  const several = (path: string, operator: Rule['operator'], ...values: string[]): Rule => ({
    path,
    operator,
    compared: { kind: 'fixed-list', values },
  })
  const all = (...rules: (Rule | Group)[]): Group => ({ join: 'and', rules })
  const any = (...rules: (Rule | Group)[]): Group => ({ join: 'or', rules })

  it.each<[Group, object, object]>([
    [all(rule('a', 'is', 'x')), { a: 'x' }, { a: 'y' }],
    [all(rule('a', 'is-not', 'x')), { a: 'y' }, {}],
    [all(several('a', 'one-of', 'x', 'z')), { a: 'x' }, { a: 'y' }],
    [all(several('a', 'none-of', 'x', 'z')), { a: 'y' }, { a: 'x' }],
    [all(rule('a', 'filled')), { a: 'y' }, {}],
    [all(rule('a', 'empty')), {}, { a: 'y' }],
    [all(rule('c', 'has', 'k')), { c: ['k'] }, { c: [] }],
    [all(rule('c', 'has-not', 'k')), { c: [] }, { c: ['k'] }],
    [all(rule('c', 'count-is', 1)), { c: ['k'] }, { c: [] }],
    [all(rule('c', 'count-more', 0)), { c: ['k'] }, { c: [] }],
    [all(rule('c', 'count-less', 1)), { c: [] }, { c: ['k'] }],
    [all(rule('n', 'less', 3)), { n: 2 }, { n: 3 }],
    [all(rule('n', 'at-most', 3)), { n: 3 }, { n: 4 }],
    [all(rule('n', 'greater', 3)), { n: 4 }, { n: 3 }],
    [all(rule('n', 'at-least', 3)), { n: 3 }, {}],
    [all(rule('a', 'is', 'x'), rule('n', 'less', 3)), { a: 'x', n: 1 }, { a: 'x', n: 9 }],
    [any(rule('a', 'is', 'x'), rule('n', 'less', 3)), { n: 1 }, { n: 9 }],
    [{ ...any(rule('a', 'is', 'x'), rule('n', 'less', 3)), not: true }, { n: 9 }, { n: 1 }],
    [
      all(rule('n', 'filled'), any(rule('a', 'is', 'x'), rule('a', 'is', 'z'))),
      { n: 1, a: 'z' },
      { n: 1, a: 'y' },
    ],
  ])('%j is written as JSON Schema, and read again', (shownWhen, shows, hides) => {
    const schema = changeField(form, 'b', { conditions: { shownWhen } })
    expect(field(schema, 'b')).toMatchObject({ conditions: { shownWhen }, required: true })
    expect(schema['required']).toBeUndefined()
    expect(drawProblems(schema)).toEqual([])
    const isShown = (data: object) =>
      'b' in (shownSchema(schema, data as Schema)['properties'] as object)
    expect([isShown(shows), isShown(hides)]).toEqual([true, false])
    expect(shownSchema(schema, shows as Schema)['required']).toEqual(['b'])
    expect(changeField(schema, 'b', { conditions: { shownWhen: undefined } })).toEqual(form)
  })

  it('require a field by rules, also one that is shown by others', () => {
    const requiredWhen = all(rule('n', 'greater', 3))
    const free = changeField(form, 'b', { required: false })
    const schema = changeField(free, 'b', { conditions: { requiredWhen } })
    const needed = (of: Schema, data: Schema) => shownSchema(of, data)['required']
    expect(field(schema, 'b')).toMatchObject({ conditions: { requiredWhen }, required: false })
    expect(needed(schema, { n: 4 })).toEqual(['b'])
    expect(needed(schema, { n: 3 })).toBeUndefined()

    const shownWhen = all(rule('a', 'is', 'x'))
    const both = changeField(schema, 'b', { conditions: { shownWhen } })
    expect(field(both, 'b')?.conditions).toEqual({ shownWhen, requiredWhen })
    expect(drawProblems(both)).toEqual([])
    expect(needed(both, { n: 4, a: 'x' })).toEqual(['b'])
    expect(needed(both, { n: 3, a: 'x' })).toBeUndefined()
    // Hidden, it is never required.
    expect(needed(both, { n: 4, a: 'y' })).toBeUndefined()
    const always = changeField(both, 'b', { required: true })
    expect(field(always, 'b')).toMatchObject({ required: true, conditions: { shownWhen } })
    expect(field(always, 'b')?.conditions.requiredWhen).toBeUndefined()
  })

  it('follow the names of their fields, and end with them', () => {
    const shownWhen = any(rule('a', 'is', 'x'), all(rule('n', 'less', 3), rule('a', 'filled')))
    const schema = changeField(form, 'b', { conditions: { shownWhen } })
    const shown = (of: Schema, name = 'b') => field(of, name)?.conditions.shownWhen
    expect(shown(renameField(schema, 'a', 'first'))?.rules[0]).toMatchObject({ path: 'first' })
    expect(shown(renameField(schema, 'b', 'second'), 'second')).toEqual(shownWhen)
    const rest = removeField(schema, 'a')
    expect(testOfGroup(shown(rest) as Group)).toEqual(testOfGroup(all(rule('n', 'less', 3))))
    const none = removeField(rest, 'n')
    expect(field(none, 'b')).toMatchObject({ required: true, conditions: {} })
    expect(shown(none)).toBeUndefined()
    expect(removeField(schema, 'b')['allOf']).toEqual([{ title: 'of the author' }])
  })

  it.each([
    { if: {}, then: { required: ['b'] } },
    { if: { properties: { a: { pattern: 'x' } }, required: ['a'] }, then: { required: ['b'] } },
    { if: { required: ['a', 'n'] }, then: {}, else: { properties: { b: false } } },
  ])('of other forms are left alone: %j', (part) => {
    const own = { ...form, allOf: [part] }
    expect(changeField(own, 'b', { title: 'B', required: false })['allOf']).toEqual([part])
    expect(conditionsOf(own, 'b')).toBeUndefined()
  })

  it('of several parts are left alone, but the one that shows the field', () => {
    const needs = { if: { required: ['a'] }, then: { required: ['b'] } }
    const more = { if: { required: ['n'] }, then: { required: ['b'] } }
    const shows = { if: { required: ['c'] }, else: { properties: { b: false } } }
    expect(conditionsOf({ ...form, allOf: [needs, more] }, 'b')).toBeUndefined()
    const known = conditionsOf({ ...form, allOf: [needs, more, shows] }, 'b')
    expect(known?.shownWhen).toEqual(all(rule('c', 'filled')))
    expect(groupOfTest({ required: ['a'], title: 'A' })).toBeUndefined()
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

  it('are added, named and ordered, and the fields follow', () => {
    const three = changePage(addPage(split), 2, { title: 'Last' })
    expect(onPages(three)).toEqual([['a', 'c'], ['b'], []])
    const moved = movePage(three, 2, 0)
    expect(moved['x-formPages']).toMatchObject([{ title: 'Last' }, {}, {}])
    expect(Object.keys(movePage(three, 1, 0)['properties'] as object)).toEqual(['b', 'a', 'c'])
    expect(movePage(three, 0, 3)).toBe(three)
    expect(onPages(removePage(three, 0))).toEqual([['a', 'c', 'b'], []])
  })

  it('take fields from the page before and after, one place at a time', () => {
    const steps = (name: string, ...by: (-1 | 1)[]) =>
      onPages(by.reduce((schema, one) => stepField(schema, name, one), split))
    expect(steps('a', 1)).toEqual([['c', 'a'], ['b']])
    expect(steps('a', 1, 1)).toEqual([['c'], ['a', 'b']])
    expect(steps('a', 1, 1, 1)).toEqual([['c'], ['b', 'a']])
    expect(steps('b', -1)).toEqual([['a', 'c', 'b'], []])
    expect(steps('b', -1, -1, -1, -1)).toEqual([['b', 'a', 'c'], []])
    expect(stepField(split, 'b', 1)).toBe(split)
    expect(onPages(putOnPage(split, 'c', 1, 'b'))).toEqual([['a'], ['c', 'b']])
    expect(onPages(putOnPage(split, 'b', 0, 'a'))).toEqual([['b', 'a', 'c'], []])
  })

  it('show fields that no page names on the last one', () => {
    const { schema } = addField(split, 'date')
    expect(onPages(stepField(schema, 'date', -1))).toEqual([
      ['a', 'c'],
      ['date', 'b'],
    ])
  })
})

describe('messages', () => {
  const property = { type: 'integer', minimum: 1, maximum: 9 }
  const form: Schema = { type: 'object', properties: { n: property }, required: ['n'] }
  const field = (schema: Schema) =>
    fieldsOf(schema)[0] as NonNullable<ReturnType<typeof fieldsOf>[0]>
  const written = (schema: Schema, rule: string, text: string) =>
    changeField(schema, 'n', { set: { errorMessage: withMessage(field(schema), rule, text) } })

  it('are one for each rule that the field has, beside what is said otherwise', () => {
    expect(messagesOf(field(form)).map(({ rule, usual }) => [rule, usual])).toEqual([
      ['required', 'Please fill this in.'],
      ['type', 'Write a whole number.'],
      ['minimum', 'This is at least 1.'],
      ['maximum', 'This is at most 9.'],
    ])
  })

  it('are written for one rule and for another, and leave nothing behind', () => {
    const one = written(form, 'required', 'How many?')
    const two = written(one, 'maximum', 'So many?')
    expect(field(two).property['errorMessage']).toEqual({
      required: 'How many?',
      maximum: 'So many?',
    })
    expect(messagesOf(field(two)).map(({ own }) => own)).toEqual(['How many?', '', '', 'So many?'])
    expect(written(written(two, 'required', ''), 'maximum', '')).toEqual(form)
  })

  it('were one text for all rules, and are still when one of them is changed', () => {
    const all = { ...property, errorMessage: 'One to nine.' }
    const schema = { ...form, properties: { n: all } }
    const changed = field(written(schema, 'minimum', 'More.')).property['errorMessage']
    expect(changed).toEqual({
      required: 'One to nine.',
      type: 'One to nine.',
      minimum: 'More.',
      maximum: 'One to nine.',
    })
  })
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
