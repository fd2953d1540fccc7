import { expect, it } from 'vitest'
import { autocompleteOf } from './autocomplete.ts'

const text = { type: 'string' }

it.each([
  ['first_name', text, 'given-name'],
  ['dateOfBirth', { ...text, format: 'date' }, 'bday'],
  ['ZIP code', text, 'postal-code'],
  ['contact', { ...text, format: 'email' }, 'email'],
  ['contact', { ...text, 'x-formFieldType': 'phone' }, 'tel'],
  ['firstName', { ...text, 'x-formAutocomplete': 'off' }, 'off'],
  ['diagnosis', text, undefined],
  // Choices and groups are not filled in by a text.
  ['state', { ...text, enum: ['NY', 'MA'] }, undefined],
  ['name', { type: 'object' }, undefined],
  ['constructor', text, undefined],
])('fills in %s (%j): %s', (name, schema, token) => {
  expect(autocompleteOf(name, schema)).toBe(token)
})
