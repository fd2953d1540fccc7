import { describe, expect, it } from 'vitest'
import {
  emptyAnswer,
  fieldsAt,
  firstOfKind,
  isWholeAnswer,
  kindOfAnswer,
  kindsAt,
  nextItem,
  partFor,
  textChoices,
} from './answer-shape.ts'

const patients = {
  type: 'object',
  properties: {
    patients: {
      type: 'array',
      title: 'Patients',
      items: {
        type: 'object',
        properties: { id: { type: 'string' }, birthDate: { type: ['string', 'null'] } },
        required: ['id', 'birthDate'],
      },
    },
    note: { type: 'string' },
  },
  required: ['patients'],
}

describe('the kinds of a place', () => {
  it.each([
    [{ type: 'string' }, 'Ada', false, ['text']],
    [{ type: ['string', 'null'] }, 'Ada', false, ['text', 'empty']],
    [{ anyOf: [{ type: 'integer' }, { type: 'null' }] }, 3, false, ['number', 'empty']],
    [{ enum: ['busy', 'line'] }, 'busy', false, ['text']],
    [{ type: 'boolean' }, undefined, true, ['yes-no', 'absent']],
  ] as const)('%j allows them for %j', (schema, value, optional, kinds) => {
    expect(kindsAt(schema, value, optional)).toEqual(kinds)
  })

  it('are all of them where the step says nothing', () => {
    expect(kindsAt({}, 'Ada', false)).toEqual([
      'text',
      'number',
      'yes-no',
      'fields',
      'list',
      'empty',
    ])
  })

  it('have that of a value which does not fit', () => {
    expect(kindsAt({ type: 'string' }, 5, false)).toEqual(['text', 'number'])
  })
})

it('names the fields of the schema and those that are there besides', () => {
  expect(fieldsAt(patients, { patients: [], extra: 1 })).toMatchObject([
    { name: 'patients', label: 'Patients', required: true },
    { name: 'note', label: 'note', required: false },
    { name: 'extra', label: 'extra', schema: {}, required: true },
  ])
})

it('makes what a person makes of another kind fit its schema', () => {
  const birth = { type: ['string', 'null'], title: 'Born' }
  expect(firstOfKind(birth, 'text')).toBe('Sample born')
  expect(firstOfKind(birth, 'empty')).toBeNull()
  expect(firstOfKind({}, 'list')).toEqual([])
  expect(kindOfAnswer(firstOfKind(patients, 'fields'))).toBe('fields')
})

it('adds an item by the schema, else one like the last', () => {
  const list = partFor(patients.properties.patients, 'list')
  expect(nextItem(list, [])).toEqual({ id: 'Sample', birthDate: 'Sample' })
  const last = { name: 'Ada' }
  const next = nextItem({}, [last])
  expect(next).toEqual(last)
  expect(next).not.toBe(last)
})

it('chooses among the texts of an alternative', () => {
  const status = { anyOf: [{ enum: ['sent', 'failed'] }, { type: 'null' }] }
  expect(textChoices(partFor(status, 'text'))).toEqual(['sent', 'failed'])
  expect(textChoices(partFor({ type: 'string' }, 'text'))).toBeUndefined()
})

describe('an answer in which nothing is said yet', () => {
  const schema = {
    type: 'object',
    properties: {
      id: { type: 'string' },
      pages: { type: 'integer' },
      kind: { enum: ['letter', 'fax'] },
      note: { type: 'string' },
      failure: { anyOf: [{ type: 'object' }, { type: 'null' }] },
    },
    required: ['id', 'pages', 'kind', 'failure'],
  }

  it('has what is required, without a made up value', () => {
    const empty = emptyAnswer(schema)
    expect(empty).toEqual({ id: '', pages: Number.NaN, kind: 'letter', failure: null })
    expect(isWholeAnswer(empty)).toBe(false)
    expect(isWholeAnswer({ ...(empty as object), pages: 2 })).toBe(true)
    expect(emptyAnswer({})).toBeNull()
    expect(emptyAnswer({ type: 'array' })).toEqual([])
  })
})
