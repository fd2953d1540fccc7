import { z } from 'zod'
import { datesInOrder, datesOutOfOrder, fhirRequestFields } from '#lib/domain/provider/hie'
import { askExchange } from '../../support/ask-exchange.ts'
import { defineStep, done } from '../../define-step.ts'
import { exchangeFields } from '../../support/exchange-fields.ts'
import { resultOrThrow } from '../../support/result-or-throw.ts'

export default defineStep({
  type: 'request-patient-fhir',
  version: 1,
  title: 'Request patient FHIR data',
  description:
    'Asks a health information exchange for a patient’s data and waits for the answer, ' +
    'which may take hours.',
  category: 'Healthcare',
  icon: 'heart-pulse',
  says: ['{connection:connection}'],
  effect: 'idempotent',
  connection: 'hie',
  config: z
    .strictObject({ ...exchangeFields, ...fhirRequestFields })
    .refine(datesInOrder, datesOutOfOrder),
  output: z
    .looseObject({ resourceType: z.literal('Bundle'), entry: z.array(z.unknown()).optional() })
    .meta({ title: 'FHIR Bundle' }),
  uiSchema: {
    connection: { 'ui:widget': 'connection' },
    resources: { 'ui:options': { addLabel: 'Add a resource type' } },
    timeoutSeconds: { 'ui:widget': 'seconds', 'ui:options': { advanced: true } },
  },
  retry: { maxAttempts: 3, delaySeconds: 2, factor: 3, maxDelaySeconds: 300 },
  examples: [
    {
      title: 'Problems and medicines',
      config: {
        connection: 'sandbox',
        patientId: { $: 'start.hiePatientId' },
        resources: ['Condition', 'MedicationRequest'],
      },
    },
  ],
  async execute(execution) {
    const { patientId, resources, dateFrom, dateTo } = execution.config
    return await askExchange(
      execution,
      { kind: 'fhir', patientId, resources, dateFrom, dateTo },
      'FHIR data of a patient',
    )
  },
  async resume({ services, run, state }) {
    const id = String(state['asyncResultId'])
    return done(
      resultOrThrow(await services.asyncResult(run.organizationId, id), id) as {
        resourceType: 'Bundle'
      },
    )
  },
})
