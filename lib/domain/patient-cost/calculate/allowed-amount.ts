import { fromJson, type Money } from '../money.ts'
import type { LineState } from './line-state.ts'
import type { Plan, PlanLine } from './plan.ts'

type Given = { amount: number | undefined; overCharge: boolean }

/** The allowed amount of the request: the line's own, the plan's, then that of every plan. */
function givenOf(plan: Plan, { item, charge }: LineState): Given {
  const own = plan.overrides.lines?.find(({ lineItemId }) => lineItemId === item.id)
  const amount = own?.allowedAmount ?? plan.overrides.allowedAmount ?? item.allowedAmount
  const cap = own?.capAtCharge ?? plan.overrides.capAtCharge ?? true
  const above = amount !== undefined && fromJson(amount).greaterThan(charge)
  return { amount, overCharge: above && cap }
}

/** What the plan allows: at most the charge, unless the caller says that its rate is no cap. */
export function allowedOf(plan: Plan, state: LineState): Money {
  const { amount, overCharge } = givenOf(plan, state)
  return amount === undefined || overCharge ? state.charge : fromJson(amount)
}

/** Warns where the allowed amount is not the one that the request gives. */
export function describeAllowed(plan: Plan, state: LineState, line: PlanLine): void {
  const { amount, overCharge } = givenOf(plan, state)
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
