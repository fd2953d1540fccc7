import { organizations } from '#db/schema/organizations'
import { ApiError } from '#lib/domain/api-error'
import type { PatientCostAnswer } from '#lib/domain/patient-cost/answer'
import { calculatePatientCost as calculate } from '#lib/domain/patient-cost/calculate/calculate'
import { UnusableEligibility } from '#lib/domain/patient-cost/calculate/calculate-pass'
import type { PatientCostRequest } from '#lib/domain/patient-cost/request'
import { dateInZone } from '#lib/domain/provider/text-note'
import { defineOutsideOperation } from '../define-operation.ts'

/**
 * Specification 4.2: calculates what a patient and each payer owe for the lines of a bill, step by
 * step. Nothing is stored.
 */
export const calculatePatientCost = defineOutsideOperation<PatientCostRequest, PatientCostAnswer>({
  name: 'calculatePatientCost',
  permission: 'integrations:call',
  audit: ({ actor, input, output }) => ({
    action: 'clearinghouse.patient-cost-calculated',
    objectKind: 'organization',
    objectId: actor.organizationId,
    details: {
      lineItems: input.lineItems.length,
      payers: input.payers.length,
      warnings: output.warnings.length,
    },
  }),
  async run({ input, transaction }) {
    const [organization] = await transaction((tx) =>
      tx.select({ timeZone: organizations.timeZone }).from(organizations),
    )
    // The day where the organization is, not where the server is. It counts beside a date of
    // service too: an answer without a date of its own speaks of today's plan year.
    const today = dateInZone(new Date(), organization?.timeZone ?? 'UTC')
    try {
      return calculate(input, { today })
    } catch (error) {
      if (error instanceof UnusableEligibility)
        throw ApiError.invalid([{ path: error.path, message: error.message }])
      throw error
    }
  },
})
