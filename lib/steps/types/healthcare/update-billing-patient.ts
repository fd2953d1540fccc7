import { z } from 'zod'
import { jsonObjectSchema } from '#lib/domain/workflow/definition'
import { defineStep, done } from '../../define-step.ts'
import { fromProvider } from '../../support/from-provider.ts'

export default defineStep({
  type: 'update-billing-patient',
  version: 1,
  title: 'Update billing patient',
  description: 'Replaces a patient’s record in the billing platform.',
  category: 'Healthcare',
  icon: 'receipt-text',
  says: ['{connection:connection}'],
  effect: 'idempotent',
  connection: 'billing',
  config: z.strictObject({
    connection: z
      .string()
      .min(1, 'Choose a connection.')
      .max(64)
      .meta({ title: 'Connection', description: 'The billing platform.' }),
    patientId: z.string().trim().min(1, 'Name the patient.').max(200).meta({
      title: 'Patient',
      description: 'The patient’s id in the billing platform, for example PAT-1001.',
      phi: true,
    }),
    // An expression that finds nothing is null.
    version: z
      .preprocess((version) => version ?? undefined, z.int().min(1).optional())
      .optional()
      .meta({
        title: 'Version',
        description:
          'The patient’s current version + 1; another is refused. Left out: ' +
          'the one after the current, whatever changed since.',
      }),
    patient: jsonObjectSchema.meta({
      title: 'Patient record',
      description: 'The whole record as the platform defines it: a field left out is gone.',
      phi: true,
    }),
  }),
  output: z.object({
    patient: jsonObjectSchema.meta({
      title: 'Patient',
      description: 'The record as the platform keeps it now.',
      phi: true,
    }),
    version: z.int().nullable().meta({ title: 'Version', description: 'Its version now.' }),
  }),
  uiSchema: { connection: { 'ui:widget': 'connection' }, patient: { 'ui:widget': 'json' } },
  retry: { maxAttempts: 5, delaySeconds: 2, factor: 3, maxDelaySeconds: 300 },
  examples: [
    {
      title: 'A new address',
      config: {
        connection: 'sandbox',
        patientId: { $: 'start.billingPatientId' },
        version: { $: 'start.version + 1' },
        patient: { $: '$merge([start.patient, { "primary_address": start.address }])' },
      },
    },
  ],
  async execute({ config: { patientId, version, patient }, connection, signal }) {
    // A call that is repeated after a crash or a lost answer finds its own update and answers it.
    const updated = await fromProvider(
      connection.updatePatient(
        { patientId, ...(version === undefined ? {} : { version }), patient, mayBeRepeat: true },
        signal,
      ),
    )
    return done({
      patient: updated,
      version: typeof updated['version'] === 'number' ? updated['version'] : null,
    })
  },
})
