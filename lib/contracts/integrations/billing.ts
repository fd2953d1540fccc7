import { z } from 'zod'
import { jsonObjectSchema } from '#lib/domain/workflow/definition'
import { contract, type ErrorShapes } from '../contract.ts'

/** The row "A, A, C, A" of the specification: 404 carries C. */
const shapesBilling: ErrorShapes = { 404: 'C', other: 'A' }

/** Specification 2.8 and 4.1. */
export const updateBillingPatientContract = contract({
  id: 'updateBillingPatient',
  method: 'PUT',
  path: '/api/v2/integrations/billing/{slug}/patients/{patientId}/{version}',
  summary: 'Update a patient of the billing platform',
  description:
    'The body is the patient as the platform defines it and replaces the whole patient: ' +
    'a field left out is gone. `version` is the patient’s current version + 1; ' +
    'any other is answered 409 with `details.currentVersion` and `details.expectedVersion`, ' +
    'and nothing is changed.',
  tag: 'Integrations',
  params: z.strictObject({
    slug: z.string().min(1).max(200),
    patientId: z.string().min(1).max(200),
    version: z
      .string()
      .regex(
        /^[1-9]\d{0,9}$/,
        'The version is a positive integer: the patient’s current version + 1.',
      ),
  }),
  body: jsonObjectSchema,
  returns: {
    200: {
      description: 'The updated patient, as the platform answers it.',
      schema: jsonObjectSchema,
    },
  },
  errors: shapesBilling,
  errorStatuses: [404, 409, 413, 415, 429, 502, 504],
  examples: {
    params: { slug: 'sandbox', patientId: 'PAT-1001', version: '2' },
    request: {
      name: { family: 'Lindqvist', given: ['Avery'], use: 'USUAL' },
      birth_date: '1932-01-01',
      biological_sex: 'FEMALE',
      other_names: [],
    },
    response: {
      id: 'PAT-1001',
      version: 2,
      name: { family: 'Lindqvist', given: ['Avery'], use: 'USUAL' },
      birth_date: '1932-01-01',
      biological_sex: 'FEMALE',
      other_names: [],
      updated_at: '2026-03-07T09:00:00.000Z',
    },
  },
})
