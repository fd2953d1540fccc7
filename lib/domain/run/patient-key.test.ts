import { expect, it } from 'vitest'
import { patientKeyFrom, patientKeyOf, patientKeysFor, usualPatient } from './patient-key.ts'

const form = (properties: object) => ({ type: 'object', properties })
const text = { type: 'string' }

it.each<[object, string | undefined]>([
  [{ name: text, emrPatientId: text }, '{emrPatientId}'],
  [{ mrn: text, patient_id: text }, '{patient_id}'],
  [{ MRN: { type: 'integer' } }, 'MRN {MRN}'],
  [{ patient: form({ name: text, id: text }) }, '{patient.id}'],
  [{ patient: form({ mrn: text }) }, 'MRN {patient.mrn}'],
  [{ id: text, patientName: text }, undefined],
  // The same in every case: it tells no patient.
  [{ patientId: { const: '7' } }, undefined],
  [{ patientId: form({}) }, undefined],
])('the usual field of %j is %s', (properties, expected) =>
  expect(usualPatient(form(properties))).toBe(expected),
)

const data = { mrn: 4711, system: 'A1', patient: { id: ' E-1 ', none: 'n/a' }, flag: true }
it.each<[string | undefined, string | null]>([
  ['{mrn}', '4711'],
  ['MRN {mrn}', 'MRN 4711'],
  ['{system}/{mrn}', 'A1/4711'],
  ['{patient.id}', 'E-1'],
  // Half a key would be that of another patient.
  ['{system}/{patient.missing}', null],
  ['{system}/{patient.none}', null],
  ['{flag}', null],
  ['{__proto__.constructor}', null],
  // A text without a field would put all patients together.
  ['Clinic 1', null],
  ['', null],
  [undefined, 'MRN 4711'],
])('%s is %s', (template, expected) =>
  expect(patientKeyOf(template, form({ mrn: text }), data)).toBe(expected),
)

it.each(['unknown', 'n/a', '-', '000', '', ' ', `1${'0'.repeat(300)}`, '7'.repeat(10_000)])(
  'a text that tells no patient is no number: %j',
  (value) => expect(patientKeyFrom(value)).toBeNull(),
)

it('is found with and without the word before it', () => {
  expect(patientKeysFor('77')).toEqual(['77', 'MRN 77'])
  expect(patientKeysFor('mrn: 77')).toEqual(['mrn: 77', '77', 'MRN 77'])
  expect(patientKeysFor('unknown')).toEqual([])
})
