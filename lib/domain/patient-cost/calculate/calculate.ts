import type { PatientCostAnswer, PatientCostStep, PatientCostWarning } from '../answer.ts'
import { UnreadableEligibility, type Eligibility } from '../eligibility/benefit.ts'
import {
  balanceOf,
  calculatePlan,
  totalOf,
  type LineState,
  type PlanResult,
} from './calculate-plan.ts'
import { confidenceBy, gradeOf, lowestConfidence, type Confidence, type Grade } from '../grades.ts'
import type { Step } from './line-steps.ts'
import { fromJson, toJson, zero } from '../money.ts'
import { orderOfBenefits } from './order-of-benefits.ts'
import { Pass, type PassKind } from '../pass.ts'
import { specialPlansOf, withoutOtherDates } from './plan-line.ts'
import type { Plan } from './plan.ts'
import { readEligibility } from '../eligibility/read-eligibility.ts'
import type { CoordinationMethod, LineItem, PatientCostRequest, Payer } from '../request.ts'

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
 * The method of a later plan when the caller names none: Medicare and Medicaid have their own,
 * everybody else's is standard.
 */
function methodOf(plan: Plan): CoordinationMethod {
  if (plan.payer.coordination) return plan.payer.coordination
  const types = new Set(plan.benefits.map(({ insuranceType }) => insuranceType))
  const method =
    types.has('MC') || plan.payer.member?.programme === 'medicaid'
      ? 'medicaid'
      : types.has('MA') || types.has('MB') || plan.payer.member?.programme === 'medicare'
        ? 'medicare-fee-schedule'
        : 'standard'
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

function knownOf(payer: Payer, index: number, { dateOfService }: Days): Known {
  const eligibility = read(payer, index)
  const benefits = withoutOtherDates(eligibility?.benefits ?? [], dateOfService)
  return { payer, eligibility, benefits, special: specialPlansOf(benefits), known: new Map() }
}

/**
 * Each line is held against each statement, in up to eight passes. Two hundred lines with an
 * answer of 1,500 statements are within the bound; the largest real answer seen has 150.
 */
const maxComparisons = 300_000

function requireBounded(lines: number, all: Known[]): void {
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
    ...{ ...known, name, overrides: payer.overrides ?? {}, pass, assume },
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

const start = (item: LineItem): LineState => ({
  item,
  charge: fromJson(item.chargeAmount),
  paid: zero,
  payments: [],
  contracted: null,
  allowedBefore: zero,
  deductibleBefore: zero,
  settled: false,
})

/** Dollars of one pass, all known. */
type Line = {
  id: string
  chargeAmount: number
  allowedAmount: number
  patientCost: number
  payerCost: number
  adjustment: number
  payments: { payerId: string; amount: number }[]
}
type Result = {
  open: boolean
  missing: boolean
  totals: { patient: number; payer: number; adjustment: number; charge: number }
  lines: Line[]
  plans: (PlanResult & { plan: Plan; warnings: PatientCostWarning[] })[]
}

/** The whole calculation with every open point decided one way. */
function calculatePass(lineItems: LineItem[], all: Known[], days: Days, kind: PassKind): Result {
  const pass = new Pass(kind)
  const lines = lineItems.map(start)
  // The first plan that covers anything pays first: whoever comes after an inactive one coordinates
  // with nobody.
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

/** One way to take the assumptions, with what is missing at either end. */
type Ends = { against: Result; inFavour: Result }

/** An amount is known when it does not depend on what is missing. */
function knownIn(
  pairs: readonly Ends[],
  of: (result: Result) => number | undefined,
): number | null {
  const [likely] = pairs
  const amount = likely ? of(likely.against) : undefined
  const stands = pairs.every(({ against, inFavour }) => of(against) === of(inFavour))
  return amount === undefined || !stands ? null : amount
}

const untouched = new Set<Step['rule']>(['submitted', 'eligible'])

/** The steps of one line by one plan up to what is missing, and then why it ends there. */
function stepsOf(
  against: Step[],
  inFavour: Step[],
  isKnown: boolean,
  why: string,
): PatientCostStep[] {
  const differs = (step: Step, index: number) =>
    JSON.stringify(step) !== JSON.stringify(inFavour[index])
  const parted = against.findIndex(differs)
  if (parted < 0 && isKnown) return against
  // What depends on an assumption as well ends where the cost share begins.
  const end = parted < 0 ? against.findIndex(({ rule }) => !untouched.has(rule)) : parted
  const [first] = against
  const unknown: PatientCostStep = {
    ...{ lineItemId: first?.lineItemId ?? '', rule: 'unknown', description: why },
    ...{ amount: null, before: against[end - 1]?.after ?? null, after: null, source: null },
  }
  return [...against.slice(0, end), unknown]
}

const ofLine = <T extends { lineItemId: string | null }>(all: readonly T[], id: string): T[] =>
  all.filter(({ lineItemId }) => lineItemId === id)

type PlanAnswer = PatientCostAnswer['plans'][number]

/** One plan of the answer, out of all passes; null when there is none at this place. */
function planAnswer(pairs: readonly Ends[], index: number): PlanAnswer | null {
  const [likely] = pairs
  const one = likely?.against.plans[index]
  const two = likely?.inFavour.plans[index]
  if (!likely || !one || !two) return null
  const { plan, warnings } = one
  const amount = (of: (result: Result['plans'][number]) => number | undefined) =>
    knownIn(pairs, ({ plans }) => {
      const own = plans[index]
      return own ? of(own) : undefined
    })
  const missing = warnings.filter(({ code }) => gradeOf(code) === 'missing')
  const payment = (result: Result, at: number) =>
    result.lines[at]?.payments.find(({ payerId }) => payerId === plan.payer.id)?.amount ?? 0
  const paid = likely.against.lines.map((_, at) => knownIn(pairs, (result) => payment(result, at)))
  const steps = likely.against.lines.flatMap(({ id }, at) => {
    const [own] = [...ofLine(missing, id), ...missing]
    const why = own
      ? `Not known from here on: ${own.message}`
      : `Not known from here on, because what ${plan.name} pays depends on what is missing before.`
    return stepsOf(ofLine(one.steps, id), ofLine(two.steps, id), paid[at] !== null, why)
  })
  const total = paid.reduce((sum, part) => sum.plus(fromJson(part ?? 0)), zero)
  return {
    ...{ payerId: plan.payer.id, name: plan.name, position: index + 1 },
    ...{ coordination: one.coordination, active: one.active },
    totalPaid: paid.includes(null) ? null : toJson(total),
    totalAlone: amount(({ totals }) => totals.totalAlone),
    deductible: amount(({ totals }) => totals.deductible),
    copay: amount(({ totals }) => totals.copay),
    coinsurance: amount(({ totals }) => totals.coinsurance),
    noncovered: amount(({ totals }) => totals.noncovered),
    benefitBalance: one.balances
      .filter(({ key }) => !key.endsWith(':unknown'))
      .map(({ key, name, level, source }) => {
        const balance = (field: 'before' | 'used' | 'remaining') => {
          const same = ({ balances }: PlanResult) => balances.find((other) => other.key === key)
          // Another way to take the assumptions may do without this balance.
          return knownIn([likely], ({ plans }) => plans[index] && same(plans[index])?.[field])
        }
        const amounts = {
          before: balance('before'),
          used: balance('used'),
          remaining: balance('remaining'),
        }
        return { name, level, ...amounts, source }
      }),
    ...{ steps, warnings },
  }
}

/**
 * What is missing matters where it leaves an amount of its line open. A line that is open without
 * anything missing of its own is so because of what lines before it use up.
 */
function missingFor(open: { id: string }[], all: PatientCostWarning[]): PatientCostWarning[] {
  const of = (id: string) => all.filter(({ lineItemId }) => (lineItemId ?? id) === id)
  if (open.some(({ id }) => of(id).length === 0)) return all
  const ids = new Set(open.map(({ id }) => id))
  return open.length === 0 ? [] : all.filter(({ lineItemId: id }) => id === null || ids.has(id))
}

/** What was said of a line: of itself, of its plans, and of the whole request. */
const codesFor = (warnings: readonly PatientCostWarning[], id: string): string[] =>
  warnings.flatMap(({ code, lineItemId }) => (lineItemId === null || lineItemId === id ? code : []))

function rangeOf(results: Result[], of: (result: Result) => number): { low: number; high: number } {
  const amounts = results.map(of)
  return { low: Math.min(...amounts), high: Math.max(...amounts) }
}

/**
 * What a patient and each payer owe for the lines of a bill, with every step. Pure and exact
 * (decimals, half up to cents); patient, payers and adjustment are together the charges. An amount
 * that depends on what is missing is null, and what is missing is named. `today` (YYYY-MM-DD, where
 * the caller is) is the date of service of a request that names none. Throws UnusableEligibility
 * when an eligibility answer cannot be read.
 */
export function calculatePatientCost(
  { lineItems, payers, ...request }: PatientCostRequest,
  { today }: { today: string },
): PatientCostAnswer {
  const days = { dateOfService: request.dateOfService ?? today, today }
  const all = payers.map((payer, index) => knownOf(payer, index, days))
  requireBounded(lineItems.length, all)
  const pass = (assumed: PassKind['assumed'], missing: PassKind['missing']) =>
    calculatePass(lineItems, all, days, { assumed, missing })
  const likely = pass('likely', 'highest')
  // Where nothing is open, every pass comes to the same; where nothing is missing, both ends do.
  const ends = (assumed: PassKind['assumed'], against = pass(assumed, 'highest')): Ends => ({
    against,
    inFavour: against.missing ? pass(assumed, 'lowest') : against,
  })
  const pairs = [
    ends('likely', likely),
    ...(likely.open ? [ends('lowest'), ends('highest')] : []),
    ...(likely.missing ? [ends('revealing')] : []),
  ]
  const results = pairs.flatMap(({ against, inFavour }) => [against, inFavour])
  const plans = payers.flatMap((_, index) => planAnswer(pairs, index) ?? [])
  const orderOf = orderOfBenefits(payers)
  const warnings = plans.flatMap((plan) => plan.warnings)
  if (payers.length === 0)
    warnings.push({
      code: 'no_payer',
      message: 'No payer is given: the patient pays the charges.',
      payerId: null,
      lineItemId: null,
    })
  if (orderOf && !orderOf.asGiven)
    warnings.push({
      code: 'order_of_benefits',
      message: `The rules ask for another order of payers: ${orderOf.expected.join(', ')}. The order given was used.`,
      payerId: null,
      lineItemId: null,
    })
  const lines = likely.lines.map((line, index) => {
    const amount = (of: (line: Line) => number | undefined) =>
      knownIn(pairs, (result) => {
        const own = result.lines[index]
        return own ? of(own) : undefined
      })
    const patientCost = amount((own) => own.patientCost)
    const confidence: Confidence =
      patientCost === null ? 'none' : confidenceBy(codesFor(warnings, line.id))
    return {
      ...{ id: line.id, chargeAmount: line.chargeAmount },
      allowedAmount: amount((own) => own.allowedAmount),
      patientCost,
      payerCost: amount((own) => own.payerCost),
      adjustment: amount((own) => own.adjustment),
      payments: line.payments.map(({ payerId }) => ({
        payerId,
        amount: amount(({ payments }) => payments.find((one) => one.payerId === payerId)?.amount),
      })),
      confidence,
      range: rangeOf(results, (result) => result.lines[index]?.patientCost ?? 0),
    }
  })
  const whole = (field: 'patientCost' | 'payerCost' | 'adjustment', total: number) =>
    lines.some((line) => line[field] === null) ? null : total
  const graded = (...grades: Grade[]) =>
    warnings.filter(({ code }) => grades.includes(gradeOf(code)))
  const missing = missingFor(
    lines.filter(({ patientCost, payments }) =>
      [patientCost, ...payments.map(({ amount }) => amount)].includes(null),
    ),
    graded('missing'),
  )
  return {
    totalPatientCost: whole('patientCost', likely.totals.patient),
    totalPayerCost: whole('payerCost', likely.totals.payer),
    totalAdjustment: whole('adjustment', likely.totals.adjustment),
    totalCharge: likely.totals.charge,
    dateOfService: days.dateOfService,
    confidence: lowestConfidence(lines.map(({ confidence }) => confidence)),
    range: rangeOf(results, ({ totals }) => totals.patient),
    missing,
    assumptions: graded('assumption', 'doubt'),
    lineItems: lines,
    plans,
    orderOfBenefits: orderOf,
    warnings,
  }
}
