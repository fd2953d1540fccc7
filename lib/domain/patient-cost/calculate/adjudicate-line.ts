import type { Accumulator, Accumulators } from './accumulators.ts'
import type { LineSteps } from './line-steps.ts'
import { atLeastZero, cents, least, percent, usd, zero, type Money } from '../money.ts'
import type { CostShare, LineRules } from './plan.ts'

/**
 * What one plan does with one line if it is alone. `paid` and the patient's parts are together the
 * allowed amount.
 */
export type Adjudication = {
  allowed: Money
  deductible: Money
  copay: Money
  coinsurance: Money
  /**
   * Not covered, spent down, or above a maximum: the patient's, and no part of the out-of-pocket
   * maximum.
   */
  noncovered: Money
  paid: Money
  /** What the accumulators of the plan fall by. */
  uses: { accumulator: Accumulator; amount: Money }[]
}

type Input = {
  rules: LineRules
  allowed: Money
  accumulators: Accumulators
  steps: LineSteps
  copayTaken: boolean
}

const minLeft = (accumulators: Accumulators, of: Accumulator[]): Money | null =>
  of.length === 0 ? null : least(...of.map((accumulator) => accumulators.left(accumulator)))
const sourceOf = (of: Accumulator[]): string | null =>
  of.length === 0 ? null : of.map(({ source }) => source).join('; ')

/**
 * The order in which the plan's rules take their part of a line (deductible before or after the
 * copay, or none).
 */
const ordersOf: Record<LineRules['order'], CostShare[]> = {
  'after-deductible': ['deductible', 'copay', 'coinsurance'],
  'before-deductible': ['copay', 'deductible', 'coinsurance'],
  'deductible-waived': ['copay', 'coinsurance'],
  'no-charge-after-deductible': ['deductible'],
  'no-charge': [],
}

/** A line while the rules take their parts of it. */
type Work = Omit<Input, 'allowed'> & {
  /** What no part has taken yet; in the end the plan pays it. */
  open: Money
  parts: Record<CostShare, Money>
  noncovered: Money
}

/**
 * Works out one line by one plan's rules: not covered → the patient pays all; else spend-down,
 * deductible, copay, coinsurance in the plan's order, capped by what remains of the out-of-pocket
 * maximum; the plan pays the rest, at most what remains of its own maximum. Rounded half up to
 * cents. Uses no accumulator up: the caller does, because coordination decides which use counts.
 */
export function adjudicateLine({ allowed, ...input }: Input): Adjudication {
  const { rules, steps } = input
  const parts: Work['parts'] = { deductible: zero, copay: zero, coinsurance: zero }
  if (rules.notCovered) {
    const { why, source } = rules.notCovered
    const description = `Not covered, because ${why}: the patient bears ${usd(allowed)}.`
    steps.add('noncovered', description, zero, source)
    return { allowed, ...parts, noncovered: allowed, paid: zero, uses: [] }
  }
  const work: Work = { ...input, open: allowed, parts, noncovered: zero }
  const spent = takeSpendDown(work)
  describeOrder(work)
  for (const part of ordersOf[rules.order]) takePart[part](work)
  capByOutOfPocket(work)
  capByLimit(work)
  const usesOf = (of: Accumulator[], amount: Money): Adjudication['uses'] =>
    of.map((accumulator) => ({ accumulator, amount }))
  return {
    allowed,
    ...parts,
    noncovered: work.noncovered,
    paid: work.open,
    uses: [
      ...usesOf(rules.spendDown, spent),
      ...usesOf(rules.deductible.all, parts.deductible),
      ...usesOf(rules.outOfPocket.all, countedOf(parts, rules)),
      ...usesOf(rules.limits, work.open),
    ],
  }
}

/** What of the line is the patient's before coverage begins. */
function takeSpendDown(work: Work): Money {
  const { rules, accumulators, steps } = work
  const left = minLeft(accumulators, rules.spendDown)
  if (!left) return zero
  const spent = least(left, work.open)
  work.noncovered = spent
  work.open = work.open.minus(spent)
  steps.add(
    'spend-down',
    `Spend-down: ${usd(spent)} of the ${usd(left)} left before coverage begins.`,
    work.open,
    sourceOf(rules.spendDown),
  )
  return spent
}

/** Says what the order of the rules spares the patient. */
function describeOrder({ rules, steps, open }: Work): void {
  const { order, orderSource } = rules
  if (order === 'no-charge')
    steps.add(
      'copay',
      'No charge: the plan asks nothing of the patient for this service.',
      open,
      orderSource,
    )
  if (order === 'deductible-waived')
    steps.add('deductible', 'Deductible: waived for this service.', open, orderSource)
}

const takePart: Record<CostShare, (work: Work) => void> = {
  deductible: takeDeductible,
  copay: takeCopay,
  coinsurance: takeCoinsurance,
}

function takeDeductible(work: Work): void {
  const { rules, accumulators, parts, steps } = work
  const left = minLeft(accumulators, rules.deductible.binding)
  if (!left) return
  parts.deductible = least(left, work.open)
  work.open = work.open.minus(parts.deductible)
  steps.add(
    'deductible',
    `Deductible: ${usd(left)} is left of it, so the patient bears ${usd(parts.deductible)}.`,
    work.open,
    sourceOf(rules.deductible.binding),
  )
}

function takeCopay(work: Work): void {
  const { rules, copayTaken, parts, steps } = work
  if (!rules.copay) return
  const { amount, source } = rules.copay
  parts.copay = copayTaken ? zero : least(amount, work.open)
  work.open = work.open.minus(parts.copay)
  const description = copayTaken
    ? 'Copay: taken once for this visit already.'
    : `Copay: ${usd(amount)}, so the patient bears ${usd(parts.copay)}.`
  steps.add('copay', description, work.open, source)
}

function takeCoinsurance(work: Work): void {
  const { rules, parts, steps, open: base } = work
  if (!rules.coinsurance) return
  const { share, source } = rules.coinsurance
  parts.coinsurance = cents(base.times(share))
  work.open = base.minus(parts.coinsurance)
  const bears = `the patient bears ${usd(parts.coinsurance)}`
  const description = `Coinsurance: ${percent(share)} of ${usd(base)}, so ${bears}.`
  steps.add('coinsurance', description, work.open, source)
}

/** The cap gives back first what was taken last: coinsurance, then copay, then deductible. */
function capByOutOfPocket(work: Work): void {
  const { rules, accumulators, parts, steps } = work
  const left = minLeft(accumulators, rules.outOfPocket.binding)
  if (!left) return
  const over = atLeastZero(countedOf(parts, rules).minus(left))
  if (over.isZero()) return
  let back = over
  for (const part of ['coinsurance', 'copay', 'deductible'] as const) {
    if (!rules.counts.has(part)) continue
    const given = least(back, parts[part])
    parts[part] = parts[part].minus(given)
    back = back.minus(given)
  }
  work.open = work.open.plus(over)
  steps.add(
    'out-of-pocket-limit',
    `Out-of-pocket maximum: only ${usd(left)} is left of it, so the plan takes over ${usd(over)}.`,
    work.open,
    sourceOf(rules.outOfPocket.binding),
  )
}

function capByLimit(work: Work): void {
  const { rules, accumulators, steps } = work
  const left = minLeft(accumulators, rules.limits)
  if (!left || left.greaterThanOrEqualTo(work.open)) return
  const over = work.open.minus(left)
  work.noncovered = work.noncovered.plus(over)
  work.open = left
  steps.add(
    'benefit-limit',
    `Benefit maximum: the plan still pays ${usd(left)} at most, ` +
      `so the patient bears ${usd(over)} more.`,
    left,
    sourceOf(rules.limits),
  )
}

function countedOf(parts: Record<CostShare, Money>, { counts }: LineRules): Money {
  return [...counts].reduce((total, part) => total.plus(parts[part]), zero)
}
