import { z } from 'zod'
import { homecarePatientSchema, patientSearchFields } from '#lib/domain/provider/homecare-patient'
import { defineStep, done } from '../../define-step.ts'
import { fromProvider } from '../../support/from-provider.ts'

export default defineStep({
  type: 'search-patients',
  version: 1,
  title: 'Search patients',
  description: 'Finds patients in the home-care system.',
  category: 'Healthcare',
  icon: 'user-search',
  says: ['{connection:connection}'],
  effect: 'read',
  connection: 'homecare',
  config: z.strictObject({
    connection: z
      .string()
      .min(1, 'Choose a connection.')
      .max(64)
      .meta({ title: 'Connection', description: 'The home-care system to search.' }),
    ...patientSearchFields,
  }),
  output: z.object({
    patients: z
      .array(homecarePatientSchema)
      .meta({ title: 'Patients', description: 'All that match.', phi: true }),
    count: z.int().meta({ title: 'Count', description: 'How many they are.' }),
  }),
  uiSchema: { connection: { 'ui:widget': 'connection' } },
  retry: { maxAttempts: 4, delaySeconds: 2, factor: 3, maxDelaySeconds: 120 },
  examples: [
    {
      title: 'Open prospects',
      config: { connection: 'sandbox', prospectFlag: 'Y', deleteFlag: 'N', sort: 'name' },
    },
  ],
  async execute({ config, connection, signal }) {
    const { connection: _slug, ...search } = config
    const patients = await fromProvider(connection.searchPatients(search, signal))
    return done({ patients, count: patients.length })
  },
})
