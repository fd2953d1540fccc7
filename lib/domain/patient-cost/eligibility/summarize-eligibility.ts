import type { EligibilityCheck } from '../../provider/eligibility-inquiry.ts'
import { isActive, isStatus } from './benefit.ts'
import { readEligibility } from './read-eligibility.ts'

/**
 * The few facts of an eligibility answer that most callers need. Throws UnreadableEligibility when
 * it is a refusal or no answer at all.
 */
export function summarizeEligibility(
  eligibility: EligibilityCheck['eligibility'],
): EligibilityCheck {
  const { benefits, payerName } = readEligibility(eligibility)
  const statuses = benefits.filter(isStatus)
  const ofPlan = statuses.filter(
    ({ serviceTypes }) => serviceTypes.length === 0 || serviceTypes.includes('30'),
  )
  const asked = ofPlan.length > 0 ? ofPlan : statuses
  return {
    active: asked.length === 0 ? null : asked.some(isActive),
    payerName,
    otherPayers: benefits.flatMap(({ otherPayer }) =>
      otherPayer ? [{ name: otherPayer.name, role: otherPayer.role }] : [],
    ),
    eligibility,
  }
}
