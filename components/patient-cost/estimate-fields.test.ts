import { describe, expect, it } from 'vitest'
import {
  fieldPaths,
  isComplete,
  lineTitlesOf,
  newLine,
  newPayer,
  withConnections,
} from './estimate-fields.ts'

const empty = { npi: '', dateOfService: '', lines: [newLine(1)], payers: [newPayer(2)] }
const line = { ...newLine(1), charge: '100' }
const asked = { ...newPayer(2), payerId: 'EVERGREEN', memberId: 'EVG1001', connection: 'edi' }
const pasted = { ...newPayer(2), source: 'paste' as const, pasted: '{}' }

describe('the fields of an estimate', () => {
  it('are complete with charge, member and NPI, or with a pasted answer', () => {
    expect(isComplete(empty)).toBe(false)
    const fields = { ...empty, npi: '1999999984', lines: [line], payers: [asked] }
    expect(isComplete(fields)).toBe(true)
    expect(isComplete({ ...fields, npi: ' ' })).toBe(false)
    expect(isComplete({ ...fields, payers: [{ ...asked, connection: '' }] })).toBe(false)
    expect(isComplete({ ...fields, npi: '', payers: [pasted] })).toBe(true)
  })

  it('take the first clearinghouse where none is chosen', () => {
    const houses = [{ slug: 'first' }, { slug: 'second' }]
    expect(withConnections(empty, houses).payers[0]?.connection).toBe('first')
    expect(withConnections({ ...empty, payers: [asked] }, houses).payers[0]?.connection).toBe('edi')
    expect(withConnections(empty, []).payers[0]?.connection).toBe('')
  })

  it('have paths and titles by their keys', () => {
    const paths = fieldPaths(empty)
    expect(['npi', 'service-1.charge', 'payer-2.copay'].every((path) => paths.has(path))).toBe(true)
    expect(
      lineTitlesOf({ ...empty, lines: [newLine(1), { ...newLine(3), procedureCode: '7' }] }),
    ).toEqual({ 'service-1': 'Service 1', 'service-3': 'Service 2 (7)' })
  })
})
