import type { BillingPatient } from '#lib/integrations/billing/port'
import { openConnection } from '../connections/open-connection.ts'
import { defineOutsideOperation } from '../define-operation.ts'

type Input = { slug: string; patientId: string; version: number; patient: BillingPatient }

/**
 * Specification 4.1: replaces a patient of the named billing connection, if the version is the next
 * one.
 */
export const updateBillingPatient = defineOutsideOperation<Input, BillingPatient>({
  name: 'updateBillingPatient',
  permission: 'integrations:call',
  audit: ({ input }) => ({
    action: 'billing.patient-updated',
    objectKind: 'connection',
    objectId: input.slug,
    details: { version: input.version },
  }),
  async run({ actor, input: { slug, ...update }, info, signal }) {
    const port = await openConnection(actor.organizationId, 'billing', slug, info)
    return await port.updatePatient(update, signal)
  },
})
