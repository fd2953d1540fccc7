import { expect, it } from 'vitest'
import { bodyFieldsOf, startDataOfBody, withBodyFields } from './webhook.ts'

const body = { id: 7, patient: { name: 'Ada', tags: ['a'] }, urgent: true, note: null }

it('names the fields of a body, and none of its values', () => {
  const fields = bodyFieldsOf(body)
  expect(fields).toEqual([
    { path: 'id', type: 'number' },
    { path: 'patient.name', type: 'text' },
    { path: 'patient.tags', type: 'list' },
    { path: 'urgent', type: 'yes or no' },
    { path: 'note', type: 'nothing' },
  ])
  expect(JSON.stringify(fields)).not.toContain('Ada')
  expect(bodyFieldsOf([1, 2])).toEqual([])
})

it('lists no more fields than people read, whatever is sent', () => {
  const many = Object.fromEntries(Array.from({ length: 500 }, (_, at) => [`field${at}`, at]))
  expect(bodyFieldsOf(many)).toHaveLength(100)
  let deep: object = { end: 1 }
  for (let level = 0; level < 50; level++) deep = { a: deep }
  expect(bodyFieldsOf(deep)).toEqual([])
  expect(bodyFieldsOf({ ['x'.repeat(500)]: 1, 'a.b': 1 })).toEqual([])
})

it('adds what is new, and nothing when nothing is', () => {
  const known = bodyFieldsOf({ a: 1 })
  expect(withBodyFields(known, bodyFieldsOf({ a: 'other' }))).toBeUndefined()
  expect(withBodyFields(known, bodyFieldsOf({ a: 1, b: 1 }))).toHaveLength(2)
})

it('makes start data of a body: itself, and values under the names of start fields', () => {
  expect(startDataOfBody(body, {}, {})).toEqual(body)
  const fields = { patientName: 'patient.name', gone: 'patient.gone', odd: 'patient.__proto__' }
  expect(startDataOfBody(body, fields, {})).toEqual({ ...body, patientName: 'Ada' })
  expect(startDataOfBody([1], {}, {})).toEqual({ body: [1] })
  const closed = { properties: { patientName: {} }, additionalProperties: false }
  expect(startDataOfBody(body, fields, closed)).toEqual({ patientName: 'Ada' })
})
