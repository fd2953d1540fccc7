import type { Accumulator } from './accumulators.ts'
import type { Assumption, Benefit, Eligibility } from './benefit.ts'
import type { Money } from './money.ts'
import type { Question } from './pick.ts'
import type { CostShareOrder, LineItem, Payer, PlanOverrides } from './request.ts'

export type Assume = (assumption: Assumption) => void

/** One payer with what its eligibility answer states; overrides alone make a plan too. */
export type Plan = {
  payer: Payer
  name: string
  overrides: Partial<PlanOverrides>
  benefits: readonly Benefit[]
  eligibility: Eligibility | null
  /** Some statement of the answer names a network. Medicare's never do. */
  networksStated: boolean
  assume(assumption: Assumption, lineItemId?: string): void
}

type LineOverrides = NonNullable<PlanOverrides['lines']>[number]

/** A line as one plan sees it. */
export type PlanLine = {
  item: LineItem
  question: Question
  /** The line's own overrides before the plan's. */
  overrides: Partial<PlanOverrides> & Partial<LineOverrides>
  /** The statements that speak of the line, on its side of the network. */
  candidates: Benefit[]
  assume: Assume
}

export type CostShare = 'deductible' | 'copay' | 'coinsurance'

/** The rules of one plan for one line: what the adjudication applies. */
export type LineRules = {
  inactive: string | null
  /** Why the plan does not cover the line. */
  notCovered: { why: string; source: string | null } | null
  order: CostShareOrder
  orderSource: string | null
  spendDown: Accumulator[]
  /** All that fall; the least of `binding` is what is left. */
  deductible: { all: Accumulator[]; binding: Accumulator[] }
  outOfPocket: { all: Accumulator[]; binding: Accumulator[] }
  copay: { amount: Money; source: string } | null
  coinsurance: { share: Money; source: string } | null
  limits: Accumulator[]
  counts: ReadonlySet<CostShare>
}
