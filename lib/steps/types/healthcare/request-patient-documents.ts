import { z } from 'zod'
import {
  datesInOrder,
  datesOutOfOrder,
  documentsRequestFields,
  hieDocumentSchema,
} from '#lib/domain/provider/hie'
import { askExchange } from '../../support/ask-exchange.ts'
import { defineStep, done } from '../../define-step.ts'
import { exchangeFields } from '../../support/exchange-fields.ts'
import { resultOrThrow } from '../../support/result-or-throw.ts'

const outputSchema = z.object({
  documents: z.array(hieDocumentSchema).meta({ title: 'Documents' }),
  errors: z
    .array(z.object({ id: z.string(), code: z.string(), message: z.string() }))
    .meta({ title: 'Errors', description: 'Documents that could not be downloaded.' }),
})

export default defineStep({
  type: 'request-patient-documents',
  version: 1,
  title: 'Request patient documents',
  description:
    'Asks a health information exchange for a patient’s documents, by MIME type, ' +
    'and stores them as files.',
  category: 'Healthcare',
  icon: 'file-text',
  says: ['{connection:connection}'],
  effect: 'idempotent',
  connection: 'hie',
  config: z
    .strictObject({ ...exchangeFields, ...documentsRequestFields })
    .refine(datesInOrder, datesOutOfOrder),
  output: outputSchema,
  uiSchema: {
    connection: { 'ui:widget': 'connection' },
    mimeTypes: { 'ui:options': { addLabel: 'Add a MIME type' } },
    timeoutSeconds: { 'ui:widget': 'seconds', 'ui:options': { advanced: true } },
  },
  retry: { maxAttempts: 3, delaySeconds: 2, factor: 3, maxDelaySeconds: 300 },
  examples: [
    {
      title: 'All PDFs',
      config: {
        connection: 'sandbox',
        patientId: { $: 'start.hiePatientId' },
        mimeTypes: ['application/pdf'],
      },
    },
  ],
  async execute(execution) {
    const { patientId, mimeTypes, dateFrom, dateTo } = execution.config
    return await askExchange(
      execution,
      { kind: 'documents', patientId, mimeTypes, dateFrom, dateTo },
      'Documents of a patient',
    )
  },
  async resume({ services, run, state }) {
    const id = String(state['asyncResultId'])
    return done(
      resultOrThrow(await services.asyncResult(run.organizationId, id), id) as z.output<
        typeof outputSchema
      >,
    )
  },
})
