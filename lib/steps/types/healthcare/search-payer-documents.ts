import { z } from 'zod'
import { payerCriteriaSchema, payerDocumentSchema } from '#lib/domain/provider/payer-document'
import { defineStep, done } from '../../define-step.ts'
import { fromProvider } from '../../support/from-provider.ts'

export default defineStep({
  type: 'search-payer-documents',
  version: 1,
  title: 'Search payer documents',
  description: 'Finds letters of payers in a document archive.',
  category: 'Healthcare',
  icon: 'search',
  says: ['{connection:connection}'],
  effect: 'read',
  connection: 'payer-docs',
  config: z.strictObject({
    connection: z
      .string()
      .min(1, 'Choose a connection.')
      .max(64)
      .meta({ title: 'Connection', description: 'The archive to search.' }),
    criteria: payerCriteriaSchema.meta({
      title: 'Criteria',
      description:
        'A document must match all of them. The sandbox knows PatientId, MemberId, ' +
        'PayerName, DocumentType, ClaimNumber and others.',
    }),
  }),
  output: z.object({
    documents: z
      .array(payerDocumentSchema)
      .meta({ title: 'Documents', description: 'All that match.', phi: true }),
    count: z.int().meta({ title: 'Count', description: 'How many they are.' }),
  }),
  uiSchema: { connection: { 'ui:widget': 'connection' } },
  retry: { maxAttempts: 4, delaySeconds: 2, factor: 3, maxDelaySeconds: 120 },
  examples: [
    {
      title: 'Authorizations of a patient',
      config: {
        connection: 'sandbox',
        criteria: [
          { Key: 'PatientId', Value: { $: 'start.patientId' } },
          { Key: 'DocumentType', Value: 'Authorization Letter' },
        ],
      },
    },
  ],
  async execute({ config, connection, signal }) {
    const documents = await fromProvider(connection.searchDocuments(config.criteria, signal))
    return done({ documents, count: documents.length })
  },
})
