import type { PatientCostAnswer, PatientCostWarning } from '../answer.ts'
import { gradeOf, lowestConfidence, type Grade } from '../grades.ts'
import type { PassKind } from '../pass.ts'
import type { PatientCostRequest } from '../request.ts'
import { calculatePass, knownOf, requireBounded, type PassResult } from './calculate-pass.ts'
import type { Ends } from './known-in.ts'
import { lineAnswer, missingFor, rangeOf } from './line-answer.ts'
import { orderOfBenefits } from './order-of-benefits.ts'
import { planAnswer } from './plan-answer.ts'

/**
 * The passes that show what the answer depends on, the likely one first. All passes give the same
 * result where nothing is open; both ends do where nothing is missing.
 */
function allPasses(pass: (kind: PassKind) => PassResult): { likely: PassResult; pairs: Ends[] } {
  const endsOf = (assumed: PassKind['assumed'], against: PassResult): Ends => ({
    against,
    inFavour: against.missing ? pass({ assumed, missing: 'lowest' }) : against,
  })
  const ends = (assumed: PassKind['assumed']) =>
    endsOf(assumed, pass({ assumed, missing: 'highest' }))
  const likely = pass({ assumed: 'likely', missing: 'highest' })
  const pairs = [endsOf('likely', likely)]
  if (likely.open) pairs.push(ends('lowest'), ends('highest'))
  if (likely.missing) pairs.push(ends('revealing'))
  return { likely, pairs }
}

/** The problems and assumptions of the request as a whole. */
function warningsOfRequest(
  payers: PatientCostRequest['payers'],
  order: PatientCostAnswer['orderOfBenefits'],
): PatientCostWarning[] {
  const warnings: PatientCostWarning[] = []
  const warn = (code: string, message: string) =>
    warnings.push({ code, message, payerId: null, lineItemId: null })
  if (payers.length === 0) warn('no_payer', 'No payer is given: the patient pays the charges.')
  if (order && !order.asGiven)
    warn(
      'order_of_benefits',
      `The rules ask for another order of payers: ${order.expected.join(', ')}. ` +
        'The order given was used.',
    )
  return warnings
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
  const { likely, pairs } = allPasses((kind) => calculatePass(lineItems, all, days, kind))
  const plans = payers.flatMap((_, index) => planAnswer(pairs, index) ?? [])
  const order = orderOfBenefits(payers)
  const warnings = [...plans.flatMap((plan) => plan.warnings), ...warningsOfRequest(payers, order)]
  const lines = likely.lines.map((line, index) => lineAnswer(pairs, line, index, warnings))
  const whole = (field: 'patientCost' | 'payerCost' | 'adjustment', total: number) =>
    lines.some((line) => line[field] === null) ? null : total
  const graded = (...grades: Grade[]) =>
    warnings.filter(({ code }) => grades.includes(gradeOf(code)))
  return {
    totalPatientCost: whole('patientCost', likely.totals.patient),
    totalPayerCost: whole('payerCost', likely.totals.payer),
    totalAdjustment: whole('adjustment', likely.totals.adjustment),
    totalCharge: likely.totals.charge,
    dateOfService: days.dateOfService,
    confidence: lowestConfidence(lines.map(({ confidence }) => confidence)),
    range: rangeOf(pairs, ({ totals }) => totals.patient),
    missing: missingFor(lines, graded('missing')),
    assumptions: graded('assumption', 'doubt'),
    lineItems: lines,
    plans,
    orderOfBenefits: order,
    warnings,
  }
}
