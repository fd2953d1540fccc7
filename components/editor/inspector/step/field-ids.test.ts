import { describe, expect, it } from 'vitest'
import { fieldIds } from './field-ids.ts'

describe('fieldIds', () => {
  it('is the field alone, or with the groups around it', () => {
    expect(fieldIds('config.patientId', false)).toEqual(['config_patientId'])
    expect(fieldIds('config.patientId', true)).toEqual(['config_patientId', 'config'])
  })

  it('is also the field that has the rest of the path as its name', () => {
    const own = ['config_data_patient_name', 'config_data.patient.name', 'config_data_patient.name']
    expect(fieldIds('config.data.patient.name', false).toSorted()).toEqual(own.toSorted())
    expect(fieldIds('config.data.patient.name', true)).toEqual([
      ...fieldIds('config.data.patient.name', false),
      'config_data_patient',
      'config_data',
      'config',
    ])
  })

  it('is nothing for a request that names no field', () => {
    expect(fieldIds(undefined, false)).toEqual([])
    expect(fieldIds('', true)).toEqual([])
  })
})
