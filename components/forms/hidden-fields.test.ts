import { describe, expect, it } from 'vitest'
import { visibleData, visibleSchema, withHidden } from './hidden-fields.ts'

const schema = {
  type: 'object',
  additionalProperties: false,
  required: ['name', 'source'],
  properties: {
    name: { type: 'string' },
    source: { type: 'string', 'x-formFieldHidden': true, default: 'form' },
    contact: {
      type: 'object',
      required: ['lead'],
      properties: { phone: { type: 'string' }, lead: { type: 'array', 'x-formFieldHidden': true } },
    },
  },
}
const whole = { name: 'Ada', source: 'web', contact: { phone: '1', lead: [1] } }

describe('hidden fields', () => {
  it('are not drawn nor required, also inside of groups', () => {
    expect(visibleSchema(schema)).toEqual({
      type: 'object',
      additionalProperties: false,
      required: ['name'],
      properties: {
        name: { type: 'string' },
        contact: { type: 'object', required: [], properties: { phone: { type: 'string' } } },
      },
    })
  })
  it('leave a schema without any as it is', () => {
    const plain = {
      type: 'object',
      properties: {
        name: { type: 'string' },
        contact: { type: 'object', properties: { phone: { type: 'string' } } },
      },
    }
    expect(visibleSchema(plain)).toBe(plain)
  })
  it('are taken out of the data and come back with what was typed', () => {
    const shown = visibleData(schema, whole)
    expect(shown).toEqual({ name: 'Ada', contact: { phone: '1' } })
    expect(withHidden(schema, { ...shown, name: 'Grace' }, whole)).toEqual({
      ...whole,
      name: 'Grace',
    })
  })
  it('come back into a group that was emptied, and a cleared field stays cleared', () => {
    expect(withHidden(schema, { name: undefined }, whole)).toEqual({
      name: undefined,
      source: 'web',
      contact: { lead: [1] },
    })
  })
  it('that were never set do not appear', () =>
    expect(withHidden(schema, { name: 'Ada' }, {})).toEqual({ name: 'Ada' }))
})
