/**
 * How much something that is said weighs: a notice explains, an assumption is usual practice, a
 * doubt may well be wrong, and what is missing leaves the amount not known.
 */
export type Grade = 'notice' | 'assumption' | 'doubt' | 'missing'

/** A code that is not listed here is an assumption. */
const grades: Record<string, Grade> = {
  // The answer states it, or it changes no amount.
  coverage_inactive: 'notice',
  cost_share_not_needed: 'notice',
  level_not_applicable: 'notice',
  other_plan_ignored: 'notice',
  overrides_unused: 'notice',
  statement_of_other_dates: 'notice',
  unreadable_amount: 'notice',
  unreadable_percent: 'notice',
  // Another reading is about as likely.
  allowed_assumed: 'doubt',
  balance_billing: 'doubt',
  benefit_message_unmatched: 'doubt',
  benefit_of_other_dates: 'doubt',
  coinsurance_conditional: 'doubt',
  condition_assumed: 'doubt',
  conditions_differ: 'doubt',
  cost_containment: 'doubt',
  coverage_date_unconfirmed: 'doubt',
  order_of_benefits: 'doubt',
  other_payer_primary: 'doubt',
  out_of_network_unstated: 'doubt',
  partly_not_covered: 'doubt',
  several_coinsurances: 'doubt',
  several_copays: 'doubt',
  several_patients: 'doubt',
  several_plans: 'doubt',
  several_plans_stated: 'doubt',
  status_contradicts: 'doubt',
  unreadable_date: 'doubt',
  whole_plan_assumed: 'doubt',
  // Nothing sensible can be put in its place.
  C_not_known: 'missing',
  G_not_known: 'missing',
  Y_not_known: 'missing',
  cost_share_unknown: 'missing',
  cost_share_unreadable: 'missing',
  place_unknown: 'missing',
  service_type_unknown: 'missing',
}

export const gradeOf = (code: string): Grade => grades[code] ?? 'assumption'

/** How far a patient's amount can be relied on. none: it is unknown. */
export const confidences = ['high', 'medium', 'low', 'none'] as const
export type Confidence = (typeof confidences)[number]

const confidenceOf: Record<Grade, Confidence> = {
  notice: 'high',
  assumption: 'medium',
  doubt: 'low',
  // When a missing value changes no amount, it still has to be found out.
  missing: 'medium',
}

/** The lowest of several; high when there are none. */
export const lowestConfidence = (all: readonly Confidence[]): Confidence =>
  confidences.findLast((confidence) => all.includes(confidence)) ?? 'high'

/** How far an amount can be relied on that is known, by what was said of it. */
export const confidenceBy = (codes: readonly string[]): Confidence =>
  lowestConfidence(codes.map((code) => confidenceOf[gradeOf(code)]))
