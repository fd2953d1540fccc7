import { describe, expect, it } from 'vitest'
import {
  active,
  coinsurance,
  copay,
  deductible,
  inactive,
  outOfPocket,
  x12,
} from '#test/samples/patient-cost/eb'
import { codesOf, costOf } from '#test/samples/patient-cost/visit'
import { readX12 } from '../eligibility/read-x12.ts'
import { specialPlansOf } from './plan-line.ts'

type More = Parameters<typeof costOf>[1]
const visit = { stc: '98' }
const answerOf = (statements: string[], more?: More) => costOf(x12(active(), ...statements), more)
const patientOf = (...of: Parameters<typeof answerOf>) => answerOf(...of).totalPatientCost
const messageOf = (code: string, ...of: Parameters<typeof answerOf>) =>
  answerOf(...of).warnings.find((warning) => warning.code === code)?.message

describe('the parts of Medicare', () => {
  const byType = [copay(100, { insurance: 'MA' }), copay(7, { insurance: 'MB' })]
  const byName = [copay(100, { plan: 'Medicare Part A' }), copay(7, { plan: 'MEDICARE PART B' })]
  it.each<[string, string, number]>([
    ...['42', '45', '47', '48', '49', 'AG'].map((type): [string, string, number] => [
      type,
      '11',
      100,
    ]),
    ...['21', '31', '34', '51', '61'].map((place): [string, string, number] => ['98', place, 100]),
    ['98', '11', 7],
    ['98', '22', 7],
  ])('service type %s in place %s: %d', (serviceTypeCode, place, patient) => {
    const more = { line: { serviceTypeCode, place } }
    expect(patientOf(byType, more)).toBe(patient)
    expect(patientOf(byName, more)).toBe(patient)
  })
  it('are one plan where only one is stated', () => {
    const stay = { line: { serviceTypeCode: '48' } }
    expect(patientOf([copay(7, { insurance: 'MB' })], stay)).toBe(7)
    expect(patientOf([copay(100, { insurance: 'MA' })])).toBe(100)
  })
  it('leave what belongs to neither', () => {
    const other = copay(9, { insurance: 'HM', stc: '48' })
    expect(patientOf([...byType, other], { line: { serviceTypeCode: '48' } })).toBe(9)
  })
})

describe('plans for one kind of service', () => {
  const vision = 'AL AM AN AO'
  const dental = '23 24 25 26 27 28 35 36 37 38 39 40 41'
  const drugs = '88 89 90 91 92'
  const kindsOf = (...statements: string[]) =>
    [...specialPlansOf(readX12(x12(...statements)).benefits)].map(([plan, types]) => [
      plan,
      [...types].join(' '),
    ])

  it.each<[string, string]>([
    ['VISION', vision],
    ['Eye Plan', vision],
    ['EYECARE', vision],
    ['OPTICAL', vision],
    ['DENTAL PPO', dental],
    ['DENTIST', dental],
    ['RX', drugs],
    ['DRUG CARD', drugs],
    ['DRUGS', drugs],
    ['PHARMACY', drugs],
    ['PRESCRIPTION', drugs],
    ['PRESCRIPTIONS', drugs],
  ])('by the name %s', (plan, types) =>
    expect(kindsOf(copay(5, { plan }))).toEqual([[plan, types]]),
  )

  it.each([
    'GOLD',
    'MEDICAL AND VISION',
    'MAJOR DENTAL',
    'HEALTH RX',
    'HOSPITAL DRUGS',
    'REVISIONS',
  ])('not by the name %s', (plan) => expect(kindsOf(copay(5, { plan }))).toEqual([]))

  it.each<[string, string]>([
    ['AL^AM^AN^AO', vision],
    ['AL', vision],
    [dental.replaceAll(' ', '^'), dental],
    [drugs.replaceAll(' ', '^'), drugs],
  ])('by what the coverage is active for: %s', (stc, types) =>
    expect(kindsOf(active({ plan: 'B', stc }))).toEqual([['B', types]]),
  )

  it.each<[string, string]>([
    ['more than the kind', active({ plan: 'B', stc: 'AL^98' })],
    ['two kinds', active({ plan: 'B', stc: 'AL' }) + active({ plan: 'B', stc: '35' })],
    ['no service type', active({ plan: 'B', stc: '' })],
    ['what it is inactive for', inactive({ plan: 'B', stc: 'AL' })],
    ['a copay', copay(5, { plan: 'B', stc: 'AL' })],
    ['no plan', active({ stc: 'AL' })],
  ])('not by %s', (_name, statement) => expect(kindsOf(statement)).toEqual([]))

  const both = [copay(5, { plan: 'VISION' }), copay(30, { plan: 'GOLD' })]
  it('have nothing to do with other services, and that is said', () => {
    expect(patientOf(both)).toBe(30)
    expect(messageOf('other_plan_ignored', both)).toBe(
      'What the answer states of VISION belongs to another plan; it was not used.',
    )
    expect(messageOf('other_plan_ignored', [copay(30, { plan: 'GOLD' })])).toBeUndefined()
    expect(messageOf('other_plan_ignored', [copay(30), active({ plan: 'VISION' })])).toBeUndefined()
  })
  it('hold for their own', () => {
    const statements = [copay(5, { plan: 'VISION', stc: 'AL' }), copay(30, { plan: 'GOLD' })]
    expect(patientOf(statements, { line: { serviceTypeCode: 'AL' } })).toBe(5)
  })
  it('hold where nothing else is stated', () =>
    expect(patientOf([copay(5, { plan: 'VISION' })])).toBe(5))
  it('at most five are named', () => {
    const names = ['RX 1', 'RX 2', 'RX 3', 'RX 4', 'RX 5', 'RX 6']
    const statements = [copay(30), ...names.map((plan) => copay(5, { plan }))]
    expect(messageOf('other_plan_ignored', statements)).toBe(
      'What the answer states of RX 1, RX 2, RX 3, RX 4, RX 5 belongs to another plan; it was not used.',
    )
  })
})

describe('statements for another place', () => {
  const there = { ...visit, place: '22' }
  const missingOf = (statement: string) =>
    answerOf([statement], { line: { place: undefined } }).missing.map(({ code }) => code)
  it.each<[string, string]>([
    ['a copay', copay(30, there)],
    ['a coinsurance', coinsurance('.3', there)],
  ])('%s asks for the place', (_name, statement) =>
    expect(missingOf(statement)).toEqual(['place_unknown']),
  )
  it.each<[string, string]>([
    ['of another service', copay(30, { stc: '35', place: '22' })],
    ['of the other side of the network', copay(30, { ...there, net: 'N' })],
    ['of a deductible', deductible.left(30, there)],
  ])('%s does not', (_name, statement) =>
    expect(missingOf(statement)).toEqual(['cost_share_unknown']),
  )
  it('a procedure of no practice is in no place', () => {
    const line = { procedureCode: 'J1885', serviceTypeCode: undefined, place: undefined }
    const statement = copay(30, { procedure: 'J1885', place: '11' })
    expect(answerOf([statement], { line }).missing).toMatchObject([{ code: 'place_unknown' }])
  })
})

describe('a line that names no service', () => {
  const line = { serviceTypeCode: undefined }
  it.each<[string, string[]]>([
    ['a copay', [copay(20, visit)]],
    ['a coinsurance', [coinsurance('.2', visit)]],
    ['a deductible', [deductible.left(5, visit)]],
    ['a copay of a procedure', [copay(20, { procedure: '99213' })]],
  ])('is any service where %s of one is stated', (_name, statements) => {
    const answer = answerOf([copay(9), ...statements], { line })
    expect(answer.totalPatientCost).toBeNull()
    expect(answer.missing.map(({ code }) => code)).toEqual(['service_type_unknown'])
  })
  it.each<[string, string[]]>([
    ['the whole plan', [copay(20)]],
    ['no service type', [copay(20, { stc: '' })]],
    ['the whole plan among others', [copay(20, { stc: '98^30' })]],
    ['a maximum of a service', [outOfPocket.left(5, visit)]],
  ])('is the plan’s where only %s is stated', (_name, statements) =>
    expect(codesOf(answerOf([copay(9), ...statements], { line }))).not.toContain(
      'service_type_unknown',
    ),
  )
  it.each([{ copay: 5 }, { coinsurance: 0.1 }])('but the caller may say %j', (overrides) => {
    const answer = answerOf([copay(9), copay(20, visit)], { line, overrides })
    expect(codesOf(answer)).not.toContain('service_type_unknown')
  })
  it('but a procedure is known by its procedure', () => {
    const statements = [copay(20), copay(30, visit)]
    const known = { ...line, procedureCode: 'J1885' }
    expect(codesOf(answerOf(statements, { line: known }))).not.toContain('service_type_unknown')
  })
})

describe('what is assumed of a line', () => {
  it.each<[string, object, string, string]>([
    [
      'no service type',
      { serviceTypeCode: undefined },
      'whole_plan_assumed',
      'The line names no service type; the benefits of the whole plan (service type 30) were used. Give serviceTypeCode.',
    ],
    [
      'a service type by its procedure',
      { serviceTypeCode: undefined, procedureCode: '99213' },
      'service_type_assumed',
      'Service type 98 was taken from the procedure code 99213. Give serviceTypeCode when another one is meant.',
    ],
    [
      'no network',
      { network: undefined },
      'network_assumed',
      'The line does not say whether the provider is in network; in network was assumed.',
    ],
  ])('%s', (_name, line, code, message) => {
    expect(messageOf(code, [copay(20)], { line })).toBe(message)
    expect(messageOf(code, [copay(20)])).toBeUndefined()
    const alone = costOf(undefined, { line, overrides: { copay: 20 } })
    expect(codesOf(alone)).not.toContain(code)
  })
  it('no network is in network, unless the caller says it for the plan', () => {
    const statements = [copay(20), copay(50, { net: 'N' })]
    const line = { network: undefined }
    expect(patientOf(statements, { line })).toBe(20)
    const overrides = { network: 'out', balanceBilling: false }
    expect(patientOf(statements, { line, overrides })).toBe(50)
    expect(codesOf(answerOf(statements, { line, overrides }))).not.toContain('network_assumed')
  })
  it.each<[string, object, string, string]>([
    [
      'no level',
      { level: '' },
      'level_assumed',
      'Statements without a coverage level were read as individual.',
    ],
    [
      'no network indicator',
      { net: '' },
      'network_unstated',
      'Statements without a network indicator were read as in network.',
    ],
  ])('%s of a statement', (_name, said, code, message) => {
    expect(messageOf(code, [copay(20, said)])).toBe(message)
    expect(messageOf(code, [copay(20)])).toBeUndefined()
  })
  it('codes may be in small letters', () => {
    const line = { procedureCode: 'j1885', serviceTypeCode: 'mh' }
    expect(patientOf([copay(20), copay(30, { procedure: 'J1885' })], { line })).toBe(30)
    expect(patientOf([copay(20), copay(40, { stc: 'MH' })], { line })).toBe(40)
  })
})
