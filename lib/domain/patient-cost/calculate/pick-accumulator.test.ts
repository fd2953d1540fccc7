import { describe, expect, it } from 'vitest'
import {
  active,
  coinsurance,
  date,
  deductible,
  outOfPocket,
  x12,
} from '#test/samples/patient-cost/eb'
import { codesOf, costOf, deductibleOf, outOfPocketOf } from '#test/samples/patient-cost/visit'

const visit = { stc: '98' }
const family = { level: 'FAM' }
const gold = { plan: 'GOLD' }
const silver = { plan: 'SILVER' }
/** An amount that is no number. */
const unread = (code: string, level: string) => `EB*${code}*${level}*30***29*N*****Y~`
const dated = (statement: string, span: string) => statement.replace(/~$/, `~${date('292', span)}`)

const answerOf = (statements: string[], more: Parameters<typeof costOf>[1] = {}) =>
  costOf(x12(active(), coinsurance('.2'), ...statements), more)
const balancesOf = (...of: Parameters<typeof answerOf>) =>
  answerOf(...of).plans[0]?.benefitBalance.map(({ name, level, before }) => [name, level, before])
const messageOf = (code: string, ...of: Parameters<typeof answerOf>) =>
  answerOf(...of).warnings.find((warning) => warning.code === code)?.message

const ofDeductible = (before: number, level = 'individual') => [['deductible', level, before]]

describe('what is left of a deductible', () => {
  it.each<[string, string[], number]>([
    ['total and left', deductibleOf(1000, 400), 400],
    ['total less year to date', [deductible.total(1000), deductible.ytd(300)], 700],
    ['left before year to date', [...deductibleOf(1000, 400), deductible.ytd(300)], 400],
    ['more used than the total', [deductible.total(1000), deductible.ytd(1200)], 0],
    ['the dearest of several', [deductible.left(300), deductible.left(500)], 500],
    [
      'one without a condition before one with',
      [deductible.left(300), deductible.left(500, { message: 'SPECIALIST' })],
      300,
    ],
    [
      'the dearest of those with a condition',
      [
        deductible.left(300, { message: 'IN OFFICE' }),
        deductible.left(500, { message: 'SPECIALIST' }),
      ],
      500,
    ],
    [
      'the individual before the employee',
      [deductible.left(500, { level: 'EMP' }), deductible.left(300)],
      300,
    ],
    [
      'an unsaid person before the employee',
      [deductible.left(500, { level: 'EMP' }), deductible.left(300, { level: '' })],
      300,
    ],
    [
      'the individual before an unsaid person',
      [deductible.left(500, { level: '' }), deductible.left(300)],
      300,
    ],
    ['the employee where nobody else is named', [deductible.left(500, { level: 'EMP' })], 500],
    [
      'the least of the service and the plan',
      [deductible.of(500, visit), ...deductibleOf(2000, 900)],
      500,
    ],
    [
      'a total of the service as large as what is left',
      [deductible.of(900, visit), ...deductibleOf(2000, 900)],
      900,
    ],
    [
      'a total of the service beside a plan that has none',
      [deductible.of(500, visit), deductible.total(0)],
      500,
    ],
    [
      'a total of 0 beside a real one under a condition',
      [deductible.total(0), deductible.total(1000, { message: 'IN OFFICE' })],
      1000,
    ],
    [
      'a 0 left that belongs to the total of 0',
      [deductible.total(2000), deductible.total(0), deductible.left(0)],
      2000,
    ],
    [
      'a 0 left beside the one that belongs to the total of 0',
      [deductible.total(2000), ...deductibleOf(0, 0), deductible.left(0)],
      0,
    ],
  ])('%s', (_name, statements, before) =>
    expect(balancesOf(statements)).toEqual(ofDeductible(before)),
  )

  it.each(['21', '22', '23', '25', ''])('period %j is that of a total', (period) => {
    const statements = [deductible.of(1000, { period }), deductible.ytd(300)]
    expect(balancesOf(statements)).toEqual(ofDeductible(700))
  })

  it.each(['6', '7', '13', '26', '27', '36'])('period %s is one event', (period) => {
    const statements = [deductible.of(80, { period })]
    expect(balancesOf(statements)).toEqual(ofDeductible(80))
    expect(messageOf('C_per_event', statements)).toBe(
      'The deductible of $80.00 is for one visit, admission or episode; all lines were taken as one.',
    )
  })

  it('a period of something else says nothing', () => {
    const statements = [deductible.of(80, { period: '34' })]
    expect(balancesOf(statements)).toEqual([])
    expect(codesOf(answerOf(statements))).toContain('deductible_unknown')
  })

  it('a total and what is used of it are certain; a total alone is not', () => {
    const code = 'C_met_unknown'
    expect(codesOf(answerOf([deductible.total(1000), deductible.ytd(300)]))).not.toContain(code)
    expect(messageOf(code, [deductible.total(1000)])).toBe(
      'The eligibility answer gives the individual deductible ($1,000.00) but not how much of it is met; none was taken as met.',
    )
  })

  it('the total of the service that the plan states again is the plan’s', () => {
    const sourceOf = (...statements: string[]) =>
      answerOf(statements).plans[0]?.benefitBalance.map(({ source }) => source.slice(0, 11))
    const ofService = deductible.of(2000, visit)
    expect(sourceOf(ofService, deductible.total(2000))).toEqual(['Statement 4'])
    expect(sourceOf(ofService, ...deductibleOf(2000, 900))).toEqual(['Statement 5'])
    expect(sourceOf(deductible.of(500, visit), deductible.total(2000))).toEqual(['Statement 3'])
  })
})

it('a maximum for the service holds before that of the plan', () => {
  const statements = [outOfPocket.left(5, visit), ...outOfPocketOf(8000, 6000)]
  expect(balancesOf(statements)).toEqual([['out-of-pocket maximum', 'individual', 5]])
})

describe('several plans in one answer', () => {
  const both = [...deductibleOf(1000, 500, gold), ...deductibleOf(2000, 800, silver)]
  it('the plan of the cost share counts', () => {
    const statements = [...both, coinsurance('.1', { ...visit, ...gold })]
    expect(balancesOf(statements)).toEqual(ofDeductible(500))
    expect(codesOf(answerOf(statements))).not.toContain('several_plans_stated')
  })
  it('else the dearest, and that is said', () => {
    expect(balancesOf(both)).toEqual(ofDeductible(800))
    expect(messageOf('several_plans_stated', both)).toBe(
      'The eligibility answer states this for several plans (GOLD, SILVER); that of "SILVER" was used.',
    )
  })
  it('one of them without a name', () => {
    const share = coinsurance('.1', { ...visit, ...silver })
    const statements = [share, deductible.left(500, gold), deductible.left(900)]
    expect(balancesOf(statements)).toEqual(ofDeductible(900))
    expect(messageOf('several_plans_stated', statements)).toBe(
      'The eligibility answer states this for several plans (GOLD, unnamed); that of "the unnamed one" was used.',
    )
  })
  it('at most five are named', () => {
    const names = ['P1', 'P2', 'P3', 'P4', 'P5', 'P6']
    const statements = names.map((plan, index) => deductible.left(100 + index, { plan }))
    expect(messageOf('several_plans_stated', statements)).toContain('(P1, P2, P3, P4, P5);')
  })
  it('one whose total is 0 is none of them', () => {
    const statements = [...deductibleOf(1000, 500, gold), ...deductibleOf(0, 0, silver)]
    expect(balancesOf(statements)).toEqual(ofDeductible(500))
    expect(codesOf(answerOf(statements))).not.toContain('several_plans_stated')
  })
})

describe('the plan year of what is left', () => {
  const next = { dateOfService: '2027-01-11' }
  it.each<[string, string, number]>([
    ['begins on the date of service', '20261122-20271121', 400],
    ['ends on the date of service', '20251123-20261122', 400],
    ['begins after it', '20261123-20271122', 1000],
    ['ended before it', '20251122-20261121', 1000],
    ['of 366 days, the longest', '20240101-20250101', 1000],
    ['of more days says nothing', '20231231-20250101', 400],
  ])('%s', (_name, span, before) => {
    const statements = [deductible.total(1000), dated(deductible.left(400), span)]
    expect(balancesOf(statements)).toEqual(ofDeductible(before))
  })

  const reset =
    "The payer's answer counts the deductible of another plan year; the date of service is January 11, 2027. The whole $1,000.00 was taken as left"
  it.each<[string, string, string, string]>([
    ['a calendar year', '23', 'plan_year_reset', `${reset}.`],
    [
      'a service year',
      '22',
      'plan_year_assumed',
      `${reset}, as plan years usually begin on January 1.`,
    ],
    ['a year', '', 'plan_year_assumed', `${reset}, as plan years usually begin on January 1.`],
  ])('%s begins with the whole deductible', (_name, period, code, message) => {
    const statements = [deductible.of(1000, { period }), deductible.left(400)]
    expect(messageOf(code, statements, next)).toBe(message)
    const { range } = answerOf(statements, next)
    expect(range).toEqual({ low: 150, high: 150 })
  })

  it('leaves nothing known without a total', () =>
    expect(messageOf('C_not_known', [deductible.left(400)], next)).toBe(
      "The payer's answer counts the deductible of another plan year than the one of the service; the date of service is January 11, 2027. Ask the payer, and give overrides.deductibleRemaining.",
    ))
})

describe('what is not known says which field decides it', () => {
  it.each<[string, string, string, string]>([
    ['C', 'IND', 'Deductible', 'overrides.deductibleRemaining'],
    ['C', 'FAM', 'Deductible', 'overrides.familyDeductibleRemaining'],
    ['G', 'IND', 'Out-of-pocket', 'overrides.outOfPocketRemaining'],
    ['G', 'FAM', 'Out-of-pocket', 'overrides.familyOutOfPocketRemaining'],
    ['Y', 'IND', 'Spend down', 'another eligibility answer'],
  ])('%s of %s', (code, level, name, field) => {
    const statements = [unread(code, level)]
    expect(messageOf(`${code}_not_known`, statements)).toBe(
      `Statement 3: ${name}, ${level}, service type 30, remaining, in network gives no amount that can be read. Ask the payer, and give ${field}.`,
    )
    expect(balancesOf(statements)).toEqual([])
  })
})

describe('a level of 0', () => {
  it('that the plan does not have', () =>
    expect(messageOf('level_not_applicable', [...deductibleOf(0, 0, family)])).toBe(
      'The eligibility answer gives the family deductible as $0.00: the plan has none (Statement 3: Deductible $0.00, FAM, service type 30, calendar year, in network). It was not taken as met.',
    ))

  const said = (level: string, name: string, taken: string, field: string) =>
    `The eligibility answer says that $0.00 is left of the ${level} ${name}, without its total: it is met, or the plan has none. ${taken} was assumed. Give overrides.${field} to decide it.`
  it.each<[string, string[], string, string, unknown[]]>([
    [
      'a deductible is met',
      [deductible.left(0)],
      'C',
      said('individual', 'deductible', 'Met', 'deductibleRemaining'),
      ofDeductible(0),
    ],
    [
      'unless that of the family has a balance',
      [deductible.left(0), deductible.left(80, family)],
      'C',
      said('individual', 'deductible', 'None', 'deductibleRemaining'),
      ofDeductible(80, 'family'),
    ],
    [
      'that of the family beside one of the patient',
      [deductible.left(80), deductible.left(0, family)],
      'C',
      said('family', 'deductible', 'None', 'familyDeductibleRemaining'),
      ofDeductible(80),
    ],
    [
      'a maximum does not exist',
      [outOfPocket.left(0)],
      'G',
      said('individual', 'out-of-pocket maximum', 'None', 'outOfPocketRemaining'),
      [],
    ],
  ])('left without a total: %s', (_name, statements, code, message, balances) => {
    expect(messageOf(`${code}_zero_without_total`, statements)).toBe(message)
    expect(balancesOf(statements)).toEqual(balances)
  })
})

describe('what is missing is not hidden by what is assumed', () => {
  const missing = 'EB*A*IND*98*****N****Y~'
  it.each<[string, string[]]>([
    ['a deductible of which nothing is known to be met', [deductible.total(2000)]],
    [
      'with a maximum of which nothing is known to be met',
      [deductible.total(2000), outOfPocket.total(5000)],
    ],
    ['with a maximum of which 0 is left', [deductible.total(2000), outOfPocket.left(0)]],
  ])('%s', (_name, statements) => {
    const answer = costOf(x12(active(), missing, ...statements))
    expect(answer).toMatchObject({ totalPatientCost: null, confidence: 'none' })
  })
})
