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

/**
 * Works out one line by one plan's rules: not covered → the patient pays all; else spend-down,
 * deductible, copay, coinsurance in the plan's order, capped by what remains of the out-of-pocket
 * maximum; the plan pays the rest, at most what remains of its own maximum. Rounded half up to
 * cents. Uses no accumulator up: the caller does, because coordination decides which use counts.
 */
export function adjudicateLine({
  rules,
  allowed,
  accumulators,
  steps,
  copayTaken,
}: Input): Adjudication {
  const parts: Record<CostShare, Money> = { deductible: zero, copay: zero, coinsurance: zero }
  if (rules.notCovered) {
    steps.add(
      'noncovered',
      `Not covered, because ${rules.notCovered.why}: the patient bears ${usd(allowed)}.`,
      zero,
      rules.notCovered.source,
    )
    return { allowed, ...parts, noncovered: allowed, paid: zero, uses: [] }
  }
  let open = allowed
  let noncovered = zero
  const uses: Adjudication['uses'] = []
  const spendLeft = minLeft(accumulators, rules.spendDown)
  if (spendLeft) {
    const spent = least(spendLeft, open)
    noncovered = spent
    open = open.minus(spent)
    uses.push(...rules.spendDown.map((accumulator) => ({ accumulator, amount: spent })))
    steps.add(
      'spend-down',
      `Spend-down: ${usd(spent)} of the ${usd(spendLeft)} left before coverage begins.`,
      open,
      sourceOf(rules.spendDown),
    )
  }
  if (rules.order === 'no-charge')
    steps.add(
      'copay',
      'No charge: the plan asks nothing of the patient for this service.',
      open,
      rules.orderSource,
    )

  const rule: Record<CostShare, () => void> = {
    deductible() {
      const left = minLeft(accumulators, rules.deductible.binding)
      if (!left) return
      parts.deductible = least(left, open)
      open = open.minus(parts.deductible)
      steps.add(
        'deductible',
        `Deductible: ${usd(left)} is left of it, so the patient bears ${usd(parts.deductible)}.`,
        open,
        sourceOf(rules.deductible.binding),
      )
    },
    copay() {
      if (!rules.copay) return
      parts.copay = copayTaken ? zero : least(rules.copay.amount, open)
      open = open.minus(parts.copay)
      const said = copayTaken
        ? 'Copay: taken once for this visit already.'
        : `Copay: ${usd(rules.copay.amount)}, so the patient bears ${usd(parts.copay)}.`
      steps.add('copay', said, open, rules.copay.source)
    },
    coinsurance() {
      if (!rules.coinsurance) return
      const base = open
      parts.coinsurance = cents(base.times(rules.coinsurance.share))
      open = base.minus(parts.coinsurance)
      steps.add(
        'coinsurance',
        `Coinsurance: ${percent(rules.coinsurance.share)} of ${usd(base)}, so the patient bears ${usd(parts.coinsurance)}.`,
        open,
        rules.coinsurance.source,
      )
    },
  }
  if (rules.order === 'deductible-waived')
    steps.add('deductible', 'Deductible: waived for this service.', open, rules.orderSource)
  for (const part of ordersOf[rules.order]) rule[part]()

  open = capByOutOfPocket()
  open = capByLimit()
  const counted = countedOf(parts, rules)
  uses.push(
    ...rules.deductible.all.map((accumulator) => ({ accumulator, amount: parts.deductible })),
  )
  uses.push(...rules.outOfPocket.all.map((accumulator) => ({ accumulator, amount: counted })))
  uses.push(...rules.limits.map((accumulator) => ({ accumulator, amount: open })))
  return { allowed, ...parts, noncovered, paid: open, uses }

  /** The cap gives back what came last first: coinsurance, then copay, then deductible. */
  function capByOutOfPocket(): Money {
    const left = minLeft(accumulators, rules.outOfPocket.binding)
    if (!left) return open
    const over = atLeastZero(countedOf(parts, rules).minus(left))
    if (over.isZero()) return open
    let back = over
    for (const part of ['coinsurance', 'copay', 'deductible'] as const) {
      if (!rules.counts.has(part)) continue
      const given = least(back, parts[part])
      parts[part] = parts[part].minus(given)
      back = back.minus(given)
    }
    steps.add(
      'out-of-pocket-limit',
      `Out-of-pocket maximum: only ${usd(left)} is left of it, so the plan takes over ${usd(over)}.`,
      open.plus(over),
      sourceOf(rules.outOfPocket.binding),
    )
    return open.plus(over)
  }

  function capByLimit(): Money {
    const left = minLeft(accumulators, rules.limits)
    if (!left || left.greaterThanOrEqualTo(open)) return open
    const over = open.minus(left)
    noncovered = noncovered.plus(over)
    steps.add(
      'benefit-limit',
      `Benefit maximum: the plan still pays ${usd(left)} at most, so the patient bears ${usd(over)} more.`,
      left,
      sourceOf(rules.limits),
    )
    return left
  }
}

function countedOf(parts: Record<CostShare, Money>, { counts }: LineRules): Money {
  return [...counts].reduce((total, part) => total.plus(parts[part]), zero)
}
