import { describe, expect, it } from 'vitest'
import {
  active,
  coinsurance,
  copay,
  date,
  deductible,
  inactive,
  x12,
} from '#test/samples/patient-cost/eb'
import { codesOf, costOf, deductibleOf, outOfPocketOf } from '#test/samples/patient-cost/visit'

const visit = { stc: '98' }

describe('the date of service', () => {
  const covered = [copay(25, visit)]
  const ended = (qualifier: string, text: string) =>
    x12(date(qualifier, text), active(), ...covered)
  it.each<[string, unknown, number]>([
    ['eligibility ended', ended('307', '20230101-20241231'), 200],
    ['eligibility end', ended('357', '20241231'), 200],
    ['plan end before the answer', ended('347', '20241231'), 200],
    ['eligibility begins later', ended('356', '20270101'), 200],
    ['eligibility in force', ended('307', '20230101-20271231'), 25],
    ['an open end', ended('356', '20200101'), 25],
    ['the end of all times', ended('291', '20030111-99991231'), 25],
  ])('%s', (_name, eligibility, patient) => {
    const answer = costOf(eligibility)
    expect(answer.totalPatientCost).toBe(patient)
    expect(codesOf(answer).includes('coverage_inactive')).toBe(patient === 200)
  })

  const v3 = (dates: object) => ({
    planDateInformation: dates,
    benefitsInformation: [{ code: '1' }, { code: 'B', benefitAmount: '25' }],
  })
  it.each<[string, unknown, string]>([
    ['an end', ended('357', '20240230'), '20240230'],
    ['an end in JSON', v3({ planEnd: '20241331' }), '20241331'],
    ['a word', ended('347', 'unknown'), 'unknown'],
    ['one end of two', ended('307', '20230101-20241331'), '20230101-20241331'],
    [
      'of the status itself',
      x12(active().replace(/~$/, `~${date('357', '20241331')}`), ...covered),
      '20241331',
    ],
  ])('a date of the coverage that is none is a doubt: %s', (_name, eligibility, text) => {
    const answer = costOf(eligibility)
    expect(answer).toMatchObject({ totalPatientCost: 25, confidence: 'low' })
    expect(answer.assumptions.find(({ code }) => code === 'unreadable_date')?.message).toBe(
      `The eligibility answer gives "${text}" as a date of the coverage, which is no date; the ` +
        'coverage was taken as active. Ask the payer whether it holds on November 22, 2026.',
    )
  })

  it.each([
    [
      'the coverage ended by another date',
      x12(date('357', '20241231'), date('347', '?'), active()),
    ],
    ['it is a date of something else', ended('292', '20241331')],
    ['there is no date', v3({ planEnd: '' })],
  ])('says nothing of a date that is none where %s', (_name, eligibility) => {
    expect(codesOf(costOf(eligibility))).not.toContain('unreadable_date')
  })

  it('says when the coverage ended', () => {
    const [warning] = costOf(ended('357', '20241231')).warnings
    expect(warning?.message).toContain('Coverage ended on December 31, 2024')
  })

  it('is today unless the request names it', () => {
    const eligibility = ended('357', '20261231')
    expect(costOf(eligibility).dateOfService).toBe('2026-11-22')
    expect(costOf(eligibility).totalPatientCost).toBe(25)
    expect(costOf(eligibility, { dateOfService: '2027-01-04' }).totalPatientCost).toBe(200)
  })

  it('version 3 and 2026-06-01 name the same dates', () => {
    const v3 = {
      planDateInformation: { eligibilityBegin: '20120501', eligibilityEnd: '20241231' },
      benefitsInformation: [{ code: '1' }, { code: 'B', benefitAmount: '25' }],
    }
    expect(costOf(v3).totalPatientCost).toBe(200)
    const benefits = { statuses: [{ status: 'ACTIVE_COVERAGE' }], coPayment: [{ amount: '25' }] }
    const plans = (dates: object) => ({ plans: [{ dates, benefits }] })
    expect(costOf(plans({ eligibilityEnd: '2024-12-31' })).totalPatientCost).toBe(200)
    const span = { start: '2024-01-01', end: '2024-12-31' }
    expect(costOf(plans({ eligibility: span })).totalPatientCost).toBe(200)
    expect(costOf(plans({})).totalPatientCost).toBe(25)
  })

  it('the days that were asked about are no end of coverage', () => {
    const answer = costOf(ended('307', '20191230-20191230'))
    expect(answer.totalPatientCost).toBe(25)
    expect(codesOf(answer)).toContain('coverage_date_unconfirmed')
    expect(answer.confidence).toBe('low')
  })

  it('a status with dates of its own', () => {
    const old = inactive().replace(/~$/, `~${date('307', '20200101-20231231')}`)
    const now = active().replace(/~$/, `~${date('307', '20240101-20271231')}`)
    expect(costOf(x12(now, ...covered)).totalPatientCost).toBe(25)
    expect(costOf(x12(old, ...covered)).totalPatientCost).toBe(200)
  })

  describe('a new plan year', () => {
    const share = [active(), coinsurance('.2'), ...outOfPocketOf(5000, 5000)]
    const next = { dateOfService: '2027-01-11' }
    it('begins with the whole deductible', () => {
      const answer = costOf(x12(...share, ...deductibleOf(100, 10)), next)
      expect(answer.totalPatientCost).toBe(110)
      expect(codesOf(answer)).toContain('plan_year_reset')
      expect(costOf(x12(...share, ...deductibleOf(100, 10))).totalPatientCost).toBe(38)
    })
    it('is not known when the answer counts the old year alone', () => {
      const answer = costOf(x12(...share, deductible.left(10)), next)
      expect(answer).toMatchObject({ totalPatientCost: null, missing: [{ code: 'C_not_known' }] })
    })
    it('is the plan’s own where it names its dates', () => {
      const year = date('291', '20260701-20270630')
      const answer = costOf(x12(year, ...share, ...deductibleOf(100, 10)), next)
      expect(answer.totalPatientCost).toBe(38)
      const after = { dateOfService: '2027-07-01' }
      const later = costOf(x12(year, ...share, ...deductibleOf(100, 10)), after)
      expect(later.totalPatientCost).toBe(110)
      expect(codesOf(later)).toEqual(
        expect.arrayContaining(['plan_year_reset', 'coverage_date_unconfirmed']),
      )
    })
    it('of an old answer has begun by now', () => {
      const answer = costOf(x12(...share, ...deductibleOf(100, 10)), { today: '2027-03-01' })
      expect(answer.totalPatientCost).toBe(110)
    })
  })

  it('takes the statement of the day, where several years are stated', () => {
    const dated = (amount: number, span: string) =>
      copay(amount, visit).replace(/~$/, `~${date('292', span)}`)
    const both = x12(active(), dated(20, '20260101-20261231'), dated(35, '20270101-20271231'))
    expect(costOf(both).totalPatientCost).toBe(20)
    expect(costOf(both, { dateOfService: '2027-02-01' }).totalPatientCost).toBe(35)
    const old = costOf(x12(active(), dated(20, '20250101-20251231')))
    expect(old).toMatchObject({ totalPatientCost: 20, confidence: 'low' })
    expect(codesOf(old)).toContain('benefit_of_other_dates')
  })
})
