import { describe, expect, it } from 'vitest'
import { confidenceBy, gradeOf, lowestConfidence, type Grade } from './grades.ts'

const codes: Record<Exclude<Grade, 'assumption'>, string> = {
  notice:
    'coverage_inactive cost_share_not_needed level_not_applicable other_plan_ignored ' +
    'overrides_unused statement_of_other_dates unreadable_amount unreadable_percent',
  doubt:
    'allowed_assumed balance_billing benefit_message_unmatched benefit_of_other_dates ' +
    'coinsurance_conditional condition_assumed conditions_differ cost_containment ' +
    'coverage_date_unconfirmed order_of_benefits other_payer_primary out_of_network_unstated ' +
    'partly_not_covered several_coinsurances several_copays several_patients several_plans ' +
    'several_plans_stated status_contradicts unreadable_date whole_plan_assumed',
  missing:
    'C_not_known G_not_known Y_not_known cost_share_unknown cost_share_unreadable place_unknown ' +
    'service_type_unknown',
}

describe.each(Object.entries(codes))('what is a %s', (grade, all) => {
  it.each(all.split(' '))('%s', (code) => expect(gradeOf(code)).toBe(grade))
})

it('everything else is an assumption', () => expect(gradeOf('network_assumed')).toBe('assumption'))

it.each<[string[], string]>([
  [[], 'high'],
  [['coverage_inactive'], 'high'],
  [['network_assumed'], 'medium'],
  [['cost_share_unknown'], 'medium'],
  [['allowed_assumed'], 'low'],
  [['coverage_inactive', 'allowed_assumed', 'network_assumed'], 'low'],
])('after %j the confidence is %s', (said, confidence) =>
  expect(confidenceBy(said)).toBe(confidence),
)

it('of several the lowest counts', () => {
  expect(lowestConfidence(['high', 'none', 'low'])).toBe('none')
  expect(lowestConfidence(['medium', 'high'])).toBe('medium')
  expect(lowestConfidence(['high'])).toBe('high')
  expect(lowestConfidence([])).toBe('high')
})
