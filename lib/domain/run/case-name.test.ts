import { expect, it } from 'vitest'
import { caseNameOf, filledLine } from './case-name.ts'

const start = {
  patient: { name: 'Ada  Lovelace', id: 815, minor: false, address: { city: 'London' } },
  empty: '',
}

it.each<[string | undefined, string | null]>([
  ['{patient.name} · {patient.id}', 'Ada Lovelace · 815'],
  ['{ patient.address.city }', 'London'],
  ['{patient.minor}', 'false'],
  ['{patient.unknown}{empty}', null],
  ['Patient {patient.unknown}', null],
  ['{patient.name}, {patient.unknown}', 'Ada Lovelace,'],
  ['{patient}', null],
  ['{patient.name.length}', null],
  ['{__proto__.constructor}', null],
  ['Nightly', 'Nightly'],
  ['', null],
  [undefined, null],
])('%s is %s', (template, title) => expect(filledLine(template, start)).toBe(title))

it('is cut at 200 characters', () =>
  expect(filledLine('{text}', { text: 'x'.repeat(1000) })).toHaveLength(200))
it('never makes a text of the size of the start data, however often it is named', () =>
  // Together more characters than a string may have.
  expect(filledLine('{text}'.repeat(80), { text: 'x'.repeat(10_000_000) })).toHaveLength(200))
it('is null when the start data is no object', () => expect(filledLine('{a}', 'text')).toBeNull())

it('never cuts a character in two', () => {
  expect(filledLine('{name}', { name: `a${'😀'.repeat(150)}` })).toBe(`a${'😀'.repeat(99)}`)
})

const text = { type: 'string' }
const form = {
  type: 'object',
  properties: {
    kind: { type: 'string', enum: ['new', 'known'] },
    born: { type: 'string', format: 'date' },
    secret: { ...text, 'x-formFieldHidden': true },
    letter: { ...text, maxLength: 5000 },
    age: { type: 'integer' },
    patient: {
      type: 'object',
      properties: { 'odd.name': text, lastName: text, firstName: text, street: text },
    },
    payer: text,
  },
}

it.each([
  [{ patient: { lastName: 'Doe', firstName: 'Jane', street: 'Elm' }, payer: 'A' }, 'Doe · Jane'],
  [{ patient: { firstName: 'Jane' } }, 'Jane'],
  [{ kind: 'new', secret: 'x', letter: 'y', age: 3, payer: 'A' }, null],
  ['no object', null],
])('without a setting the first short texts of the form are the title', (startData, title) =>
  expect(caseNameOf({ startData: form, settings: {} }, startData)).toEqual({
    title,
    subtitle: null,
    caseColumns: null,
    patientKey: null,
  }),
)

it('has the title, the line below it and the columns of the settings', () => {
  const settings = {
    runTitle: '{patient.name}',
    runSubtitle: 'Record {patient.id}',
    runColumns: [
      { label: 'City', value: '{patient.address.city}' },
      { label: 'Payer', value: '{payer}' },
    ],
  }
  expect(caseNameOf({ startData: form, settings }, start)).toEqual({
    patientKey: null,
    title: 'Ada Lovelace',
    subtitle: 'Record 815',
    caseColumns: [{ label: 'City', value: 'London' }],
  })
})
