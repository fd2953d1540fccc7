import { z } from 'zod'
import {
  eligibilityCheckSchema,
  eligibilityInquiryFields,
} from '#lib/domain/provider/eligibility-inquiry'
import { defineStep, done } from '../../define-step.ts'
import { fromProvider } from '../../support/from-provider.ts'

export default defineStep({
  type: 'check-eligibility',
  version: 1,
  title: 'Check eligibility',
  description: 'Asks a payer whether and how a patient is covered.',
  category: 'Healthcare',
  icon: 'shield-check',
  says: ['{connection:connection}'],
  effect: 'read',
  connection: 'clearinghouse',
  config: z.strictObject({
    connection: z
      .string()
      .min(1, 'Choose a connection.')
      .max(64)
      .meta({ title: 'Connection', description: 'The clearinghouse to ask through.' }),
    ...eligibilityInquiryFields,
  }),
  output: eligibilityCheckSchema,
  uiSchema: { connection: { 'ui:widget': 'connection' } },
  retry: { maxAttempts: 4, delaySeconds: 5, factor: 3, maxDelaySeconds: 300 },
  examples: [
    {
      title: 'The member of a form',
      config: {
        connection: 'sandbox',
        payerId: { $: 'start.payerId' },
        provider: { npi: '1999999984', organizationName: 'Cedar Clinic' },
        subscriber: { memberId: { $: 'start.memberId' }, lastName: { $: 'start.lastName' } },
        serviceTypeCodes: ['30'],
      },
    },
  ],
  async execute({ config: { connection: _slug, ...inquiry }, connection, signal }) {
    return done(await fromProvider(connection.checkEligibility(inquiry, signal)))
  },
})
