import { atLeastZero, fromJson, sum, zero, type Money } from '../money.ts'
import type { LineItem } from '../request.ts'

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

/** The line before any plan. */
export const startOf = (item: LineItem): LineState => ({
  item,
  charge: fromJson(item.chargeAmount),
  paid: zero,
  payments: [],
  contracted: null,
  allowedBefore: zero,
  deductibleBefore: zero,
  settled: false,
})

/** What the patient owes of a line as it stands. */
export const balanceOf = ({ charge, contracted, paid, settled }: LineState): Money =>
  settled ? zero : atLeastZero((contracted ?? charge).minus(paid))

export const totalOf = (lines: LineState[], of: (line: LineState) => Money): Money =>
  sum(lines.map(of))
