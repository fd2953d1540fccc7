import { describe, expect, it } from 'vitest'
import { active, coinsurance, copay, notCovered, x12 } from '#test/samples/patient-cost/eb'
import {
  codesOf,
  costOf,
  deductibleOf,
  officeVisit,
  outOfPocketOf,
} from '#test/samples/patient-cost/visit'
import { calculatePatientCost } from './calculate/calculate.ts'
import { patientCostRequestSchema } from './request.ts'

const visit = { stc: '98' }

describe('place of service and finer service types', () => {
  const atOffice = { ...visit, place: '11' }
  const office = { place: undefined, procedureCode: '99213', serviceTypeCode: undefined }
  it('an office visit is in the office unless the line says otherwise', () => {
    const answer = costOf(x12(active(), copay(30, atOffice)), { line: office })
    expect(answer.totalPatientCost).toBe(30)
    expect(codesOf(answer)).toContain('place_assumed')
  })
  it.each<[string, object]>([
    ['no place', { serviceTypeCode: '50', place: undefined }],
    ['a visit at another place', { place: undefined }],
  ])('asks for the place where statements depend on it: %s', (_name, more) => {
    const [stc, place] = 'serviceTypeCode' in more ? ['50', '11'] : ['98', '22']
    const answer = costOf(x12(active(), copay(30, { stc, place })), { line: more })
    expect(answer).toMatchObject({ totalPatientCost: null, missing: [{ code: 'place_unknown' }] })
    expect(answer.missing[0]?.message).toContain(`place ${place}`)
  })
  it('a place that is given and one that is assumed are two questions', () => {
    const eligibility = x12(active(), copay(30, { ...visit, place: '22' }))
    const given = { ...officeVisit }
    const assumed = { ...officeVisit, id: 'b', place: undefined }
    const codes = (lineItems: object[]) =>
      calculatePatientCost(
        patientCostRequestSchema.parse({ lineItems, payers: [{ id: 'p', eligibility }] }),
        { today: '2026-11-22' },
      ).missing.map(({ code }) => code)
    expect(codes([given, assumed])).toEqual(['cost_share_unknown', 'place_unknown'])
    expect(codes([assumed, given])).toEqual(['place_unknown', 'cost_share_unknown'])
  })
  it('says for which place a benefit is stated', () => {
    const answer = costOf(x12(active(), copay(30, atOffice)), { line: { place: '22' } })
    expect(answer.missing[0]?.message).toMatch(/place of service 11, not for 22/)
  })
  it('a statement for the place goes before one for all places', () => {
    const statements = x12(active(), copay(50, visit), copay(30, atOffice))
    expect(costOf(statements).totalPatientCost).toBe(30)
    expect(costOf(statements, { line: { place: '22' } }).totalPatientCost).toBe(50)
  })
  it.each([
    ['MH', 20],
    ['A6', 20],
    ['98', 20],
    ['30', 20],
  ])('psychotherapy finds what is stated for %s', (stc, patient) => {
    const therapy = { procedureCode: '90837', serviceTypeCode: undefined }
    const statements = [active(), copay(20, { stc }), coinsurance('.5', { stc: 'UC' })]
    const answer = costOf(x12(...statements), { line: therapy })
    expect(answer.totalPatientCost).toBe(patient)
    const said = { A6: 'service_type_fallback', '98': 'service_type_fallback' }[stc]
    const expected = stc === '30' ? 'general_benefit_used' : (said ?? 'service_type_assumed')
    expect(codesOf(answer)).toContain(expected)
  })
  it('takes the most exact of several', () => {
    const all = ['30', '98', 'A6', 'MH'].map((stc, index) => copay(40 - index * 10, { stc }))
    const therapy = { procedureCode: '90837', serviceTypeCode: undefined }
    expect(costOf(x12(active(), ...all), { line: therapy }).totalPatientCost).toBe(10)
  })
  it('a refusal of a wider service type does not refuse what has a benefit of its own', () => {
    const statements = [active(), copay(20, { stc: 'MH' }), notCovered(visit)]
    const therapy = { procedureCode: '90837', serviceTypeCode: undefined }
    expect(costOf(x12(...statements), { line: therapy }).totalPatientCost).toBe(20)
  })
})

describe('a copay and a deductible', () => {
  const plan = [active(), ...deductibleOf(2000, 800), ...outOfPocketOf(5000, 4000)]
  it('of the plan alone: the copay is what the visit costs; both numbers are given', () => {
    const answer = costOf(x12(...plan, copay(25, visit)))
    expect(answer).toMatchObject({ totalPatientCost: 25, range: { low: 25, high: 150 } })
    expect(answer.assumptions.map(({ code }) => code)).toEqual(['copay_without_deductible'])
  })
  it.each<[string, string[], object, number]>([
    ['stated for the service', [copay(25, visit), ...deductibleOf(500, 60, visit)], {}, 85],
    ['waived by its text', [copay(25, { ...visit, message: 'DED WAIVED' })], {}, 25],
    ['stated by its text', [copay(25, { ...visit, message: 'AFTER DEDUCTIBLE' })], {}, 150],
    ['said by the caller', [copay(25, visit)], { costShareOrder: 'after-deductible' }, 150],
    ['met', [], { deductibleRemaining: 0, copay: 25 }, 25],
  ])('%s: one number', (_name, statements, overrides, patient) => {
    const answer = costOf(x12(...plan, ...statements), { overrides })
    expect(answer).toMatchObject({
      totalPatientCost: patient,
      range: { low: patient, high: patient },
      assumptions: [],
    })
  })
  it('beside a coinsurance the deductible comes first; both numbers are given', () => {
    const answer = costOf(x12(...plan, copay(25, visit), coinsurance('.2', visit)))
    expect(answer).toMatchObject({ totalPatientCost: 150, range: { low: 50, high: 150 } })
  })
})

describe('conditions', () => {
  const specialist = copay(40, { ...visit, message: 'SPECIALIST' })
  const supplies = coinsurance('.3', { ...visit, message: 'DRUGS, AGENTS, SUPPLIES' })
  it('two conditions are two services: they do not add up', () => {
    const answer = costOf(x12(active(), specialist, supplies))
    expect(answer).toMatchObject({ totalPatientCost: 40, range: { low: 40, high: 45 } })
    expect(codesOf(answer)).toContain('conditions_differ')
  })
  it.each([
    ['specialist', 40],
    ['supplies', 45],
  ])('the text that is asked for chooses: %s', (benefitMessage, patient) => {
    const overrides = { benefitMessage }
    const answer = costOf(x12(active(), specialist, supplies), { overrides })
    expect(answer.totalPatientCost).toBe(patient)
    expect(codesOf(answer)).not.toContain('conditions_differ')
  })
  it('a text that stands nowhere is said', () => {
    const overrides = { benefitMessage: 'x-ray' }
    const answer = costOf(x12(active(), copay(40, visit)), { overrides })
    expect(codesOf(answer)).toContain('benefit_message_unmatched')
  })
  it('a single statement under a condition is a doubt', () => {
    const answer = costOf(x12(active(), specialist))
    expect(answer).toMatchObject({ totalPatientCost: 40, confidence: 'low' })
  })

  describe('not covered, for each condition separately', () => {
    const out = { ...visit, net: 'N' as const }
    const refused = (message: string) => notCovered({ ...out, message })
    const outside = { line: { network: 'out' } }
    const inside = [copay(20, { ...visit, message: 'PRIMARY CARE' }), specialist]
    it('all of them are the service', () => {
      const both = [refused('PRIMARY CARE'), refused('SPECIALIST')]
      const statements = [active(), ...inside, coinsurance('.4', { net: 'N' }), ...both]
      expect(costOf(x12(...statements), outside)).toMatchObject({
        totalPatientCost: 200,
        plans: [{ noncovered: 150 }],
      })
      expect(costOf(x12(...statements)).plans[0]?.noncovered).toBe(0)
    })
    it('one of them is a part: both numbers are given', () => {
      const share = coinsurance('.4', { net: 'N' })
      const statements = [active(), ...inside, share, refused('TELEHEALTH')]
      const overrides = { balanceBilling: false }
      const answer = costOf(x12(...statements), { ...outside, overrides })
      expect(answer).toMatchObject({ totalPatientCost: 60, range: { low: 60, high: 150 } })
      expect(codesOf(answer)).toContain('partly_not_covered')
    })
    it('the text that is asked for chooses', () => {
      const statements = [active(), ...inside, coinsurance('.4', { net: 'N' })]
      const all = x12(...statements, refused('SPECIALIST'), refused('TELEHEALTH'))
      const overrides = { benefitMessage: 'telehealth' }
      expect(costOf(all, { ...outside, overrides }).plans[0]?.noncovered).toBe(150)
    })
  })

  it('no benefit out of network is a doubt, and both ends are given', () => {
    const answer = costOf(x12(active(), copay(20, visit)), { line: { network: 'out' } })
    expect(answer).toMatchObject({ totalPatientCost: 200, confidence: 'low' })
    expect(codesOf(answer)).toContain('out_of_network_unstated')
  })
})
