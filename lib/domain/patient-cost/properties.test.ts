import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import {
  active,
  coinsurance,
  copay,
  deductible,
  maximumLeft,
  notCovered,
  outOfPocket,
  spendDown,
  x12,
} from '#test/samples/patient-cost/eb'
import type { PatientCostAnswer } from './answer.ts'
import { patientCostAnswerSchema } from './answer.ts'
import { UnusableEligibility } from './calculate/calculate-pass.ts'
import { calculatePatientCost } from './calculate/calculate.ts'
import { patientCostRequestSchema } from './request.ts'
import { coordinationMethods } from './coordination-methods.ts'

// Thousands of requests take their time beside other work; none of these tests measures it.
vi.setConfig({ testTimeout: 120_000 })

const today = { today: '2026-11-22' }

const inCents = (amount: number): number => {
  const whole = Math.round(amount * 100)
  // Cents and nothing below: what JSON carries is the shortest decimal of an exact amount.
  expect(String(amount)).toBe(String(whole / 100))
  return whole
}

/** In cents; null when one of them is not known. */
const added = (amounts: (number | null)[]): number | null =>
  amounts.reduce<number | null>(
    (sum, amount) => (sum === null || amount === null ? null : sum + inCents(amount)),
    0,
  )

const dollars = (max: number) =>
  fc.integer({ min: 0, max: max * 100 }).map((amount) => amount / 100)
const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined })
const network = fc.constantFrom('in' as const, 'out' as const)

const line = fc.record({
  chargeAmount: dollars(5000),
  allowedAmount: maybe(dollars(5000)),
  network: maybe(network),
  serviceTypeCode: fc.constantFrom('98', '35', '30', '48'),
})
const lines = fc
  .array(line, { minLength: 1, maxLength: 5 })
  .map((items) => items.map((item, index) => ({ id: String(index), ...item })))

const plain = fc.record({
  deductibleRemaining: maybe(dollars(3000)),
  familyDeductibleRemaining: maybe(dollars(3000)),
  copay: maybe(dollars(200)),
  coinsurance: fc.integer({ min: 0, max: 1000 }).map((share) => share / 1000),
  outOfPocketRemaining: maybe(dollars(2000)),
})
const rules = fc
  .tuple(
    plain,
    fc.record({
      familyOutOfPocketRemaining: maybe(dollars(2000)),
      benefitRemaining: maybe(dollars(2000)),
      benefitReserve: maybe(dollars(300)),
      obligatedToAccept: maybe(dollars(2000)),
      allowedAmount: maybe(dollars(4000)),
      covered: maybe(fc.boolean()),
      active: maybe(fc.boolean()),
      network: maybe(network),
      balanceBilling: maybe(fc.boolean()),
      copayPer: maybe(fc.constantFrom('line' as const, 'visit' as const)),
      costShareOrder: maybe(
        fc.constantFrom(
          'after-deductible' as const,
          'before-deductible' as const,
          'no-charge' as const,
          'no-charge-after-deductible' as const,
          'deductible-waived' as const,
        ),
      ),
      familyAccumulation: maybe(fc.constantFrom('embedded' as const, 'aggregate' as const)),
      deductibleReading: maybe(fc.constantFrom('lesser' as const, 'above-own-deductible' as const)),
      outOfPocketIncludes: maybe(
        fc.subarray(['deductible' as const, 'copay' as const, 'coinsurance' as const]),
      ),
    }),
  )
  .map(([one, other]) => ({ ...one, ...other }))
  // A provider in the network does not bill beyond its contract: that would be refused.
  .map((all) => (all.balanceBilling === true ? { ...all, network: 'out' as const } : all))

const side = fc.constantFrom('Y' as const, 'N' as const, 'W' as const, '' as const)
const stc = fc.constantFrom('30', '98', '35', '48')
const level = fc.constantFrom('IND', 'FAM', '', 'EMP')
const statement = fc.oneof(
  fc
    .tuple(dollars(2000), fc.record({ stc, level, net: side }))
    .chain(([amount, said]) =>
      fc.constantFrom(
        deductible.left(amount, said),
        deductible.total(amount, said),
        deductible.ytd(amount, said),
        outOfPocket.left(amount, said),
        outOfPocket.total(amount, said),
        copay(amount, said),
        maximumLeft(amount, said),
        spendDown(amount, said),
      ),
    ),
  fc
    .tuple(
      fc.constantFrom('.2', '0', '1', '20', '80', '.333', 'x', '900'),
      fc.record({ stc, level, net: side }),
    )
    .map(([share, said]) => coinsurance(share, said)),
  fc.record({ stc, level, net: side }).map(notCovered),
)
const eligibility = fc
  .array(statement, { minLength: 1, maxLength: 8 })
  .map((statements) => x12(...statements))

/** Overrides that leave the cost share to the answer, so that it may be missing. */
const silent = rules.map(({ coinsurance: _share, copay: _copay, ...rest }) => rest)
const payer = fc.record({
  overrides: fc.oneof(rules, silent),
  eligibility: maybe(eligibility),
  coordination: maybe(fc.constantFrom(...coordinationMethods)),
})
const payers = fc
  .array(payer, { maxLength: 4 })
  .map((all) => all.map((one, index) => ({ id: `payer ${index}`, ...one })))

const calculate = (request: { lineItems: unknown; payers: unknown }): PatientCostAnswer =>
  calculatePatientCost(patientCostRequestSchema.parse(request), today)
const runs = { numRuns: 300 }

describe('whatever the plans are', () => {
  it(
    'patient, payers and adjustment are the charges, to the cent, for each line and in total; ' +
      'nothing is negative',
    () => {
      fc.assert(
        fc.property(lines, payers, (lineItems, all) => {
          const answer = patientCostAnswerSchema.parse(calculate({ lineItems, payers: all }))
          for (const one of answer.lineItems) {
            const amounts = [one.patientCost, one.payerCost, one.adjustment]
            for (const amount of amounts) expect(amount ?? 0).toBeGreaterThanOrEqual(0)
            if (!amounts.includes(null)) expect(added(amounts)).toBe(inCents(one.chargeAmount))
            const payments = added(one.payments.map(({ amount }) => amount))
            if (payments !== null) expect(payments).toBe(inCents(one.payerCost ?? 0))
            // What the patient owes is null exactly where nothing can be relied on.
            expect(one.patientCost === null).toBe(one.confidence === 'none')
            const { low, high } = one.range
            expect([low <= (one.patientCost ?? low), (one.patientCost ?? high) <= high]).toEqual([
              true,
              true,
            ])
            if (low === high) expect(one.patientCost).toBe(low)
          }
          const total = (field: 'patientCost' | 'payerCost' | 'adjustment' | 'chargeAmount') =>
            added(answer.lineItems.map((one) => one[field]))
          const totals = [
            answer.totalPatientCost,
            answer.totalPayerCost,
            answer.totalAdjustment,
            answer.totalCharge,
          ]
          expect(totals.map((amount) => (amount === null ? null : inCents(amount)))).toEqual([
            total('patientCost'),
            total('payerCost'),
            total('adjustment'),
            total('chargeAmount'),
          ])
          if (answer.totalPatientCost === null) expect(answer.missing).not.toEqual([])
          const paid = added(answer.plans.map(({ totalPaid }) => totalPaid))
          if (paid !== null) expect(paid).toBe(inCents(answer.totalPayerCost ?? 0))
        }),
        runs,
      )
    },
  )

  it('nobody pays more than the amount that binds the provider', () => {
    fc.assert(
      fc.property(lines, payers, (lineItems, all) => {
        for (const { patientCost, allowedAmount, chargeAmount } of calculate({
          lineItems,
          payers: all,
        }).lineItems)
          expect(patientCost ?? 0).toBeLessThanOrEqual(allowedAmount ?? chargeAmount)
      }),
      runs,
    )
  })

  it('in network, the payers together pay at most the highest amount that one of them allows', () => {
    const inside = fc.array(
      fc.record({
        overrides: plain,
        allows: dollars(5000),
        coordination: fc.constantFrom(...coordinationMethods),
      }),
      { minLength: 1, maxLength: 4 },
    )
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 500_000 }), inside, (charge, all) => {
        const request = {
          lineItems: [{ id: 'a', chargeAmount: charge / 100, network: 'in' }],
          payers: all.map(({ overrides, allows, coordination }, index) => ({
            id: String(index),
            coordination,
            overrides: { ...overrides, allowedAmount: allows },
          })),
        }
        expect(calculate(request).totalPayerCost ?? NaN).toBeLessThanOrEqual(
          Math.min(charge / 100, Math.max(...all.map(({ allows }) => allows))),
        )
      }),
      runs,
    )
  })

  it(
    'accumulators never fall below nothing, and every step of one plan begins ' +
      'where the last one ended',
    () => {
      fc.assert(
        fc.property(lines, payers, (lineItems, all) => {
          for (const plan of calculate({ lineItems, payers: all }).plans) {
            for (const { before, used, remaining } of plan.benefitBalance) {
              if (before === null || used === null || remaining === null) continue
              expect([remaining >= 0, inCents(before) - inCents(used)]).toEqual([
                true,
                inCents(remaining),
              ])
            }
            for (const [index, { amount, before, after, ...step }] of plan.steps.entries()) {
              if (amount === null || before === null || after === null) {
                expect(step.rule).toBe('unknown')
                continue
              }
              expect(Math.min(amount, before, after)).toBeGreaterThanOrEqual(0)
              const last = plan.steps[index - 1]
              const restarts = ['submitted', 'inactive', 'coordination', 'balance'].includes(
                step.rule,
              )
              if (last && !restarts) expect(before).toBe(last.after)
              if (step.rule !== 'coordination')
                expect(inCents(amount)).toBe(Math.abs(inCents(before) - inCents(after)))
            }
          }
        }),
        runs,
      )
    },
  )

  it('the same request has the same answer, and is left as it was', () => {
    fc.assert(
      fc.property(lines, payers, (lineItems, all) => {
        const request = patientCostRequestSchema.parse({ lineItems, payers: all })
        const before = JSON.stringify(request)
        expect(calculatePatientCost(request, today)).toEqual(calculatePatientCost(request, today))
        expect(JSON.stringify(request)).toBe(before)
      }),
      { numRuns: 100 },
    )
  })
})

/** The patient owes at most as much under the first; what is not known is at most at its range. */
const ordered = (less: PatientCostAnswer, more: PatientCostAnswer): boolean =>
  (less.totalPatientCost ?? less.range.low) <= (more.totalPatientCost ?? more.range.high)

describe('more coverage', () => {
  it('never costs the patient more under standard coordination', () => {
    const standard = fc
      .array(fc.record({ overrides: rules, eligibility: maybe(eligibility) }), { maxLength: 3 })
      .map((all) =>
        all.map((one, index) => ({
          id: `payer ${index}`,
          coordination: 'standard' as const,
          ...one,
        })),
      )
    fc.assert(
      fc.property(
        lines,
        standard,
        rules,
        maybe(eligibility),
        (lineItems, all, overrides, stated) => {
          const without = calculate({ lineItems, payers: all })
          const added = calculate({
            lineItems,
            payers: [
              ...all,
              { id: 'one more', coordination: 'standard', overrides, eligibility: stated },
            ],
          })
          expect(ordered(added, without)).toBe(true)
        },
      ),
      runs,
    )
  })

  it.each(coordinationMethods)('never costs the patient more, by %s', (coordination) => {
    fc.assert(
      fc.property(lines, plain, rules, (lineItems, first, second) => {
        const primary = { id: 'first', overrides: first }
        const without = calculate({ lineItems, payers: [primary] })
        const added = calculate({
          lineItems,
          payers: [primary, { id: 'second', coordination, overrides: second }],
        })
        expect(ordered(added, without)).toBe(true)
      }),
      { numRuns: 100 },
    )
  })

  it.each<
    [
      string,
      (plan: Record<string, number | undefined>, by: number) => Record<string, number | undefined>,
    ]
  >([
    [
      'a lower coinsurance',
      (plan, by) => ({
        ...plan,
        coinsurance: Math.max(
          0,
          Math.round(((plan['coinsurance'] ?? 0) - by / 1000) * 1000) / 1000,
        ),
      }),
    ],
    [
      'a lower copay',
      (plan, by) => ({
        ...plan,
        copay: Math.max(0, Math.round(((plan['copay'] ?? 0) - by) * 100) / 100),
      }),
    ],
    [
      'less deductible left',
      (plan, by) => ({
        ...plan,
        deductibleRemaining: Math.max(
          0,
          Math.round(((plan['deductibleRemaining'] ?? 0) - by) * 100) / 100,
        ),
      }),
    ],
    [
      'less out of pocket left',
      (plan, by) => ({
        ...plan,
        outOfPocketRemaining:
          plan['outOfPocketRemaining'] === undefined
            ? 500
            : Math.max(0, Math.round((plan['outOfPocketRemaining'] - by) * 100) / 100),
      }),
    ],
  ])('%s never costs the patient more', (_name, better) => {
    fc.assert(
      fc.property(lines, plain, fc.integer({ min: 1, max: 900 }), (lineItems, plan, by) => {
        const cost = (overrides: object) =>
          calculate({ lineItems, payers: [{ id: 'plan', overrides }] })
        expect(ordered(cost(better(plan, by)), cost(plan))).toBe(true)
      }),
      runs,
    )
  })
})

describe('a level that does not exist', () => {
  const levels = ['IND', 'FAM', 'EMP', ''] as const
  const said = fc.record({
    level: fc.constantFrom(...levels),
    net: fc.constantFrom('Y' as const, 'W' as const, '' as const),
    plan: fc.constantFrom('', 'PPO', 'VISION PLAN'),
  })
  const period = fc.constantFrom('', '22', '23', '25')
  const empty = fc
    .tuple(fc.constantFrom(deductible, outOfPocket), said, period, fc.boolean())
    .map(([of, where, year, remainder]) => [
      of.of(0, { ...where, period: year }),
      ...(remainder ? [of.left(0, where)] : []),
    ])
  const real = fc
    .tuple(fc.constantFrom(deductible, outOfPocket), said, dollars(2000), dollars(2000))
    .map(([of, where, one, other]) => [
      of.total(Math.max(one, other, 1), where),
      of.left(Math.min(one, other), where),
    ])
  const shares = fc.constantFrom(
    [copay(25, { stc: '98' })],
    [coinsurance('.2')],
    [coinsurance('.3', { stc: '98' }), copay(40, { stc: '98' })],
  )

  it('never lowers what the patient owes, whichever plan or level it stands under', () => {
    fc.assert(
      fc.property(
        shares,
        fc.array(real, { maxLength: 3 }),
        empty,
        fc.nat(),
        (share, others, pair, at) => {
          const statements = [active(), ...share, ...others.flat()]
          const added = statements.toSpliced(at % (statements.length + 1), 0, ...pair)
          const owed = (all: readonly string[]) =>
            calculate({ lineItems: [visit], payers: [{ id: 'p', eligibility: x12(...all) }] })
          const before = owed(statements)
          const after = owed(added)
          expect(after.totalPatientCost ?? NaN).toBeGreaterThanOrEqual(
            before.totalPatientCost ?? NaN,
          )
        },
      ),
      { numRuns: 1000 },
    )
  })
})

const visit = {
  id: 'visit',
  procedureCode: '99213',
  serviceTypeCode: '98',
  chargeAmount: 400,
  allowedAmount: 150,
  place: '11',
  network: 'in',
}

describe('taking information away', () => {
  const order = ['none', 'low', 'medium', 'high']
  const rank = ({ confidence }: PatientCostAnswer) => order.indexOf(confidence)
  const of = (amount: number, total: number, said: { stc?: string; level?: string }) => ({
    deductible: [deductible.total(total, said), deductible.left(amount, said)],
    outOfPocket: [outOfPocket.total(total, said), outOfPocket.left(amount, said)],
  })
  const office = { stc: '98' }
  const atOffice = { ...office, place: '11' }
  const plan = [active(), ...of(300, 1000, {}).deductible, ...of(2000, 5000, {}).outOfPocket]
  /** Answers that state all that a visit needs, each thing once. */
  const whole = fc.constantFrom(
    [...plan, coinsurance('.2', office)],
    [...plan, coinsurance('.2', atOffice)],
    [...plan, copay(30, office), deductible.of(0, office)],
    [...plan, copay(30, office), ...of(80, 200, office).deductible],
    [...plan, copay(30, { ...office, message: 'DEDUCTIBLE WAIVED' })],
    // One thing: half of it would be another, 0 left of a total that is not known.
    [...plan, of(0, 0, { level: 'FAM' }).deductible.join(''), coinsurance('.2', office)],
    [active(), ...of(0, 500, {}).deductible, ...of(0, 3000, {}).outOfPocket, copay(30, office)],
    [...plan, coinsurance('.2', office), coinsurance('.4', { ...office, net: 'N' })],
    [...plan, coinsurance('.2', office), coinsurance('.5')],
    [...plan, notCovered(office)],
  )
  const cost = (statements: readonly string[], line: object = visit) =>
    calculate({ lineItems: [line], payers: [{ id: 'p', eligibility: x12(...statements) }] })
  const without = (statements: readonly string[], taken: boolean[]) =>
    statements.filter((_, index) => index === 0 || !(taken[index] ?? false))
  const taken = fc.array(fc.boolean(), { minLength: 9, maxLength: 9 })

  it('nothing taken, the answer is certain', () => {
    fc.assert(
      fc.property(whole, (statements) => {
        expect(cost(statements)).toMatchObject({ confidence: 'high', missing: [], assumptions: [] })
      }),
    )
  })

  it('statement by statement, never makes the answer more certain', () => {
    fc.assert(
      fc.property(whole, taken, taken, (statements, first, second) => {
        const some = without(statements, first)
        const fewer = without(some, second)
        expect(rank(cost(fewer))).toBeLessThanOrEqual(rank(cost(some)))
      }),
      { numRuns: 1000 },
    )
  })

  it('never leaves a number that is certain and another one', () => {
    fc.assert(
      fc.property(whole, taken, (statements, first) => {
        const some = cost(without(statements, first))
        if (some.confidence === 'high')
          expect(some.totalPatientCost).toBe(cost(statements).totalPatientCost)
      }),
      { numRuns: 1000 },
    )
  })

  it('field by field of the line, never makes the answer more certain', () => {
    const fields = ['procedureCode', 'serviceTypeCode', 'allowedAmount', 'place', 'network']
    fc.assert(
      fc.property(
        whole,
        taken,
        fc.subarray(fields),
        fc.subarray(fields),
        (all, first, one, other) => {
          const statements = without(all, first)
          const less = (names: string[]) =>
            Object.fromEntries(Object.entries(visit).filter(([name]) => !names.includes(name)))
          const some = cost(statements, less(one))
          const fewer = cost(statements, less([...one, ...other]))
          expect(rank(fewer)).toBeLessThanOrEqual(rank(some))
        },
      ),
      { numRuns: 1000 },
    )
  })
})

describe('whatever is handed in as an eligibility answer', () => {
  const orRefused = (stated: unknown) => {
    try {
      return calculate({
        lineItems: [{ id: 'a', chargeAmount: 10, serviceTypeCode: '98' }],
        payers: [{ id: 'p', eligibility: stated }],
      }).totalCharge
    } catch (error) {
      if (error instanceof UnusableEligibility) return 10
      throw error
    }
  }
  const keys = fc.constantFrom(
    'code',
    'benefitAmount',
    'benefitPercent',
    'serviceTypeCodes',
    'inPlanNetworkIndicatorCode',
    'timeQualifierCode',
    'additionalInformation',
    'coverageLevelCode',
    'amount',
    'percent',
    'network',
    'service',
    'messages',
    'timePeriod',
    '__proto__',
    'constructor',
  )
  const entries = fc.array(
    fc.dictionary(
      keys,
      fc.oneof(
        fc.jsonValue(),
        fc.constantFrom('A', 'B', 'C', 'G', 'I', 'F', '1', '29', 'Y', '30', '.2'),
      ),
    ),
    { maxLength: 6 },
  )

  it('JSON of any form is read or refused', () => {
    const any = fc.oneof(
      fc.jsonValue().filter((value) => value !== null),
      entries.map((benefitsInformation) => ({ benefitsInformation })),
      fc
        .dictionary(
          fc.constantFrom('statuses', 'deductible', 'coPayment', 'coInsurance', 'nonCovered'),
          entries,
        )
        .map((benefits) => ({ plans: [{ benefits }] })),
    )
    fc.assert(
      fc.property(any, (stated) => orRefused(stated) === 10),
      { numRuns: 500 },
    )
  })

  it('X12 of any form is read or refused', () => {
    const garbled = fc
      .tuple(eligibility, fc.nat(600), fc.nat(80), fc.string({ maxLength: 5 }))
      .map(([text, from, length, by]) => text.slice(0, from) + by + text.slice(from + length))
    fc.assert(
      fc.property(
        fc.oneof(
          garbled,
          fc.string(),
          fc.string().map((text) => `ISA${text}`),
        ),
        (stated) => orRefused(stated) === 10,
      ),
      { numRuns: 500 },
    )
  })
})

describe('a large request', () => {
  it('200 lines and five payers of 300 statements each are worked out', () => {
    const statements = Array.from({ length: 300 }, (_, index) =>
      coinsurance('.2', { stc: String(index % 90).padStart(2, '0') }),
    )
    const lineItems = Array.from({ length: 200 }, (_, index) => ({
      id: String(index),
      chargeAmount: 100,
      allowedAmount: 80,
      serviceTypeCode: String(index % 90).padStart(2, '0'),
      network: 'in',
    }))
    const answer = calculate({
      lineItems,
      payers: Array.from({ length: 5 }, (_, index) => ({
        id: `p${index}`,
        eligibility: x12(...statements),
      })),
    })
    expect(answer.lineItems).toHaveLength(200)
  }, 60_000)
})
