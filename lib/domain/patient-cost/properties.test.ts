import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { coinsurance, copay, deductible, maximumLeft, notCovered, outOfPocket, spendDown, x12 } from '#lib/testing/patient-cost/eb'
import type { PatientCostAnswer } from './answer.ts'
import { patientCostAnswerSchema } from './answer.ts'
import { calculatePatientCost, UnusableEligibility } from './calculate.ts'
import { coordinationMethods, patientCostRequestSchema } from './request.ts'

const inCents = (amount: number): number => {
  const whole = Math.round(amount * 100)
  // Cents and nothing below: what JSON carries is the shortest decimal of an exact amount.
  expect(String(amount)).toBe(String(whole / 100))
  return whole
}

const dollars = (max: number) => fc.integer({ min: 0, max: max * 100 }).map((amount) => amount / 100)
const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined })
const network = fc.constantFrom('in' as const, 'out' as const)

const line = fc.record({ chargeAmount: dollars(5000), allowedAmount: maybe(dollars(5000)), network: maybe(network), serviceTypeCode: fc.constantFrom('98', '35', '30', '48') })
const lines = fc.array(line, { minLength: 1, maxLength: 5 }).map((items) => items.map((item, index) => ({ id: String(index), ...item })))

const plain = fc.record({ deductibleRemaining: maybe(dollars(3000)), familyDeductibleRemaining: maybe(dollars(3000)), copay: maybe(dollars(200)), coinsurance: maybe(fc.integer({ min: 0, max: 1000 }).map((share) => share / 1000)), outOfPocketRemaining: maybe(dollars(2000)) })
const rules = fc
  .tuple(
    plain,
    fc.record({
      ...{ familyOutOfPocketRemaining: maybe(dollars(2000)), benefitRemaining: maybe(dollars(2000)), benefitReserve: maybe(dollars(300)), obligatedToAccept: maybe(dollars(2000)), allowedAmount: maybe(dollars(4000)) },
      ...{ covered: maybe(fc.boolean()), active: maybe(fc.boolean()), network: maybe(network), balanceBilling: maybe(fc.boolean()), copayPer: maybe(fc.constantFrom('line' as const, 'visit' as const)) },
      costShareOrder: maybe(fc.constantFrom('after-deductible' as const, 'before-deductible' as const, 'no-charge' as const, 'no-charge-after-deductible' as const, 'deductible-waived' as const)),
      familyAccumulation: maybe(fc.constantFrom('embedded' as const, 'aggregate' as const)),
      deductibleReading: maybe(fc.constantFrom('lesser' as const, 'above-own-deductible' as const)),
      outOfPocketIncludes: maybe(fc.subarray(['deductible' as const, 'copay' as const, 'coinsurance' as const])),
    }),
  )
  .map(([one, other]) => ({ ...one, ...other }))

const side = fc.constantFrom('Y' as const, 'N' as const, 'W' as const, '' as const)
const stc = fc.constantFrom('30', '98', '35', '48')
const level = fc.constantFrom('IND', 'FAM', '', 'EMP')
const statement = fc.oneof(
  fc.tuple(dollars(2000), fc.record({ stc, level, net: side })).chain(([amount, said]) => fc.constantFrom(deductible.left(amount, said), deductible.total(amount, said), deductible.ytd(amount, said), outOfPocket.left(amount, said), outOfPocket.total(amount, said), copay(amount, said), maximumLeft(amount, said), spendDown(amount, said))),
  fc.tuple(fc.constantFrom('.2', '0', '1', '20', '80', '.333', 'x', '900'), fc.record({ stc, level, net: side })).map(([share, said]) => coinsurance(share, said)),
  fc.record({ stc, level, net: side }).map(notCovered),
)
const eligibility = fc.array(statement, { minLength: 1, maxLength: 8 }).map((statements) => x12(...statements))

const payer = fc.record({ overrides: rules, eligibility: maybe(eligibility), coordination: maybe(fc.constantFrom(...coordinationMethods)) })
const payers = fc.array(payer, { maxLength: 4 }).map((all) => all.map((one, index) => ({ id: `payer ${index}`, ...one })))

const calculate = (request: { lineItems: unknown; payers: unknown }): PatientCostAnswer => calculatePatientCost(patientCostRequestSchema.parse(request))
const runs = { numRuns: 300 }

describe('whatever the plans are', () => {
  it('patient, payers and adjustment are the charges, to the cent, for each line and in total; nothing is negative', () => {
    fc.assert(
      fc.property(lines, payers, (lineItems, all) => {
        const answer = patientCostAnswerSchema.parse(calculate({ lineItems, payers: all }))
        for (const one of answer.lineItems) {
          const amounts = [one.patientCost, one.payerCost, one.adjustment]
          expect(Math.min(...amounts)).toBeGreaterThanOrEqual(0)
          expect(amounts.map(inCents).reduce((sum, amount) => sum + amount, 0)).toBe(inCents(one.chargeAmount))
          expect(one.payments.map(({ amount }) => inCents(amount)).reduce((sum, amount) => sum + amount, 0)).toBe(inCents(one.payerCost))
        }
        const total = (of: (line: PatientCostAnswer['lineItems'][number]) => number) => answer.lineItems.map((one) => inCents(of(one))).reduce((sum, amount) => sum + amount, 0)
        expect([answer.totalPatientCost, answer.totalPayerCost, answer.totalAdjustment, answer.totalCharge].map(inCents)).toEqual([total((one) => one.patientCost), total((one) => one.payerCost), total((one) => one.adjustment), total((one) => one.chargeAmount)])
        expect(answer.plans.map(({ totalPaid }) => inCents(totalPaid)).reduce((sum, amount) => sum + amount, 0)).toBe(inCents(answer.totalPayerCost))
      }),
      runs,
    )
  })

  it('nobody pays more than the amount that binds the provider', () => {
    fc.assert(
      fc.property(lines, payers, (lineItems, all) => {
        for (const one of calculate({ lineItems, payers: all }).lineItems) expect(inCents(one.patientCost)).toBeLessThanOrEqual(inCents(one.allowedAmount))
      }),
      runs,
    )
  })

  it('in network, the payers together pay at most the highest amount that one of them allows', () => {
    const inside = fc.array(fc.record({ overrides: plain, allows: dollars(5000), coordination: fc.constantFrom(...coordinationMethods) }), { minLength: 1, maxLength: 4 })
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 500_000 }), inside, (charge, all) => {
        const request = { lineItems: [{ id: 'a', chargeAmount: charge / 100, network: 'in' }], payers: all.map(({ overrides, allows, coordination }, index) => ({ id: String(index), coordination, overrides: { ...overrides, allowedAmount: allows } })) }
        expect(calculate(request).totalPayerCost).toBeLessThanOrEqual(Math.min(charge / 100, Math.max(...all.map(({ allows }) => allows))))
      }),
      runs,
    )
  })

  it('accumulators never fall below nothing, and every step of one plan begins where the last one ended', () => {
    fc.assert(
      fc.property(lines, payers, (lineItems, all) => {
        for (const plan of calculate({ lineItems, payers: all }).plans) {
          for (const { before, used, remaining } of plan.benefitBalance) expect([remaining >= 0, inCents(before) - inCents(used)]).toEqual([true, inCents(remaining)])
          for (const [index, step] of plan.steps.entries()) {
            expect(Math.min(step.amount, step.before, step.after)).toBeGreaterThanOrEqual(0)
            const last = plan.steps[index - 1]
            const restarts = ['submitted', 'inactive', 'coordination', 'balance'].includes(step.rule)
            if (last && !restarts) expect(step.before).toBe(last.after)
            if (step.rule !== 'coordination') expect(inCents(step.amount)).toBe(Math.abs(inCents(step.before) - inCents(step.after)))
          }
        }
      }),
      runs,
    )
  })

  it('the same request has the same answer, and is left as it was', () => {
    fc.assert(
      fc.property(lines, payers, (lineItems, all) => {
        const request = patientCostRequestSchema.parse({ lineItems, payers: all })
        const before = JSON.stringify(request)
        expect(calculatePatientCost(request)).toEqual(calculatePatientCost(request))
        expect(JSON.stringify(request)).toBe(before)
      }),
      { numRuns: 100 },
    )
  })
})

describe('more coverage', () => {
  it('never costs the patient more under standard coordination', () => {
    const standard = fc.array(fc.record({ overrides: rules, eligibility: maybe(eligibility) }), { maxLength: 3 }).map((all) => all.map((one, index) => ({ id: `payer ${index}`, coordination: 'standard' as const, ...one })))
    fc.assert(
      fc.property(lines, standard, rules, maybe(eligibility), (lineItems, all, overrides, stated) => {
        const without = calculate({ lineItems, payers: all })
        const added = calculate({ lineItems, payers: [...all, { id: 'one more', coordination: 'standard', overrides, eligibility: stated }] })
        expect(added.totalPatientCost).toBeLessThanOrEqual(without.totalPatientCost)
      }),
      runs,
    )
  })

  it.each(coordinationMethods)('never costs the patient more, by %s', (coordination) => {
    fc.assert(
      fc.property(lines, plain, rules, (lineItems, first, second) => {
        const primary = { id: 'first', overrides: first }
        const without = calculate({ lineItems, payers: [primary] })
        const added = calculate({ lineItems, payers: [primary, { id: 'second', coordination, overrides: second }] })
        expect(added.totalPatientCost).toBeLessThanOrEqual(without.totalPatientCost)
      }),
      { numRuns: 100 },
    )
  })

  it.each<[string, (plan: Record<string, number | undefined>, by: number) => Record<string, number | undefined>]>([
    ['a lower coinsurance', (plan, by) => ({ ...plan, coinsurance: Math.max(0, Math.round(((plan['coinsurance'] ?? 0) - by / 1000) * 1000) / 1000) })],
    ['a lower copay', (plan, by) => ({ ...plan, copay: Math.max(0, Math.round(((plan['copay'] ?? 0) - by) * 100) / 100) })],
    ['less deductible left', (plan, by) => ({ ...plan, deductibleRemaining: Math.max(0, Math.round(((plan['deductibleRemaining'] ?? 0) - by) * 100) / 100) })],
    ['less out of pocket left', (plan, by) => ({ ...plan, outOfPocketRemaining: plan['outOfPocketRemaining'] === undefined ? 500 : Math.max(0, Math.round((plan['outOfPocketRemaining'] - by) * 100) / 100) })],
  ])('%s never costs the patient more', (_name, better) => {
    fc.assert(
      fc.property(lines, plain, fc.integer({ min: 1, max: 900 }), (lineItems, plan, by) => {
        const cost = (overrides: object) => calculate({ lineItems, payers: [{ id: 'plan', overrides }] }).totalPatientCost
        expect(cost(better(plan, by))).toBeLessThanOrEqual(cost(plan))
      }),
      runs,
    )
  })
})

describe('whatever is handed in as an eligibility answer', () => {
  const orRefused = (stated: unknown) => {
    try {
      return calculate({ lineItems: [{ id: 'a', chargeAmount: 10, serviceTypeCode: '98' }], payers: [{ id: 'p', eligibility: stated }] }).totalCharge
    } catch (error) {
      if (error instanceof UnusableEligibility) return 10
      throw error
    }
  }
  const keys = fc.constantFrom('code', 'benefitAmount', 'benefitPercent', 'serviceTypeCodes', 'inPlanNetworkIndicatorCode', 'timeQualifierCode', 'additionalInformation', 'coverageLevelCode', 'amount', 'percent', 'network', 'service', 'messages', 'timePeriod', '__proto__', 'constructor')
  const entries = fc.array(fc.dictionary(keys, fc.oneof(fc.jsonValue(), fc.constantFrom('A', 'B', 'C', 'G', 'I', 'F', '1', '29', 'Y', '30', '.2'))), { maxLength: 6 })

  it('JSON of any form is read or refused', () => {
    const any = fc.oneof(fc.jsonValue().filter((value) => value !== null), entries.map((benefitsInformation) => ({ benefitsInformation })), fc.dictionary(fc.constantFrom('statuses', 'deductible', 'coPayment', 'coInsurance', 'nonCovered'), entries).map((benefits) => ({ plans: [{ benefits }] })))
    fc.assert(fc.property(any, (stated) => orRefused(stated) === 10), { numRuns: 500 })
  })

  it('X12 of any form is read or refused', () => {
    const garbled = fc.tuple(eligibility, fc.nat(600), fc.nat(80), fc.string({ maxLength: 5 })).map(([text, from, length, by]) => text.slice(0, from) + by + text.slice(from + length))
    fc.assert(fc.property(fc.oneof(garbled, fc.string(), fc.string().map((text) => `ISA${text}`)), (stated) => orRefused(stated) === 10), { numRuns: 500 })
  })
})

describe('a large request', () => {
  it('200 lines and five payers of 2,000 statements each are worked out within seconds', () => {
    const statements = Array.from({ length: 2000 }, (_, index) => coinsurance('.2', { stc: String(index % 90).padStart(2, '0') }))
    const lineItems = Array.from({ length: 200 }, (_, index) => ({ id: String(index), chargeAmount: 100, allowedAmount: 80, serviceTypeCode: String(index % 90).padStart(2, '0'), network: 'in' }))
    const started = performance.now()
    const answer = calculate({ lineItems, payers: Array.from({ length: 5 }, (_, index) => ({ id: `p${index}`, eligibility: x12(...statements) })) })
    expect(answer.lineItems).toHaveLength(200)
    expect(performance.now() - started).toBeLessThan(5000)
  })
})
