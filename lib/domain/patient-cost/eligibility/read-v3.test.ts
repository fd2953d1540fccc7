import { describe, expect, it } from 'vitest'
import type { Benefit } from './benefit.ts'
import { exact } from '../money.ts'
import { readV3 } from './read-v3.ts'

const benefitsOf = (...entries: object[]): Benefit[] =>
  readV3({ benefitsInformation: entries }).benefits
const procedure = (from: string) => ({ from, to: from })
const insurer = { entityIdentifier: 'Primary Payer', entityName: 'SUMMIT' }

describe('an entry of version 3', () => {
  it.each<[object, Partial<Benefit>]>([
    [{ coverageLevelCode: 'FAM', coverageLevel: 'Individual' }, { level: 'FAM' }],
    [{ coverageLevel: 'Individual' }, { level: 'IND' }],
    [{ coverageLevel: 'Family' }, { level: 'FAM' }],
    [{ coverageLevel: 'Employee Only' }, { level: 'EMP' }],
    [{ coverageLevel: 'Employee and Spouse' }, { level: 'ESP' }],
    [{ coverageLevel: 'Employee and Children' }, { level: 'ECH' }],
    [{ coverageLevel: 'Children Only' }, { level: 'CHD' }],
    [{ coverageLevel: 'Everybody' }, { level: null }],
    [{ inPlanNetworkIndicatorCode: 'W', inPlanNetworkIndicator: 'Yes' }, { network: 'W' }],
    [{ inPlanNetworkIndicatorCode: 'U' }, { network: null }],
    [{ inPlanNetworkIndicator: 'Yes' }, { network: 'Y' }],
    [{ inPlanNetworkIndicator: 'No' }, { network: 'N' }],
    [{ inPlanNetworkIndicator: 'Not Applicable' }, { network: 'W' }],
    [{ inPlanNetworkIndicator: 'Unknown' }, { network: null }],
    [{ authOrCertIndicator: 'Y' }, { authorization: true }],
    [{ authOrCertIndicator: 'N' }, { authorization: false }],
    [
      { quantityQualifierCode: 'VS', benefitQuantity: '20' },
      { quantity: { qualifier: 'VS', value: exact(20) } },
    ],
    [{ benefitQuantity: 'many' }, { quantity: null }],
    [
      { compositeMedicalProcedureIdentifier: { procedureCode: 'g0101' } },
      { procedure: procedure('G0101') },
    ],
    [
      { compositeMedicalProcedureIdentifier: { productOrServiceID: '99213' } },
      { procedure: procedure('99213') },
    ],
    [
      { compositeMedicalProcedureIdentifier: { procedureCode: '99213', productOrServiceID: 'HC' } },
      { procedure: procedure('99213') },
    ],
    [
      { eligibilityAdditionalInformation: { codeListQualifierCode: 'ZZ', industryCode: '11' } },
      { places: ['11'] },
    ],
    [
      {
        eligibilityAdditionalInformationList: [
          { codeListQualifierCode: 'ZZ', industryCode: '11' },
          { codeListQualifierCode: 'ZZ', industryCode: '22' },
        ],
      },
      { places: ['11', '22'] },
    ],
    [
      { eligibilityAdditionalInformation: { codeListQualifierCode: 'NI', industryCode: '11' } },
      { places: [] },
    ],
    [{ eligibilityAdditionalInformation: { codeListQualifierCode: 'ZZ' } }, { places: [] }],
    [{ additionalInformation: [{ description: 'SPECIALIST' }, {}] }, { messages: ['SPECIALIST'] }],
    [
      { code: 'R', benefitsRelatedEntities: [insurer] },
      { otherPayer: { role: 'Primary Payer', name: 'SUMMIT' } },
    ],
    [
      { code: 'R', benefitsRelatedEntity: insurer },
      { otherPayer: { role: 'Primary Payer', name: 'SUMMIT' } },
    ],
    [{ code: 'R', planCoverage: 'NJ QMB Plan' }, { otherPayer: { role: '', name: 'NJ QMB Plan' } }],
    [{ code: 'R' }, { otherPayer: { role: '', name: 'another payer' } }],
    [{ code: 'B', benefitsRelatedEntity: insurer }, { otherPayer: null }],
    [
      {},
      {
        code: '',
        level: null,
        serviceTypes: [],
        network: null,
        places: [],
        messages: [],
        quantity: null,
        procedure: null,
        dates: {},
      },
    ],
  ])('%j', (entry, benefit) => expect(benefitsOf(entry)).toMatchObject([benefit]))
})

describe('the answer around the entries', () => {
  it('takes the statuses of planStatus where no entry has one, behind the entries', () => {
    const planStatus = [{ statusCode: '1', planDetails: 'GOLD' }, { statusCode: '6' }]
    const read = (code: string) => readV3({ benefitsInformation: [{ code }], planStatus }).benefits
    expect(read('B').map(({ index, code, plan }) => [index, code, plan])).toEqual([
      [0, 'B', null],
      [1, '1', 'GOLD'],
      [2, '6', null],
    ])
    expect(read('1').map(({ code }) => code)).toEqual(['1'])
  })

  it.each<[unknown, string | null]>([
    ['20261101', '2026-11-01'],
    ['20261101-20261130', '2026-11-01'],
    ['soon', null],
    [20261101, null],
    [undefined, null],
  ])('was given on the day that was asked about: %j', (service, answeredOn) =>
    expect(readV3({ planDateInformation: { service } }).answeredOn).toBe(answeredOn),
  )

  it('says nothing more than it states', () =>
    expect(readV3({ benefitsInformation: [], payer: { name: 'Evergreen' } })).toEqual({
      shape: 'v3',
      payerName: 'Evergreen',
      dates: {},
      answeredOn: null,
      benefits: [],
      rejections: [],
      assumptions: [],
    }))

  it('is a refusal where it has errors', () =>
    expect(readV3({ errors: [{ code: '75', description: 'Not found' }, {}] }).rejections).toEqual([
      { code: '75', message: 'Not found' },
      { code: '', message: 'no reason given' },
    ]))
})
