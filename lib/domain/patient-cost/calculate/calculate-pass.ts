import type { PatientCostWarning } from '../answer.ts'
import { UnreadableEligibility, type Eligibility } from '../eligibility/benefit.ts'
import { readEligibility } from '../eligibility/read-eligibility.ts'
import { toJson } from '../money.ts'
import { Pass, type PassKind } from '../pass.ts'
import type { LineItem, Payer } from '../request.ts'
import type { CoordinationMethod } from '../coordination-methods.ts'
import { calculatePlan, type PlanResult } from './calculate-plan.ts'
import { balanceOf, startOf, totalOf, type LineState } from './line-state.ts'
import { specialPlansOf, withoutOtherDates } from './plan-line.ts'
import type { Plan } from './plan.ts'

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
    if (error instanceof UnreadableEligibility)
      throw new UnusableEligibility(`payers.${index}.eligibility`, error.message)
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

/**
 * The method of a later plan when the caller names none: Medicare and Medicaid have their own, that
 * of every other plan is standard.
 */
function methodOf(plan: Plan): CoordinationMethod {
  if (plan.payer.coordination) return plan.payer.coordination
  const types = new Set(plan.benefits.map(({ insuranceType }) => insuranceType))
  const programme = plan.payer.member?.programme
  let method: CoordinationMethod = 'standard'
  if (types.has('MC') || programme === 'medicaid') method = 'medicaid'
  else if (types.has('MA') || types.has('MB') || programme === 'medicare')
    method = 'medicare-fee-schedule'
  plan.assume({
    code: 'coordination_assumed',
    message: `No coordination method is given for ${plan.name}; ${method} was used.`,
  })
  return method
}

type Days = { dateOfService: string; today: string }
/** What holds for every pass: a payer and what its answer states for the date of service. */
type Known = Pick<Plan, 'payer' | 'eligibility' | 'benefits' | 'special' | 'known'>

type Said = { plan: Plan; warnings: PatientCostWarning[] }

/** Reads the answer of a payer. Throws UnusableEligibility. */
export function knownOf(payer: Payer, index: number, { dateOfService }: Days): Known {
  const eligibility = read(payer, index)
  const benefits = withoutOtherDates(eligibility?.benefits ?? [], dateOfService)
  return { payer, eligibility, benefits, special: specialPlansOf(benefits), known: new Map() }
}

/**
 * Each line is compared with each statement, in up to eight passes. Two hundred lines with an
 * answer of 1,500 statements are within the bound; the largest real answer seen has 150.
 */
const maxComparisons = 300_000

/** Throws UnusableEligibility for more than a calculation does in reasonable time. */
export function requireBounded(lines: number, all: Known[]): void {
  const statements = all.reduce((sum, { benefits }) => sum + benefits.length, 0)
  if (lines * statements <= maxComparisons) return
  const message =
    `${lines} lines with ${statements} statements of the payers are too many for one ` +
    'calculation. Send the lines in several requests.'
  throw new UnusableEligibility('lineItems', message)
}

function planOf(known: Known, index: number, days: Days, pass: Pass): Said {
  const { payer, eligibility, benefits } = known
  const { warnings, assume } = warningsOf(payer.id)
  const name = payer.name ?? eligibility?.payerName ?? payer.id
  const plan: Plan = {
    ...known,
    name,
    overrides: payer.overrides ?? {},
    pass,
    assume,
    networksStated: benefits.some(({ network }) => network !== null),
    dateOfService: days.dateOfService,
    answeredOn: eligibility?.answeredOn ?? days.today,
  }
  for (const assumption of eligibility?.assumptions ?? []) assume(assumption)
  const first = benefits.find(({ otherPayer }) => /primary/i.test(otherPayer?.role ?? ''))
  if (index === 0 && first?.otherPayer)
    assume({
      code: 'other_payer_primary',
      message: `${name} says that ${first.otherPayer.name} pays first. Check the order of the payers.`,
    })
  return { plan, warnings }
}

/** Dollars of one pass, all known. */
export type PassLine = {
  id: string
  chargeAmount: number
  allowedAmount: number
  patientCost: number
  payerCost: number
  adjustment: number
  payments: { payerId: string; amount: number }[]
}
export type PassResult = {
  open: boolean
  missing: boolean
  totals: { patient: number; payer: number; adjustment: number; charge: number }
  lines: PassLine[]
  plans: (PlanResult & { plan: Plan; warnings: PatientCostWarning[] })[]
}

/** The whole calculation with every open point decided one way. */
export function calculatePass(
  lineItems: LineItem[],
  all: Known[],
  days: Days,
  kind: PassKind,
): PassResult {
  const pass = new Pass(kind)
  const lines = lineItems.map(startOf)
  // The first plan that covers anything pays first: one that comes after inactive ones has no other
  // to coordinate with.
  let before = false
  const plans = all.map((known, index) => {
    const { plan, warnings } = planOf(known, index, days, pass)
    const result = calculatePlan(plan, lines, before ? methodOf(plan) : null)
    before ||= result.active
    return { ...result, plan, warnings }
  })
  const adjustment = (line: LineState) => line.charge.minus(line.paid).minus(balanceOf(line))
  return {
    open: pass.open,
    missing: pass.missing,
    totals: {
      patient: toJson(totalOf(lines, balanceOf)),
      payer: toJson(totalOf(lines, ({ paid }) => paid)),
      adjustment: toJson(totalOf(lines, adjustment)),
      charge: toJson(totalOf(lines, ({ charge }) => charge)),
    },
    lines: lines.map((line) => ({
      id: line.item.id,
      chargeAmount: toJson(line.charge),
      allowedAmount: toJson(line.contracted ?? line.charge),
      patientCost: toJson(balanceOf(line)),
      payerCost: toJson(line.paid),
      adjustment: toJson(adjustment(line)),
      payments: line.payments.map(({ payerId, amount }) => ({ payerId, amount: toJson(amount) })),
    })),
    plans,
  }
}
