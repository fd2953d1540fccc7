import type { EligibilityCheck, EligibilityInquiry } from '#lib/domain/provider/eligibility-inquiry'
import { openConnection } from '../connections/open-connection.ts'
import { defineOutsideOperation } from '../define-operation.ts'

/**
 * Asks a payer, through the named clearinghouse connection, whether and how a patient is covered.
 */
export const checkEligibility = defineOutsideOperation<
  EligibilityInquiry & { slug: string },
  EligibilityCheck
>({
  name: 'checkEligibility',
  permission: 'integrations:call',
  audit: ({ input, output }) => ({
    action: 'clearinghouse.eligibility-checked',
    objectKind: 'connection',
    objectId: input.slug,
    details: { payerId: input.payerId, active: output.active },
  }),
  async run({ actor, input: { slug, ...inquiry }, info, signal }) {
    const port = await openConnection(actor.organizationId, 'clearinghouse', slug, info)
    return await port.checkEligibility(inquiry, signal)
  },
})
