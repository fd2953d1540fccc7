import { describe, expect, it } from 'vitest'
import { fieldIds } from './field-ids.ts'

describe('fieldIds', () => {
  it('is the field alone, or with the groups around it', () => {
    expect(fieldIds('config.patient.id', false)).toEqual(['config_patient_id'])
    expect(fieldIds('config.patient.id', true)).toEqual([
      'config_patient_id',
      'config_patient',
      'config',
    ])
  })

  it('is nothing for a request that names no field', () => {
    expect(fieldIds(undefined, false)).toEqual([])
    expect(fieldIds('', true)).toEqual([])
  })
})
