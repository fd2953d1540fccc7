import { atLeastZero, fromJson, greatest, least, usd, type Money } from '../money.ts'
import type { CoordinationMethod } from '../coordination-methods.ts'
import type { Adjudication } from './adjudicate-line.ts'
import { balanceOf, type LineState } from './line-state.ts'
import type { LineRules, Plan, PlanLine } from './plan.ts'

/** What one plan does with one line. `method` is null for the plan that pays first. */
type Payment = {
  plan: Plan
  method: CoordinationMethod | null
  line: PlanLine
  rules: LineRules
  /** What the plan would do alone. */
  own: Adjudication
  pays: Money
}

const medicareMethods = new Set<CoordinationMethod | null>([
  'medicare-fee-schedule',
  'medicare-reasonable-charge',
])

/** The provider may collect no more than `amount`. */
function limitTo(state: LineState, amount: Money): void {
  state.contracted = state.contracted ? least(state.contracted, amount) : amount
}

/**
 * Moves the line on: what is paid, and what the provider may still collect. Answers why the
 * provider may collect less, in words that follow the balance.
 */
export function moveLine(state: LineState, payment: Payment): string {
  const { plan, method, line, rules, own, pays } = payment
  const { allowed, overrides } = line
  const before = state.paid
  state.paid = before.plus(pays)
  state.payments.push({ payerId: plan.payer.id, amount: pays })
  if (writesOff(state, payment)) limitTo(state, allowed)
  else if (method === null) describeBalanceBilling(state, line)
  if (overrides.obligatedToAccept !== undefined) {
    const full = greatest(state.charge, allowed)
    limitTo(state, least(fromJson(overrides.obligatedToAccept), full))
  }
  state.allowedBefore = greatest(state.allowedBefore, allowed)
  state.deductibleBefore = greatest(state.deductibleBefore, own.deductible)
  if (method === 'medicaid' && !rules.notCovered) state.settled = true
  return medicareMethods.has(method) && !rules.notCovered
    ? limitByMedicare(state, payment, before)
    : ''
}

/**
 * 42 CFR 411.35 (charges when a workers' compensation plan, a no-fault insurer or an employer's
 * group health plan pays first): a provider of Medicare-covered services collects from the patient
 * at most what Medicare's deductible and coinsurance exceed the primary payment by. It does not
 * hold for suppliers that do not participate and take no assignment: out of network.
 */
function limitByMedicare(state: LineState, { line, own }: Payment, paidBefore: Money): string {
  if (line.question.network === 'out') return ''
  const share = own.deductible.plus(own.copay).plus(own.coinsurance)
  const max = atLeastZero(share.minus(paidBefore))
  if (balanceOf(state).lessThanOrEqualTo(max)) return ''
  limitTo(state, state.paid.plus(max))
  return ' (42 CFR 411.35)'
}

/**
 * Whether the provider writes off what the plan does not allow: by the contract of the plan that
 * pays first, by a law that forbids balance billing, or as the caller declares for a later plan.
 */
function writesOff(state: LineState, { plan, method, line }: Payment): boolean {
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

/** Out of network nothing binds the provider, unless the caller says whether it may bill. */
function describeBalanceBilling({ charge }: LineState, line: PlanLine): void {
  const { question, allowed, overrides } = line
  const isOpen = question.network === 'out' && allowed.lessThan(charge)
  if (!isOpen || overrides.balanceBilling !== undefined) return
  line.assume({
    code: 'balance_billing',
    message:
      `Out of network, the provider may bill the patient the ${usd(charge.minus(allowed))} ` +
      'that the plan does not allow. Set overrides.balanceBilling to false where that is ' +
      'forbidden (emergencies, No Surprises Act).',
  })
}
