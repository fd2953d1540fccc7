import { describe, expect, it } from 'vitest'
import { deriveUiSchema, visibleSchema } from './derive-ui-schema.ts'
import { filesOfValue } from '#lib/domain/multi-file'
import { valueFor } from './multi-file-value.ts'

const schema = {
  type: 'object',
  required: ['name', 'source'],
  properties: {
    name: { type: 'string' },
    source: { type: 'string', 'x-formFieldHidden': true, default: 'form' },
    documents: { type: 'array', 'x-formFieldType': 'multi-file' },
    address: { type: 'object', properties: { note: { type: 'string', 'x-formFieldType': 'long-text' } } },
  },
}

describe('deriveUiSchema', () => {
  it('reads the schema extensions, also of nested objects', () => {
    expect(deriveUiSchema(schema)).toEqual({
      source: { 'ui:widget': 'hidden' },
      documents: { 'ui:field': 'multiFile' },
      address: { note: { 'ui:widget': 'textarea' } },
    })
  })
  it('lets given hints win', () => {
    expect(deriveUiSchema(schema, { documents: { 'ui:field': 'other' } })['documents']).toEqual({ 'ui:field': 'other' })
  })
  it('leaves hidden fields and their requirement out of what is drawn', () => {
    const visible = visibleSchema(schema) as typeof schema
    expect(Object.keys(visible.properties)).toEqual(['name', 'documents', 'address'])
    expect(visible.required).toEqual(['name'])
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
