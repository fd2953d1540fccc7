import { Accumulators, type Accumulator } from './accumulators.ts'
import { adjudicateLine, type Adjudication } from './adjudicate-line.ts'
import { allowedOf, describeAllowed } from './allowed-amount.ts'
import { coordinate } from './coordinate.ts'
import { rulesOf } from './line-rules.ts'
import { balanceOf, type LineState } from './line-state.ts'
import { LineSteps, type Step } from './line-steps.ts'
import { atLeastZero, fromJson, greatest, least, toJson, usd, zero, type Money } from '../money.ts'
import { moveLine } from './move-line.ts'
import { lineOf } from './plan-line.ts'
import type { LineRules, Plan, PlanLine } from './plan.ts'
import type { CoordinationMethod } from '../coordination-methods.ts'

/** What one plan does in one pass of the calculation. Dollars. */
export type PlanResult = {
  coordination: 'primary' | CoordinationMethod
  active: boolean
  totals: Record<'totalAlone' | 'deductible' | 'copay' | 'coinsurance' | 'noncovered', number>
  balances: {
    key: string
    name: string
    level: 'individual' | 'family'
    before: number
    used: number
    remaining: number
    source: string
  }[]
  steps: Step[]
}

/** One plan on its way through the lines. `method` is null for the plan that pays first. */
type Progress = {
  plan: Plan
  method: CoordinationMethod | null
  isSingleLine: boolean
  accumulators: Accumulators
  /** Banked savings of a plan that came later (benefit reserve). */
  reserve: Money
  /** The copay of the visit is taken: later lines have none. */
  copayTaken: boolean
  /** Lines with a copay. */
  copays: number
  totals: Record<'alone' | 'deductible' | 'copay' | 'coinsurance' | 'noncovered', Money>
}

/** One line at its turn. */
type Turn = { state: LineState; line: PlanLine; rules: LineRules; written: LineSteps }

/**
 * Works out every line by one plan, in turn, and moves the lines on. `method` is null for the plan
 * that pays first.
 */
export function calculatePlan(
  plan: Plan,
  lines: LineState[],
  method: CoordinationMethod | null,
): PlanResult {
  const progress: Progress = {
    plan,
    method,
    isSingleLine: lines.length === 1,
    accumulators: new Accumulators(),
    reserve: fromJson(plan.overrides.benefitReserve ?? 0),
    copayTaken: false,
    copays: 0,
    totals: { alone: zero, deductible: zero, copay: zero, coinsurance: zero, noncovered: zero },
  }
  const steps: Step[] = []
  let active = false
  describeUnused(plan, method)
  for (const state of lines) {
    const line = lineOf(plan, state.item, allowedOf(plan, state))
    const rules = rulesOf(plan, line)
    const written = new LineSteps(state.item.id, zero)
    if (rules.inactive === null) {
      active = true
      payLine(progress, { state, line, rules, written })
    } else passOver(plan, state, rules.inactive, written)
    steps.push(...written.steps)
  }
  describeCopays(progress)
  return resultOf(progress, active, steps)
}

function resultOf(
  { method, totals, accumulators }: Progress,
  active: boolean,
  steps: Step[],
): PlanResult {
  return {
    coordination: method ?? 'primary',
    active,
    totals: {
      totalAlone: toJson(totals.alone),
      deductible: toJson(totals.deductible),
      copay: toJson(totals.copay),
      coinsurance: toJson(totals.coinsurance),
      noncovered: toJson(totals.noncovered),
    },
    balances: accumulators.balances().map(({ key, name, level, before, used, source }) => ({
      key,
      name,
      level,
      source,
      before: toJson(before),
      used: toJson(used),
      remaining: toJson(before.minus(used)),
    })),
    steps,
  }
}

/** The plan that pays first coordinates with no other, and a method uses only its own values. */
function describeUnused(plan: Plan, method: CoordinationMethod | null): void {
  const { deductibleReading, benefitReserve } = plan.overrides
  const banks = method === 'benefit-reserve' || method === 'washington'
  const given = {
    coordination: method === null ? plan.payer.coordination : undefined,
    deductibleReading: method === 'standard' ? undefined : deductibleReading,
    benefitReserve: banks ? undefined : benefitReserve,
  }
  const names = Object.entries(given)
    .filter(([, value]) => value !== undefined)
    .map(([name]) => name)
  const how = method === null ? 'pays first' : `coordinates by ${method}`
  if (names.length > 0)
    plan.assume({
      code: 'overrides_unused',
      message: `${plan.name} ${how}: ${names.join(', ')} changes nothing.`,
    })
}

function describeCopays({ plan, copays }: Progress): void {
  if (copays > 1 && plan.overrides.copayPer === undefined)
    plan.assume({
      code: 'copay_per_line',
      message:
        `The copay was taken for ${copays} lines. ` +
        'Set overrides.copayPer to "visit" when they are one visit.',
    })
}

/** The coverage is not active for the line, because of `reason`. */
function passOver(plan: Plan, state: LineState, reason: string, written: LineSteps): void {
  written.addOf(
    'inactive',
    `${plan.name} pays nothing: the coverage is not active.`,
    balanceOf(state),
    balanceOf(state),
    { source: reason },
  )
  plan.assume(
    { code: 'coverage_inactive', message: `${plan.name} pays nothing. ${reason}.` },
    state.item.id,
  )
}

function payLine(progress: Progress, turn: Turn): void {
  const { plan, method, accumulators, copayTaken } = progress
  const { state, line, rules, written } = turn
  const { allowed } = line
  describeStart(plan, turn)
  const own = adjudicateLine({ rules, allowed, accumulators, steps: written, copayTaken })
  const paidAlone = method
    ? `Alone, ${plan.name} would pay ${usd(own.paid)}.`
    : `${plan.name} pays ${usd(own.paid)}.`
  written.add('benefit', paidAlone, zero)
  const credited = method === 'maintenance-of-benefits' ? adjudicateRest(progress, turn) : own
  const pays = method ? payLater(progress, turn, method, { own, rest: credited.paid }) : own.paid
  const open = method
    ? atLeastZero(balanceOf(state).minus(pays))
    : greatest(state.charge, allowed).minus(pays)
  const why = moveLine(state, { plan, method, line, rules, own, pays })
  const balance = balanceOf(state)
  const off = open.greaterThan(balance) ? `, and ${usd(open.minus(balance))} is written off` : ''
  const after = `After ${plan.name} the patient owes ${usd(balance)}${off}${why}.`
  written.addOf('balance', after, open, balance)
  takeOff(progress, credited, state, pays)
  countLine(progress, own)
}

function describeStart(plan: Plan, { state, line, written }: Turn): void {
  const { allowed, overrides } = line
  describeAllowed(plan, state, line)
  written.add('submitted', `Charge of the provider: ${usd(state.charge)}.`, state.charge)
  const above = allowed.greaterThan(state.charge) ? ', more than the charge' : ' of the charge'
  const what = allowed.equals(state.charge) ? 'the whole charge' : `${usd(allowed)}${above}`
  const source = overrides.allowedAmount === undefined ? null : 'Overrides'
  written.add('eligible', `${plan.name} allows ${what}.`, allowed, source)
}

/** The plan's rules on what earlier plans have left of its allowed amount; no step is written. */
function adjudicateRest(
  { accumulators, copayTaken }: Progress,
  { state, line, rules }: Turn,
): Adjudication {
  return adjudicateLine({
    rules,
    allowed: atLeastZero(line.allowed.minus(state.paid)),
    accumulators,
    steps: new LineSteps(state.item.id, state.charge),
    copayTaken,
  })
}

/**
 * What this plan pays after the ones before it. `own`: what it would do alone; `rest`: what it
 * pays on what they have left (maintenance of benefits).
 */
function payLater(
  progress: Progress,
  { state, line, rules, written }: Turn,
  method: CoordinationMethod,
  { own, rest }: { own: Adjudication; rest: Money },
): Money {
  const { plan, reserve } = progress
  const balance = balanceOf(state)
  const ceiling = greatest(state.charge, state.contracted ?? zero)
  const { obligatedToAccept: given } = line.overrides
  const accepted = given === undefined ? (state.contracted ?? state.charge) : fromJson(given)
  const { pays, why } = rules.notCovered
    ? { pays: zero, why: 'it does not cover the line' }
    : coordinate(method, {
        paid: state.paid,
        alone: own.paid,
        allowed: own.allowed,
        balance,
        charge: ceiling,
        allowedBefore: state.allowedBefore,
        deductible: own.deductible,
        costShare: own.deductible.plus(own.copay).plus(own.coinsurance),
        deductibleBefore: state.deductibleBefore,
        onTheRest: rest,
        reserve,
        obligated: least(ceiling, accepted),
        reading: line.overrides.deductibleReading ?? 'lesser',
      })
  // What it saves by coming later is banked; what it pays above its own benefit comes out of the
  // bank.
  if (method === 'benefit-reserve' || method === 'washington')
    progress.reserve = atLeastZero(reserve.plus(own.paid).minus(pays))
  const after = atLeastZero(balance.minus(pays))
  const description = `${plan.name} pays ${usd(pays)}: ${why}.`
  written.addOf('coordination', description, balance, after, { amount: pays })
  return pays
}

/**
 * A later plan is credited with the deductible that it would have applied alone (NAIC model 120
 * §7). What the patient pays out of pocket is at most what is still owed; of a benefit maximum
 * only what was really paid is used.
 */
function takeOff(
  { method, accumulators }: Progress,
  { uses }: Adjudication,
  state: LineState,
  pays: Money,
): void {
  const max: Partial<Record<Accumulator['code'], Money>> = method
    ? { G: balanceOf(state), F: pays }
    : {}
  for (const { accumulator, amount } of uses)
    accumulators.use(accumulator, least(amount, max[accumulator.code] ?? amount))
}

function countLine(progress: Progress, own: Adjudication): void {
  const { totals } = progress
  if (own.copay.greaterThan(0)) {
    progress.copays += 1
    progress.copayTaken ||= isPerVisit(progress)
  }
  totals.alone = totals.alone.plus(own.paid)
  for (const part of ['deductible', 'copay', 'coinsurance', 'noncovered'] as const)
    totals[part] = totals[part].plus(own[part])
}

/** Each line has its copay unless the request says that the lines are one visit. */
function isPerVisit({ plan, isSingleLine }: Progress): boolean {
  const given = plan.overrides.copayPer
  if (given !== undefined || isSingleLine) return given === 'visit'
  return plan.pass.assumed({ likely: false, lowest: true, highest: false })
}
