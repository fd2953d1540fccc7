import { describe, expect, it } from 'vitest'
import type { DocumentPage } from '#lib/domain/document/page'
import { findValues } from './find-values.ts'
import { isNpi } from './value-rules.ts'

const pageOf = (text: string, confidence = 1): DocumentPage => ({
  fileId: 'one',
  page: 1,
  width: 0,
  height: 0,
  words: [],
  how: 'text',
  text,
  confidence,
})
const found = (text: string) =>
  findValues([pageOf(text)]).map(({ kind, value }) => `${kind} ${value}`)

describe('a rule finds', () => {
  it.each([
    ['on 2026-11-23', ['date 2026-11-23']],
    ['DOB: 3/7/1954', ['date 1954-03-07']],
    ['seen 11.23.26', ['date 2026-11-23']],
    ['born 23/11/1954', ['date 1954-11-23']],
    ['on November 23rd, 2026 and 5 Mar 2026', ['date 2026-11-23', 'date 2026-03-05']],
    ['el 5 de marzo de 2026', ['date 2026-03-05']],
    ['Total $1,234.50', ['amount 1234.50']],
    ['a credit of ($50.00), -$3 and 20 USD', ['amount -50.00', 'amount -3', 'amount 20']],
    ['MRN: 00-123456', ['mrn 00-123456']],
    ['Medical Record No. A12345', ['mrn A12345']],
    ['Member ID: XYZ123456789', ['member-id XYZ123456789']],
    ['Subscriber #\n  W998877', ['member-id W998877']],
    ['Claim Number 2026ABC001', ['claim-number 2026ABC001']],
    ['Auth # 778899', ['authorization-number 778899']],
    ['NPI 1234567893', ['npi 1234567893']],
    ['SSN 123-45-6789', ['ssn 123456789']],
    ['Call (212) 555-0100 or Fax: 2125550101', ['phone +12125550100', 'phone +12125550101']],
    ['Hartford, CT 06103-1234', ['zip 06103-1234']],
    ['Diagnosis: E11.9, I10', ['icd-10 E11.9', 'icd-10 I10']],
    ['CPT 99213 and 97110', ['cpt 99213', 'cpt 97110']],
    ['drug J3490', ['hcpcs J3490']],
  ])('%j', (text, values) => expect(found(text)).toEqual(values))
})

describe('no rule takes', () => {
  it.each([
    '2026-02-30',
    '13/13/2026',
    'version 1.2.34.5',
    'NPI 1234567890',
    'SSN 000-12-3456',
    'member identification is needed',
    'order 12345',
    'room B12',
    '212555010012',
  ])('%j', (text) => expect(found(text)).toEqual([]))
})

it('says where, by which label, and how sure', () => {
  const [mrn] = findValues([pageOf('Patient MRN: 778899 today', 0.5)])
  expect(mrn).toMatchObject({ label: 'MRN', confidence: 0.43 })
  expect(mrn?.place).toMatchObject({ fileId: 'one', page: 1, start: 13, end: 19, text: '778899' })
})

it('looks only for the kinds that are asked for', () =>
  expect(findValues([pageOf('$5 on 2026-11-23')], ['amount'])).toHaveLength(1))

it('knows the check digit of a provider’s number', () => {
  expect(isNpi('1234567893')).toBe(true)
  for (const wrong of ['1234567894', '3234567893', '123456789', '12345678931'])
    expect(isNpi(wrong)).toBe(false)
})
