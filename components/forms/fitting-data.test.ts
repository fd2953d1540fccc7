import { describe, expect, it } from 'vitest'
import { fittingData } from './fitting-data.ts'

const object = (properties: object, more: object = {}) => ({ type: 'object', properties, ...more })
const text = { type: 'string' }

describe('what was typed before a form changed', () => {
  it('stays where its field still shows it, and the rest is left', () => {
    const schema = object({
      name: { ...text, maxLength: 3 },
      count: { type: 'integer' },
      ward: { enum: ['A', 'B'] },
      born: { ...text, format: 'date' },
      wards: { type: 'array', items: { enum: ['A', 'B'] } },
      note: { type: ['string', 'null'] },
    })
    const typed = {
      name: 'Adelheid',
      count: 'three',
      ward: 'C',
      born: '1 May',
      wards: ['A'],
      note: null,
      gone: 'x',
      empty: '',
    }
    expect(fittingData(typed, schema)).toEqual({
      data: { name: 'Adelheid', wards: ['A'], note: null },
      left: { count: 'three', ward: 'C', born: '1 May', gone: 'x' },
    })
  })

  it('is looked at inside of groups, lists, alternatives, conditions and references', () => {
    const schema = object(
      {
        patient: object({ name: text }),
        items: { type: 'array', items: { $ref: '#/$defs/item' } },
        payer: { oneOf: [{ const: 'aetna' }, { const: 'cigna' }] },
      },
      {
        $defs: { item: object({ code: text }) },
        allOf: [{ if: object({}), then: object({ why: text }) }],
      },
    )
    const typed = {
      patient: { name: 'Ada', phone: '1' },
      items: [{ code: 'x' }],
      payer: 'cigna',
      why: 'because',
    }
    expect(fittingData(typed, schema)).toEqual({
      data: { patient: { name: 'Ada' }, items: [{ code: 'x' }], payer: 'cigna', why: 'because' },
      left: { patient: { phone: '1' } },
    })
    expect(fittingData({ payer: 'none', items: ['x'] }, schema).left).toEqual({
      payer: 'none',
      items: ['x'],
    })
  })

  it('does not bring back what the earlier form filled in, nor hidden fields', () => {
    const fields = (version: string, ward: string) =>
      object({
        version: { ...text, default: version, 'x-formFieldHidden': true },
        ward: { ...text, default: ward },
        stay: object({ bed: { ...text, default: ward }, note: text }),
      })
    const typed = { version: '1', ward: 'A', stay: { bed: 'A', note: 'quiet' } }
    expect(fittingData(typed, fields('2', 'B'), fields('1', 'A'))).toEqual({
      data: { version: '2', ward: 'B', stay: { bed: 'B', note: 'quiet' } },
      left: {},
    })
  })
})
