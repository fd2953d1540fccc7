import type { PatientCostAnswer, PatientCostWarning } from './answer.ts'
import { UnreadableEligibility, type Eligibility } from './benefit.ts'
import { balanceOf, calculatePlan, totalOf, type LineState } from './calculate-plan.ts'
import { fromJson, toJson, zero } from './money.ts'
import { orderOfBenefits } from './order-of-benefits.ts'
import type { Plan } from './plan.ts'
import { readEligibility } from './read-eligibility.ts'
import type { CoordinationMethod, LineItem, PatientCostRequest, Payer } from './request.ts'

/** An eligibility answer of the request that cannot be used; `path` names it. */
export class UnusableEligibility extends Error {
  readonly path: string
  constructor(path: string, message: string) {
    super(message)
    this.name = 'UnusableEligibility'
    this.path = path
  }
}

function read(payer: Payer, index: number): Eligibility | null {
  if (payer.eligibility === undefined || payer.eligibility === null) return null
  try {
    return readEligibility(payer.eligibility)
  } catch (error) {
    if (error instanceof UnreadableEligibility) throw new UnusableEligibility(`payers.${index}.eligibility`, error.message)
    throw error
  }
}

/** Assumptions without repeats. A plan's own come once, a line's once for each line. */
function warningsOf(payerId: string): { warnings: PatientCostWarning[]; assume: Plan['assume'] } {
  const said = new Set<string>()
  const warnings: PatientCostWarning[] = []
  return {
    warnings,
    assume({ code, message }, lineItemId) {
      const key = JSON.stringify([code, message, lineItemId])
      if (said.has(key)) return
      said.add(key)
      warnings.push({ code, message, payerId, lineItemId: lineItemId ?? null })
    },
  }
}

/** The method of a later plan when the caller names none: Medicare and Medicaid have their own, everybody else's is standard. */
function methodOf(plan: Plan): CoordinationMethod {
  if (plan.payer.coordination) return plan.payer.coordination
  const types = new Set(plan.benefits.map(({ insuranceType }) => insuranceType))
  const method = types.has('MC') || plan.payer.member?.programme === 'medicaid' ? 'medicaid' : types.has('MA') || types.has('MB') || plan.payer.member?.programme === 'medicare' ? 'medicare-fee-schedule' : 'standard'
  plan.assume({ code: 'coordination_assumed', message: `No coordination method is given for ${plan.name}; ${method} was used.` })
  return method
}

function planOf(payer: Payer, index: number): { plan: Plan; warnings: PatientCostWarning[] } {
  const eligibility = read(payer, index)
  const { warnings, assume } = warningsOf(payer.id)
  const benefits = eligibility?.benefits ?? []
  const name = payer.name ?? eligibility?.payerName ?? payer.id
  const plan: Plan = { payer, name, overrides: payer.overrides ?? {}, benefits, eligibility, networksStated: benefits.some(({ network }) => network !== null), assume }
  for (const assumption of eligibility?.assumptions ?? []) assume(assumption)
  const first = benefits.find(({ otherPayer }) => /primary/i.test(otherPayer?.role ?? ''))
  if (index === 0 && first?.otherPayer) assume({ code: 'other_payer_primary', message: `${name} says that ${first.otherPayer.name} pays first. Check the order of the payers.` })
  return { plan, warnings }
}

const start = (item: LineItem): LineState => ({ item, charge: fromJson(item.chargeAmount), paid: zero, payments: [], contracted: null, allowedBefore: zero, deductibleBefore: zero, settled: false })

/**
 * What a patient and each payer owe for the lines of a bill, with every step. Pure and exact (decimals, half up to cents); patient, payers and
 * adjustment are always together the charges. Throws UnusableEligibility when an eligibility answer cannot be read.
 */
export function calculatePatientCost({ lineItems, payers }: PatientCostRequest): PatientCostAnswer {
  const lines = lineItems.map(start)
  const known = payers.map(planOf)
  // The first plan that covers anything pays first: whoever comes after an inactive one coordinates with nobody.
  let before = false
  const plans = known.map(({ plan, warnings }, index) => {
    const answer = calculatePlan(plan, lines, index + 1, before ? methodOf(plan) : null)
    if (!answer.active) plan.assume({ code: 'coverage_inactive', message: `The coverage of ${plan.name} is not active; it pays nothing.` })
    before ||= answer.active
    return { ...answer, warnings }
  })
  const orderOf = orderOfBenefits(payers)
  const warnings = plans.flatMap((plan) => plan.warnings)
  if (payers.length === 0) warnings.push({ code: 'no_payer', message: 'No payer is given: the patient pays the charges.', payerId: null, lineItemId: null })
  if (orderOf && !orderOf.asGiven) warnings.push({ code: 'order_of_benefits', message: `The rules ask for another order of payers: ${orderOf.expected.join(', ')}. The order given was used.`, payerId: null, lineItemId: null })
  const adjustment = (line: LineState) => line.charge.minus(line.paid).minus(balanceOf(line))
  return {
    totalPatientCost: toJson(totalOf(lines, balanceOf)),
    totalPayerCost: toJson(totalOf(lines, ({ paid }) => paid)),
    totalAdjustment: toJson(totalOf(lines, adjustment)),
    totalCharge: toJson(totalOf(lines, ({ charge }) => charge)),
    lineItems: lines.map((line) => ({
      id: line.item.id,
      chargeAmount: toJson(line.charge),
      allowedAmount: toJson(line.contracted ?? line.charge),
      patientCost: toJson(balanceOf(line)),
      payerCost: toJson(line.paid),
      adjustment: toJson(adjustment(line)),
      payments: line.payments.map(({ payerId, amount }) => ({ payerId, amount: toJson(amount) })),
    })),
    plans,
    orderOfBenefits: orderOf,
    warnings,
  }
}
