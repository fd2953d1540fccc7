import type { Assumption, Benefit, Eligibility } from '../eligibility/benefit.ts'
import type { Money } from '../money.ts'
import type { Pass } from '../pass.ts'
import type { CostShareOrder, LineItem, Payer, PlanOverrides } from '../request.ts'
import type { Accumulator } from './accumulators.ts'
import type { Question } from './pick.ts'

export type Assume = (assumption: Assumption) => void

/** Plans of an answer for one kind of service alone, with the service types of that kind. */
export type SpecialPlans = Map<string, ReadonlySet<string>>

/** What an answer states for one question. */
export type Stated = {
  candidates: Benefit[]
  elsewhere: Benefit[]
  /** Something is stated of single services. */
  ofService: boolean
  /** Some amount has no coverage level, or no network. */
  levelUnsaid: boolean
  networkUnsaid: boolean
  memory: Memo
  /** Plans that have nothing to do with the service, and state something. */
  otherPlans: string[]
}

/** One payer with what its eligibility answer states; overrides alone make a plan too. */
export type Plan = {
  payer: Payer
  name: string
  overrides: Partial<PlanOverrides>
  benefits: readonly Benefit[]
  eligibility: Eligibility | null
  special: SpecialPlans
  /** Answers to questions, cached for the other passes. */
  known: Map<string, Stated>
  /** Some statement of the answer names a network. Medicare's never do. */
  networksStated: boolean
  /** YYYY-MM-DD. */
  dateOfService: string
  /** When the payer answered: what it says, else the day of the calculation. */
  answeredOn: string
  pass: Pass
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
  /** What was found out for the question. */
  memory: Memo
  /** Cost shares of the line's service that hold for other places than the one known. */
  elsewhere: Benefit[]
  /** The place of service follows from the kind of service; the line does not name it. */
  placeAssumed: boolean
  /** The line says nothing of the service, and the answer states benefits of single services. */
  serviceUnknown: boolean
  /** What the plan allows for the line. */
  allowed: Money
  assume: Assume
}

export type CostShare = 'deductible' | 'copay' | 'coinsurance'

/** Accumulators that all fall, and those of them whose least is what is left. */
export type Both = {
  all: Accumulator[]
  binding: Accumulator[]
  /** The answer names the patient's own level, even to say that there is none. */
  said: boolean
}

/** The rules of one plan for one line: what the adjudication applies. */
export type LineRules = {
  inactive: string | null
  /** Why the plan does not cover the line. */
  notCovered: { why: string; source: string | null } | null
  order: CostShareOrder
  orderSource: string | null
  spendDown: Accumulator[]
  deductible: Both
  outOfPocket: Both
  copay: { amount: Money; source: string } | null
  coinsurance: { share: Money; source: string } | null
  limits: Accumulator[]
  counts: ReadonlySet<CostShare>
}

/** The result of a question, with its problems and assumptions. */
export type Memo = Map<string, { value: unknown; said: Assumption[] }>
