import { Accumulators, type Accumulator } from './accumulators.ts'
import { adjudicateLine, type Adjudication } from './adjudicate-line.ts'
import { coordinate } from './coordinate.ts'
import { rulesOf } from './line-rules.ts'
import { LineSteps, type Step } from './line-steps.ts'
import {
  atLeastZero,
  fromJson,
  greatest,
  least,
  sum,
  toJson,
  usd,
  zero,
  type Money,
} from '../money.ts'
import { lineOf } from './plan-line.ts'
import type { LineRules, Plan, PlanLine } from './plan.ts'
import type { CoordinationMethod, LineItem } from '../request.ts'

/** A line on its way through the plans. */
export type LineState = {
  item: LineItem
  charge: Money
  paid: Money
  payments: { payerId: string; amount: Money }[]
  /**
   * The lowest amount that a plan with a contract allows: the provider may not collect more. Null:
   * no contract binds.
   */
  contracted: Money | null
  /** The highest amount that a plan has allowed. */
  allowedBefore: Money
  deductibleBefore: Money
  /** Medicaid has paid: the patient owes nothing. */
  settled: boolean
}

/** What the patient owes of a line as it stands. */
export const balanceOf = ({ charge, contracted, paid, settled }: LineState): Money =>
  settled ? zero : atLeastZero((contracted ?? charge).minus(paid))

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

const medicareMethods = new Set<CoordinationMethod | null>([
  'medicare-fee-schedule',
  'medicare-reasonable-charge',
])

/**
 * Works out every line by one plan, in turn, and moves the lines on. `method` is null for the plan
 * that pays first.
 */
export function calculatePlan(
  plan: Plan,
  lines: LineState[],
  method: CoordinationMethod | null,
): PlanResult {
  const accumulators = new Accumulators()
  const steps: Step[] = []
  const totals = { alone: zero, deductible: zero, copay: zero, coinsurance: zero, noncovered: zero }
  let reserve = fromJson(plan.overrides.benefitReserve ?? 0)
  let copayTaken = false
  let copays = 0
  let active = false
  describeUnused()

  for (const state of lines) {
    const line = lineOf(plan, state.item, allowedOf(state))
    const rules = rulesOf(plan, line)
    const written = new LineSteps(state.item.id, zero)
    if (rules.inactive) {
      written.addOf(
        'inactive',
        `${plan.name} pays nothing: the coverage is not active.`,
        balanceOf(state),
        balanceOf(state),
        { source: rules.inactive },
      )
      plan.assume(
        {
          code: 'coverage_inactive',
          message: `${plan.name} pays nothing. ${rules.inactive}.`,
        },
        state.item.id,
      )
    } else {
      active = true
      payLine(state, line, rules, written)
    }
    steps.push(...written.steps)
  }
  if (copays > 1 && plan.overrides.copayPer === undefined)
    plan.assume({
      code: 'copay_per_line',
      message:
        `The copay was taken for ${copays} lines. ` +
        'Set overrides.copayPer to "visit" when they are one visit.',
    })
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
      ...{ key, name, level, source },
      ...{ before: toJson(before), used: toJson(used), remaining: toJson(before.minus(used)) },
    })),
    steps,
  }

  /** The plan that pays first coordinates with nobody, and a method uses only its own values. */
  function describeUnused(): void {
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

  function payLine(state: LineState, line: PlanLine, rules: LineRules, written: LineSteps): void {
    const { allowed } = line
    describeAllowed(state, line)
    written.add('submitted', `Charge of the provider: ${usd(state.charge)}.`, state.charge)
    const above = allowed.greaterThan(state.charge) ? ', more than the charge' : ' of the charge'
    const what = allowed.equals(state.charge) ? 'the whole charge' : `${usd(allowed)}${above}`
    const source = line.overrides.allowedAmount === undefined ? null : 'Overrides'
    written.add('eligible', `${plan.name} allows ${what}.`, allowed, source)
    const own = adjudicateLine({ rules, allowed, accumulators, steps: written, copayTaken })
    written.add(
      'benefit',
      method
        ? `Alone, ${plan.name} would pay ${usd(own.paid)}.`
        : `${plan.name} pays ${usd(own.paid)}.`,
      zero,
    )
    const credited = method === 'maintenance-of-benefits' ? onTheRest(state, allowed, rules) : own
    const pays = method
      ? coordinated(method, { state, line, rules, own, onTheRest: credited.paid, written })
      : own.paid
    const full = greatest(state.charge, allowed)
    const open = method ? atLeastZero(balanceOf(state).minus(pays)) : full.minus(pays)
    const why = move(state, line, rules, { own, pays })
    const balance = balanceOf(state)
    const off = open.greaterThan(balance) ? `, and ${usd(open.minus(balance))} is written off` : ''
    const after = `After ${plan.name} the patient owes ${usd(balance)}${off}${why}.`
    written.addOf('balance', after, open, balance)
    credit(credited, state, pays)
    if (own.copay.greaterThan(0)) {
      copays += 1
      copayTaken ||= perVisit()
    }
    totals.alone = totals.alone.plus(own.paid)
    for (const part of ['deductible', 'copay', 'coinsurance', 'noncovered'] as const)
      totals[part] = totals[part].plus(own[part])
  }

  /** Where nobody says whether lines are one visit, each has its copay. */
  function perVisit(): boolean {
    const given = plan.overrides.copayPer
    if (given !== undefined || lines.length === 1) return given === 'visit'
    return plan.pass.assumed({ likely: false, lowest: true, highest: false })
  }

  type Later = {
    state: LineState
    line: PlanLine
    rules: LineRules
    own: Adjudication
    onTheRest: Money
    written: LineSteps
  }

  /** What this plan pays after the ones before it. */
  function coordinated(
    by: CoordinationMethod,
    { state, line, rules, own, onTheRest: rest, written }: Later,
  ): Money {
    const balance = balanceOf(state)
    const ceiling = greatest(state.charge, state.contracted ?? zero)
    const { obligatedToAccept: given } = line.overrides
    const accepted = given === undefined ? (state.contracted ?? state.charge) : fromJson(given)
    const { pays, why } = rules.notCovered
      ? { pays: zero, why: 'it does not cover the line' }
      : coordinate(by, {
          ...{ paid: state.paid, alone: own.paid, allowed: own.allowed, balance, charge: ceiling },
          ...{ allowedBefore: state.allowedBefore, deductible: own.deductible },
          ...{
            costShare: own.deductible.plus(own.copay).plus(own.coinsurance),
            deductibleBefore: state.deductibleBefore,
            onTheRest: rest,
            reserve,
          },
          obligated: least(ceiling, accepted),
          reading: line.overrides.deductibleReading ?? 'lesser',
        })
    // What it saves by coming later is banked; what it pays above its own benefit comes out of the
    // bank.
    if (by === 'benefit-reserve' || by === 'washington')
      reserve = atLeastZero(reserve.plus(own.paid).minus(pays))
    written.addOf(
      'coordination',
      `${plan.name} pays ${usd(pays)}: ${why}.`,
      balance,
      atLeastZero(balance.minus(pays)),
      { amount: pays },
    )
    return pays
  }

  type Given = { amount: number | undefined; overCharge: boolean }

  function givenOf({ item, charge }: LineState): Given {
    const own = plan.overrides.lines?.find(({ lineItemId }) => lineItemId === item.id)
    const amount = own?.allowedAmount ?? plan.overrides.allowedAmount ?? item.allowedAmount
    const cap = own?.capAtCharge ?? plan.overrides.capAtCharge ?? true
    const above = amount !== undefined && fromJson(amount).greaterThan(charge)
    return { amount, overCharge: above && cap }
  }

  /** What the plan allows: at most the charge, unless the caller says that its rate is no cap. */
  function allowedOf(state: LineState): Money {
    const { amount, overCharge } = givenOf(state)
    return amount === undefined || overCharge ? state.charge : fromJson(amount)
  }

  function describeAllowed(state: LineState, line: PlanLine): void {
    const { amount, overCharge } = givenOf(state)
    if (amount === undefined)
      line.assume({
        code: 'allowed_assumed',
        message: 'No allowed amount is given; the whole charge was taken as allowed.',
      })
    else if (overCharge)
      line.assume({
        code: 'allowed_above_charge',
        message:
          'The allowed amount is above the charge; the charge was used. ' +
          'Set overrides.capAtCharge to false for a case rate or a per diem.',
      })
  }

  function onTheRest(state: LineState, allowed: Money, rules: LineRules): Adjudication {
    return adjudicateLine({
      rules,
      allowed: atLeastZero(allowed.minus(state.paid)),
      accumulators,
      steps: new LineSteps(state.item.id, state.charge),
      copayTaken,
    })
  }

  type Moved = { own: Adjudication; pays: Money }

  /**
   * The line after this plan: what is paid, and what the provider may still collect. Answers why
   * the provider may collect less, in words that follow the balance.
   */
  function move(state: LineState, line: PlanLine, rules: LineRules, { own, pays }: Moved): string {
    const { allowed, overrides } = line
    const before = state.paid
    state.paid = before.plus(pays)
    state.payments.push({ payerId: plan.payer.id, amount: pays })
    const atMost = (amount: Money) => {
      state.contracted = state.contracted ? least(state.contracted, amount) : amount
    }
    if (writesOff(state, line)) atMost(allowed)
    else if (
      method === null &&
      line.question.network === 'out' &&
      allowed.lessThan(state.charge) &&
      overrides.balanceBilling === undefined
    )
      line.assume({
        code: 'balance_billing',
        message:
          `Out of network, the provider may bill the patient the ` +
          `${usd(state.charge.minus(allowed))} that the plan does not allow. Set ` +
          'overrides.balanceBilling to false where that is forbidden (emergencies, No Surprises ' +
          'Act).',
      })
    const full = greatest(state.charge, allowed)
    if (overrides.obligatedToAccept !== undefined)
      atMost(least(fromJson(overrides.obligatedToAccept), full))
    state.allowedBefore = greatest(state.allowedBefore, allowed)
    state.deductibleBefore = greatest(state.deductibleBefore, own.deductible)
    if (method === 'medicaid' && !rules.notCovered) state.settled = true
    return medicareMethods.has(method) && !rules.notCovered ? limitByMedicare() : ''

    /**
     * 42 CFR 411.35(b): after a group health plan, a provider of Medicare-covered services collects
     * from the patient at most what Medicare's deductible and coinsurance exceed the primary
     * payment by. It does not hold for suppliers that take no assignment (411.35(c)): out of
     * network.
     */
    function limitByMedicare(): string {
      if (line.question.network === 'out') return ''
      const share = own.deductible.plus(own.copay).plus(own.coinsurance)
      const most = atLeastZero(share.minus(before))
      if (balanceOf(state).lessThanOrEqualTo(most)) return ''
      atMost(state.paid.plus(most))
      return ' (42 CFR 411.35)'
    }
  }

  /**
   * Whether the provider writes off what the plan does not allow: by the contract of the plan that
   * pays first, by a law that forbids balance billing, or as the caller declares for a later plan.
   */
  function writesOff(state: LineState, line: PlanLine): boolean {
    const { balanceBilling, contractualWriteOff: declared } = line.overrides
    const inNetwork = line.question.network === 'in'
    if (declared !== undefined || balanceBilling === false) return declared ?? true
    if (method === null) return inNetwork
    const left = atLeastZero(line.allowed.minus(state.paid))
    const matters = inNetwork && left.lessThan(balanceOf(state))
    if (!matters || medicareMethods.has(method) || method === 'medicaid') return false
    line.assume({
      code: 'write_off_undeclared',
      message:
        `${plan.name} pays later and allows ${usd(line.allowed)}, less than what is still open; ` +
        'nothing was written off for it. Set overrides.contractualWriteOff when its contract ' +
        'binds the provider too.',
    })
    return plan.pass.assumed({ likely: false, lowest: true, highest: false })
  }

  /**
   * A later plan is credited with the deductible that it would have applied alone (NAIC model 120
   * §7). What the patient pays out of pocket is at most what is still owed; of a benefit maximum
   * only what was really paid is used.
   */
  function credit({ uses }: Adjudication, state: LineState, pays: Money): void {
    const most: Partial<Record<Accumulator['code'], Money>> = method
      ? { G: balanceOf(state), F: pays }
      : {}
    for (const { accumulator, amount } of uses)
      accumulators.use(accumulator, least(amount, most[accumulator.code] ?? amount))
  }
}

export const totalOf = (lines: LineState[], of: (line: LineState) => Money): Money =>
  sum(lines.map(of))
