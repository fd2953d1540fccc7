import { expect, it } from 'vitest'
import type { DocumentPage } from '#lib/domain/document/page'
import { FieldSearch } from './field-by-rule.ts'

const page: DocumentPage = {
  fileId: '0199d3a0-7c2e-7b1a-9a53-1f6a52f4c001',
  page: 1,
  width: 612,
  height: 792,
  text: 'Date of birth: 12/10/1950\nReferral date: 03/02/2026\nAmount due: $40.00',
  words: [],
  how: 'text',
  confidence: 1,
}
const date = { type: 'string', format: 'date' }

it.each([
  ['born', 'Date of birth', date, '1950-12-10'],
  ['referred', 'Date of referral', date, '2026-03-02'],
  // "Date" and "amount" stand at others, too.
  ['admitted', 'Admission date', date, undefined],
  ['due', 'Amount due', { type: 'number' }, 40],
  ['copay', 'Copay amount', { type: 'number' }, undefined],
  // A field that says no more takes the first.
  ['date', 'Date', date, '1950-12-10'],
])('the field %s (%s) is found by its own words', (name, title, schema, value) => {
  const field = { name, title, schema }
  const search = new FieldSearch([field])
  search.look(page)
  expect(search.found(field)?.value).toBe(value)
})
