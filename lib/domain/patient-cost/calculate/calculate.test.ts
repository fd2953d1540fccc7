import { describe, expect, it } from 'vitest'
import { active, coinsurance, copay, otherPayer, x12 } from '#test/samples/patient-cost/eb'
import { codesOf, officeVisit, outOfPocketOf } from '#test/samples/patient-cost/visit'
import { knownOf, requireBounded } from './calculate-pass.ts'
import { calculatePatientCost } from './calculate.ts'
import { patientCostRequestSchema } from '../request.ts'

const today = { today: '2026-11-22' }
const therapy = { serviceTypeCode: '33' }
/** A coinsurance for the visit that is no number. */
const unread = 'EB*A*IND*98*****N****Y~'

/** Lines are office visits unless they say otherwise. */
const answerOf = (payers: object[], lines: object[] = [{}]) =>
  calculatePatientCost(
    patientCostRequestSchema.parse({
      lineItems: lines.map((line, index) => ({ ...officeVisit, id: `line ${index + 1}`, ...line })),
      payers: payers.map((payer, index) => ({ id: `plan ${index + 1}`, ...payer })),
    }),
    today,
  )
const stated = (...statements: string[]) => ({ eligibility: x12(active(), ...statements) })
const messageOf = (code: string, ...of: Parameters<typeof answerOf>) =>
  answerOf(...of).warnings.find((warning) => warning.code === code)?.message

it('says of each line who bears what', () => {
  const second = { coordination: 'standard', overrides: { copay: 10, allowedAmount: 150 } }
  const { lineItems } = answerOf([stated(coinsurance('.2')), second])
  expect(lineItems).toEqual([
    {
      id: 'line 1',
      chargeAmount: 200,
      allowedAmount: 150,
      patientCost: 0,
      payerCost: 150,
      adjustment: 50,
      payments: [
        { payerId: 'plan 1', amount: 120 },
        { payerId: 'plan 2', amount: 30 },
      ],
      confidence: 'medium',
      range: { low: 0, high: 0 },
    },
  ])
})

describe('of two lines, one that is not known', () => {
  const plan = stated(unread, copay(20, { stc: '33' }))
  it('leaves the other known', () => {
    const answer = answerOf([plan], [{}, therapy])
    expect(answer).toMatchObject({
      totalPatientCost: null,
      totalPayerCost: null,
      totalAdjustment: 100,
      confidence: 'none',
      range: { low: 20, high: 170 },
      missing: [{ code: 'cost_share_unreadable', lineItemId: 'line 1' }],
      lineItems: [
        { patientCost: null, range: { low: 0, high: 150 } },
        { patientCost: 20, range: { low: 20, high: 20 }, payments: [{ amount: 130 }] },
      ],
    })
    expect(answer.missing).toHaveLength(1)
  })
  it('does not ask for what changes nothing', () => {
    const free = { chargeAmount: 0, allowedAmount: 0 }
    const { missing } = answerOf([plan], [{}, free])
    expect(missing.map(({ lineItemId }) => lineItemId)).toEqual(['line 1'])
  })
  it('may leave the other open by what it uses up', () => {
    const answer = answerOf(
      [stated(unread, copay(30, { stc: '33' }), ...outOfPocketOf(5000, 40))],
      [{}, therapy],
    )
    expect(answer.lineItems.map(({ patientCost }) => patientCost)).toEqual([null, null])
    expect(answer.missing.map(({ lineItemId }) => lineItemId)).toEqual(['line 1'])
    expect(answer.plans[0]?.benefitBalance).toMatchObject([
      { name: 'out-of-pocket maximum', before: 40, used: null, remaining: null },
    ])
  })
  it('has its own steps', () => {
    const [steps] = answerOf([plan], [{}, therapy]).plans.map((each) => each.steps)
    expect(steps?.map(({ lineItemId, rule }) => `${lineItemId}: ${rule}`)).toEqual([
      'line 1: submitted',
      'line 1: eligible',
      'line 1: unknown',
      'line 2: submitted',
      'line 2: eligible',
      'line 2: copay',
      'line 2: benefit',
      'line 2: balance',
    ])
  })
})

describe('the steps end', () => {
  const endOf = (...statements: string[]) => {
    const [steps] = answerOf([stated(...statements)]).plans.map((each) => each.steps)
    return { rules: steps?.map(({ rule }) => rule), end: steps?.at(-1) }
  }
  const unreadOf = (code: 'C' | 'G') => `EB*${code}*IND*30***29*N*****Y~`
  it('where what is missing is needed', () => {
    const { rules, end } = endOf(copay(20, { stc: '98' }), unreadOf('G'))
    expect(rules).toEqual(['submitted', 'eligible', 'copay', 'unknown'])
    expect(end).toEqual({
      lineItemId: 'line 1',
      rule: 'unknown',
      description: expect.stringMatching(/^Not known from here on: Statement 3: Out-of-pocket/),
      amount: null,
      before: 130,
      after: null,
      source: null,
    })
  })
  it('before the cost share where only another reading needs it', () => {
    const { rules, end } = endOf(copay(25, { stc: '98' }), unreadOf('C'))
    expect(rules).toEqual(['submitted', 'eligible', 'unknown'])
    expect(end).toMatchObject({ lineItemId: 'line 1', before: 150, after: null })
  })
  it('there too, where the likely reading asks for nothing', () => {
    const specialist = copay(40, { stc: '98', message: 'SPECIALIST' })
    const { rules, end } = endOf(copay(0, { stc: '98' }), specialist, unreadOf('G'))
    expect(rules).toEqual(['submitted', 'eligible', 'unknown'])
    expect(end).toMatchObject({ lineItemId: 'line 1', before: 150, after: null })
  })
  it('in a later plan because of what is missing before', () => {
    const later = { coordination: 'standard', overrides: { coinsurance: 0.5 } }
    const { plans } = answerOf([stated(unread), later])
    expect(plans[1]?.steps.at(-1)?.description).toBe(
      'Not known from here on, because what plan 2 pays depends on what is missing before.',
    )
  })
})

it('a write-off that depends on what is missing is not known either', () => {
  const medicaid = { coordination: 'medicaid', overrides: { coinsurance: 0.6 } }
  expect(answerOf([stated(unread), medicaid])).toMatchObject({
    totalPatientCost: 0,
    totalAdjustment: null,
    lineItems: [{ adjustment: null }],
  })
})

describe('what is said of the request', () => {
  it('without a payer', () =>
    expect(messageOf('no_payer', [])).toBe('No payer is given: the patient pays the charges.'))
  it('in another order than the rules ask for', () => {
    const member = (relationship: string) => ({ overrides: { copay: 1 }, member: { relationship } })
    expect(messageOf('order_of_benefits', [member('spouse'), member('self')])).toBe(
      'The rules ask for another order of payers: plan 2, plan 1. The order given was used.',
    )
  })
  it('of each line once, and of the plan once', () => {
    const line = { network: undefined }
    const codes = codesOf(answerOf([stated(copay(20, { level: '' }))], [line, line]))
    const timesOf = (code: string) => codes.filter((one) => one === code).length
    expect([timesOf('level_assumed'), timesOf('network_assumed')]).toEqual([1, 2])
  })
  it('counts doubts among the assumptions', () => {
    const { assumptions } = answerOf([stated(copay(20))], [{ allowedAmount: undefined }])
    expect(assumptions.map(({ code }) => code)).toContain('allowed_assumed')
  })
  it('a doubt of a line lowers the confidence of that line', () => {
    const { lineItems, confidence } = answerOf(
      [stated(copay(20))],
      [{ allowedAmount: undefined }, {}],
    )
    expect(lineItems.map((line) => line.confidence)).toEqual(['low', 'medium'])
    expect(confidence).toBe('low')
  })
  it('a doubt of the plan lowers that of every line', () => {
    const { lineItems } = answerOf([stated(copay(20), otherPayer('SUMMIT'))], [{}, {}])
    expect(lineItems.map((line) => line.confidence)).toEqual(['low', 'low'])
  })
  it('that another payer pays first, where it is not the first', () => {
    const says = stated(copay(20), otherPayer('SUMMIT'))
    const later = { ...says, coordination: 'standard' }
    expect(messageOf('other_payer_primary', [says])).toBe(
      'PAYER says that SUMMIT pays first. Check the order of the payers.',
    )
    expect(messageOf('other_payer_primary', [{ overrides: { copay: 1 } }, later])).toBeUndefined()
    expect(messageOf('other_payer_primary', [stated(copay(20), 'EB*R~')])).toBeUndefined()
  })
})

describe('the method of a later plan', () => {
  const share = (insurance: string) => stated(coinsurance('.1', { insurance }))
  const member = (programme: string) => ({ overrides: { coinsurance: 0.1 }, member: { programme } })
  it.each<[string, object, string]>([
    ['Medicaid by its answer', share('MC'), 'medicaid'],
    ['Medicare Part A by its answer', share('MA'), 'medicare-fee-schedule'],
    ['Medicare Part B by its answer', share('MB'), 'medicare-fee-schedule'],
    ['another insurance', share('HM'), 'standard'],
    ['Medicaid by its member', member('medicaid'), 'medicaid'],
    ['Medicare by its member', member('medicare'), 'medicare-fee-schedule'],
    ['a commercial plan by its member', member('commercial'), 'standard'],
    ['nothing known', { overrides: { coinsurance: 0.1 } }, 'standard'],
  ])('%s', (_name, payer, method) => {
    const first = { overrides: { coinsurance: 0.2 } }
    const later = { ...payer, name: 'Later' }
    expect(answerOf([first, later]).plans[1]?.coordination).toBe(method)
    expect(messageOf('coordination_assumed', [first, later])).toBe(
      `No coordination method is given for Later; ${method} was used.`,
    )
    const given = { ...later, coordination: 'naic' }
    expect(answerOf([first, given]).plans[1]?.coordination).toBe('naic')
    expect(messageOf('coordination_assumed', [first, given])).toBeUndefined()
  })
})

describe('an eligibility answer', () => {
  it('of null is none', () =>
    expect(answerOf([{ eligibility: null, overrides: { copay: 20 } }]).totalPatientCost).toBe(20))

  it('that states no network holds on both sides of it', () => {
    const plan = { ...stated(coinsurance('.2', { net: '' })), overrides: { balanceBilling: false } }
    expect(answerOf([plan], [{ network: 'out' }]).totalPatientCost).toBe(30)
  })

  it('that cannot be read is named', () =>
    expect(() => answerOf([{ overrides: { copay: 1 } }, { eligibility: 'hello' }])).toThrow(
      expect.objectContaining({ name: 'UnusableEligibility', path: 'payers.1.eligibility' }),
    ))

  it('is refused with more lines than can be compared with its statements', () => {
    const eligibility = { benefitsInformation: Array.from({ length: 1500 }, () => ({ code: '1' })) }
    const request = { lineItems: [officeVisit], payers: [{ id: 'plan', eligibility }] }
    const { payers } = patientCostRequestSchema.parse(request)
    const known = payers.map((payer) => knownOf(payer, 0, { dateOfService: today.today, ...today }))
    expect(() => requireBounded(200, known)).not.toThrow()
    expect(() => requireBounded(201, known)).toThrow(
      expect.objectContaining({
        path: 'lineItems',
        message:
          '201 lines with 1500 statements of the payers are too many for one calculation. Send the lines in several requests.',
      }),
    )
  })
})
