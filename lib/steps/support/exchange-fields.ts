import { z } from 'zod'

/** Settings of every step that asks a health information exchange. */
export const exchangeFields = {
  connection: z
    .string()
    .min(1, 'Choose a connection.')
    .max(64)
    .meta({ title: 'Connection', description: 'The exchange to ask.' }),
  patientId: z
    .string()
    .trim()
    .min(1, 'Name the patient.')
    .max(200)
    .meta({ title: 'Patient', description: 'The patient’s id at the exchange.' }),
  timeoutSeconds: z
    .int()
    .min(10)
    .max(30 * 24 * 60 * 60)
    .default(6 * 60 * 60)
    .meta({ title: 'Wait at most', description: 'Seconds until the step fails.' }),
}
