import { describe, expect, it } from 'vitest'
import type { LetterAddress } from '#lib/domain/provider/letter'
import type { LetterService } from '#lib/domain/provider/letter-words'
import { lobMaxSheets, lobServiceIssues, lobTemplate } from './lob-print.ts'
import type { Letter } from './port.ts'
import { postGridClass, postGridServiceIssues, postGridTemplate } from './postgrid-print.ts'

const address = (country: string): LetterAddress => ({
  name: 'Jane Doe',
  addressLine1: '1 Main St',
  city: 'Brooklyn',
  state: 'NY',
  postalCode: '11201',
  country,
})
const letter = (extraService: LetterService, country = 'US'): Letter => ({
  to: address(country),
  from: address('US'),
  metadata: {},
  color: false,
  doubleSided: true,
  extraService,
})
const refused = [{ path: 'extraService', message: expect.stringContaining('. ') }]

describe('extra services of Lob', () => {
  it.each([
    ['none', 'DE', 'usps_standard', []],
    ['certified', 'US', 'usps_first_class', []],
    ['certified_return_receipt', 'US', 'usps_first_class', []],
    ['registered', 'DE', 'usps_first_class', []],
    ['certified', 'US', 'usps_standard', refused],
    ['certified_return_receipt', 'CA', 'usps_first_class', refused],
    ['registered', 'US', 'usps_first_class', refused],
  ] as const)('%s to %s by %s', (service, country, mailType, issues) =>
    expect(lobServiceIssues(letter(service, country), mailType)).toEqual(issues),
  )

  it('go on a sheet of their own, in front and for nothing', () => {
    expect(lobTemplate(letter('certified'))).toMatchObject({
      frontSheet: 'certified_sheet',
      frontSheetCharged: false,
      covered: null,
    })
  })
})

it('Lob covers an area of the first page, unless the address has a page of its own', () => {
  expect(lobTemplate(letter('none')).covered).toEqual({
    x: expect.closeTo(43.2),
    y: expect.closeTo(60.48),
    width: expect.closeTo(226.8),
    height: 144,
  })
  expect(lobTemplate(letter('none'), 'insert_blank_page')).toMatchObject({
    frontSheet: 'address_page',
    frontSheetCharged: true,
    covered: null,
  })
  expect(lobTemplate(letter('none'), 'bottom_first_page')).toMatchObject({ published: false })
})

it('Lob sends six sheets abroad', () => {
  expect([lobMaxSheets(letter('none')), lobMaxSheets(letter('none', 'DE'))]).toEqual([60, 6])
})

describe('extra services of PostGrid', () => {
  it.each([
    ['none', false, undefined],
    ['none', true, 'express'],
    ['certified', false, 'certified'],
    ['certified_return_receipt', false, 'certified_return_receipt'],
    ['certified', true, 'usps_express_3_day_certified'],
    ['certified_return_receipt', true, 'usps_express_3_day_certified_return_receipt'],
    ['registered', false, 'registered'],
  ] as const)('%s, express %s, is the mailing class %s', (service, express, mailingClass) => {
    expect(postGridServiceIssues(letter(service), express)).toEqual([])
    expect(postGridClass(letter(service), express)).toBe(mailingClass)
  })

  it('are refused where it has none', () => {
    expect(postGridServiceIssues(letter('registered'), true)).toEqual(refused)
    expect(postGridServiceIssues(letter('certified', 'DE'), false)).toEqual(refused)
  })

  it('refuse nothing by a place that PostGrid does not publish', () => {
    expect(postGridTemplate('top_first_page')).toMatchObject({ covered: null, published: false })
  })
})
