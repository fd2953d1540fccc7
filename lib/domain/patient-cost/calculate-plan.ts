import { Accumulators, type Accumulator } from './accumulators.ts'
import { adjudicateLine, type Adjudication } from './adjudicate-line.ts'
import type { PatientCostAnswer, PatientCostStep } from './answer.ts'
import { coordinate } from './coordinate.ts'
import { lineOf, rulesOf } from './line-rules.ts'
import { LineSteps } from './line-steps.ts'
import { atLeastZero, fromJson, greatest, least, sum, toJson, usd, zero, type Money } from './money.ts'
import type { LineRules, Plan, PlanLine } from './plan.ts'
import type { CoordinationMethod, LineItem } from './request.ts'

/** A line on its way through the plans. */
export type LineState = {
  item: LineItem
  charge: Money
  paid: Money
  payments: { payerId: string; amount: Money }[]
  /** The lowest amount that a plan with a contract allows: the provider may not collect more. Null: no contract binds. */
  contracted: Money | null
  /** The highest amount that a plan has allowed. */
  allowedBefore: Money
  deductibleBefore: Money
  /** Medicaid has paid: the patient owes nothing. */
  settled: boolean
}

/** What the patient owes of a line as it stands. */
export const balanceOf = ({ charge, contracted, paid, settled }: LineState): Money => (settled ? zero : atLeastZero((contracted ?? charge).minus(paid)))

type PlanAnswer = Omit<PatientCostAnswer['plans'][number], 'warnings'>

/** Works out every line by one plan, in turn, and moves the lines on. `method` is null for the plan that pays first. */
export function calculatePlan(plan: Plan, lines: LineState[], position: number, method: CoordinationMethod | null): PlanAnswer {
  const accumulators = new Accumulators()
  const steps: PatientCostStep[] = []
  const totals = { paid: zero, alone: zero, deductible: zero, copay: zero, coinsurance: zero, noncovered: zero }
  let reserve = fromJson(plan.overrides.benefitReserve ?? 0)
  let copayTaken = false
  let copays = 0
  let active = false

  for (const state of lines) {
    const line = lineOf(plan, state.item)
    const rules = rulesOf(plan, line)
    const written = new LineSteps(state.item.id, zero)
    if (rules.inactive) written.addOf('inactive', `${plan.name} pays nothing: the coverage is not active.`, balanceOf(state), balanceOf(state), { source: rules.inactive })
    else {
      active = true
      payLine(state, line, rules, written)
    }
    steps.push(...written.steps)
  }
  if (copays > 1) plan.assume({ code: 'copay_per_line', message: `The copay was taken for ${copays} lines. Set overrides.copayPer to "visit" when they are one visit.` })
  const benefitBalance = accumulators.balances().map(({ name, level, before, used, source }) => ({ name, level, before: toJson(before), used: toJson(used), remaining: toJson(before.minus(used)), source }))
  return {
    ...{ payerId: plan.payer.id, name: plan.name, position, coordination: method ?? 'primary', active },
    ...{ totalPaid: toJson(totals.paid), totalAlone: toJson(totals.alone), deductible: toJson(totals.deductible), copay: toJson(totals.copay), coinsurance: toJson(totals.coinsurance), noncovered: toJson(totals.noncovered) },
    ...{ benefitBalance, steps },
  }

  function payLine(state: LineState, line: PlanLine, rules: LineRules, written: LineSteps): void {
    const allowed = allowedOf(state, line)
    written.add('submitted', `Charge of the provider: ${usd(state.charge)}.`, state.charge)
    written.add('eligible', allowed.equals(state.charge) ? `${plan.name} allows the whole charge.` : `${plan.name} allows ${usd(allowed)} of the charge.`, allowed, line.overrides.allowedAmount === undefined ? null : 'Overrides')
    const own = adjudicateLine({ rules, allowed, accumulators, steps: written, copayTaken })
    written.add('benefit', method ? `Alone, ${plan.name} would pay ${usd(own.paid)}.` : `${plan.name} pays ${usd(own.paid)}.`, zero)
    const credited = method === 'maintenance-of-benefits' ? onTheRest(state, allowed, rules) : own
    const pays = method ? coordinated(method, { state, line, rules, own, onTheRest: credited.paid, written }) : own.paid
    const open = method ? atLeastZero(balanceOf(state).minus(pays)) : state.charge.minus(pays)
    move(state, line, rules, { allowed, own, pays })
    const balance = balanceOf(state)
    const off = open.greaterThan(balance) ? `, and ${usd(open.minus(balance))} is written off` : ''
    written.addOf('balance', `After ${plan.name} the patient owes ${usd(balance)}${off}.`, open, balance)
    credit(credited, state, pays)
    if (own.copay.greaterThan(0)) {
      copays += 1
      copayTaken ||= plan.overrides.copayPer === 'visit'
    }
    totals.paid = totals.paid.plus(pays)
    totals.alone = totals.alone.plus(own.paid)
    for (const part of ['deductible', 'copay', 'coinsurance', 'noncovered'] as const) totals[part] = totals[part].plus(own[part])
  }

  type Later = { state: LineState; line: PlanLine; rules: LineRules; own: Adjudication; onTheRest: Money; written: LineSteps }

  /** What this plan pays after the ones before it. */
  function coordinated(by: CoordinationMethod, { state, line, rules, own, onTheRest: rest, written }: Later): Money {
    const balance = balanceOf(state)
    const { pays, why } = rules.notCovered
      ? { pays: zero, why: 'it does not cover the line' }
      : coordinate(by, {
          ...{ paid: state.paid, alone: own.paid, allowed: own.allowed, balance, allowedBefore: state.allowedBefore, charge: state.charge, deductible: own.deductible },
          ...{ costShare: own.deductible.plus(own.copay).plus(own.coinsurance), deductibleBefore: state.deductibleBefore, onTheRest: rest, reserve },
          obligated: least(state.charge, line.overrides.obligatedToAccept === undefined ? (state.contracted ?? state.charge) : fromJson(line.overrides.obligatedToAccept)),
          reading: line.overrides.deductibleReading ?? 'lesser',
        })
    // What it saves by coming later is banked; what it pays above its own benefit comes out of the bank.
    if (by === 'benefit-reserve' || by === 'washington') reserve = atLeastZero(reserve.plus(own.paid).minus(pays))
    written.addOf('coordination', `${plan.name} pays ${usd(pays)}: ${why}.`, balance, atLeastZero(balance.minus(pays)), { amount: pays })
    return pays
  }

  /** The lesser of charge and allowed amount: no plan allows more than was charged. */
  function allowedOf(state: LineState, line: PlanLine): Money {
    const given = line.overrides.allowedAmount ?? state.item.allowedAmount
    if (given === undefined) line.assume({ code: 'allowed_assumed', message: 'No allowed amount is given; the whole charge was taken as allowed.' })
    const allowed = fromJson(given ?? state.item.chargeAmount)
    if (allowed.greaterThan(state.charge)) line.assume({ code: 'allowed_above_charge', message: 'The allowed amount is above the charge; the charge was used.' })
    return least(allowed, state.charge)
  }

  function onTheRest(state: LineState, allowed: Money, rules: LineRules): Adjudication {
    return adjudicateLine({ rules, allowed: atLeastZero(allowed.minus(state.paid)), accumulators, steps: new LineSteps(state.item.id, state.charge), copayTaken })
  }

  /** The line after this plan: what is paid, and what the provider may still collect. */
  function move(state: LineState, line: PlanLine, rules: LineRules, { allowed, own, pays }: { allowed: Money; own: Adjudication; pays: Money }): void {
    const bound = line.question.network === 'in' || line.overrides.balanceBilling === false
    if (bound) state.contracted = state.contracted ? least(state.contracted, allowed) : allowed
    else if (allowed.lessThan(state.charge) && line.overrides.balanceBilling === undefined)
      line.assume({ code: 'balance_billing', message: `Out of network, the provider may bill the patient the ${usd(state.charge.minus(allowed))} that the plan does not allow. Set balanceBilling to false where that is forbidden (emergencies, No Surprises Act).` })
    state.paid = state.paid.plus(pays)
    state.payments.push({ payerId: plan.payer.id, amount: pays })
    state.allowedBefore = greatest(state.allowedBefore, allowed)
    state.deductibleBefore = greatest(state.deductibleBefore, own.deductible)
    if (method === 'medicaid' && !rules.notCovered) state.settled = true
  }

  /**
   * A later plan is credited with the deductible that it would have applied alone (NAIC model 120 §7). What the patient pays out of pocket is at most
   * what is still owed; of a benefit maximum only what was really paid is used.
   */
  function credit({ uses }: Adjudication, state: LineState, pays: Money): void {
    const most: Partial<Record<Accumulator['code'], Money>> = method ? { G: balanceOf(state), F: pays } : {}
    for (const { accumulator, amount } of uses) accumulators.use(accumulator, least(amount, most[accumulator.code] ?? amount))
  }
}

export const totalOf = (lines: LineState[], of: (line: LineState) => Money): Money => sum(lines.map(of))
