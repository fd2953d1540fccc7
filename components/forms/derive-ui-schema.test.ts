import { describe, expect, it } from 'vitest'
import { deriveUiSchema } from './derive-ui-schema.ts'
import { filesOfValue } from '#lib/domain/form/multi-file'
import { valueFor } from './multi-file-value.ts'

const schema = {
  type: 'object',
  required: ['name'],
  properties: {
    name: { type: 'string' },
    documents: { type: 'array', 'x-formFieldType': 'multi-file' },
    address: {
      type: 'object',
      properties: { note: { type: 'string', 'x-formFieldType': 'long-text' } },
    },
    visits: {
      type: 'array',
      items: { properties: { scans: { type: 'array', 'x-formFieldType': 'multi-file' } } },
    },
    codes: { type: 'array', items: { type: 'string' } },
  },
}

describe('deriveUiSchema', () => {
  it('reads the schema extensions, also of nested objects', () => {
    expect(deriveUiSchema(schema)).toEqual({
      documents: { 'ui:field': 'multiFile' },
      address: { note: { 'ui:widget': 'textarea' } },
      visits: { items: { scans: { 'ui:field': 'multiFile' } } },
    })
  })
  it('lets given hints win', () => {
    expect(deriveUiSchema(schema, { documents: { 'ui:field': 'other' } })['documents']).toEqual({
      'ui:field': 'other',
    })
  })
})

describe('multi-file values', () => {
  const files = [{ id: 'a', fileName: 'scan.pdf' }]
  it.each([
    ['array', files],
    ['object with files', { files }],
    ['object keyed by id', { a: { fileName: 'scan.pdf' } }],
  ])('are read from an %s', (_shape, value) => expect(filesOfValue(value)).toEqual(files))
  it('are written in the shape of the schema', () => {
    expect(valueFor({ type: 'array' }, files)).toEqual(files)
    expect(valueFor({ type: 'object', properties: { files: {} } }, files)).toEqual({ files })
    expect(valueFor({ type: 'object' }, files)).toEqual({ a: { id: 'a', fileName: 'scan.pdf' } })
  })
})

it('lets a browser fill in usual names for visitors, and not for members, who write of patients', () => {
  const schema = {
    properties: {
      firstName: { type: 'string' },
      home: { type: 'object', properties: { city: { type: 'string' } } },
    },
  }
  expect(deriveUiSchema(schema, {}, { byName: true })).toEqual({
    firstName: { 'ui:autocomplete': 'given-name' },
    home: { city: { 'ui:autocomplete': 'address-level2' } },
  })
  expect(deriveUiSchema(schema)).toEqual({})
})

it('lets no browser fill in names within a list: its entries are not the person who writes', () => {
  const items = { type: 'object', properties: { name: { type: 'string' } } }
  const schema = { properties: { medicines: { type: 'array', items } } }
  expect(deriveUiSchema(schema, {}, { byName: true })).toEqual({})
})
