import { z } from 'zod'
import { pageOf, pageQuerySchema } from '../../domain/page.ts'
import { runSummarySchema } from '#lib/domain/run/run'
import { contract } from '../contract.ts'

const instant = z.iso.datetime({ offset: true })

const patientRunSchema = runSummarySchema
  .pick({
    id: true,
    status: true,
    workflow: true,
    title: true,
    subtitle: true,
    createdAt: true,
    finishedAt: true,
    retriedAs: true,
  })
  .extend({
    /** The screens that people completed, the newest first; at most five. */
    decisions: z.array(
      z.object({ title: z.string(), by: z.string().nullable(), at: instant.nullable() }),
    ),
    /** At most five of its files, for who may read files. */
    documents: z.array(z.object({ id: z.uuid(), fileName: z.string(), mimeType: z.string() })),
  })
export type PatientRun = z.infer<typeof patientRunSchema>

export const listPatientRunsContract = contract({
  id: 'listPatientRuns',
  method: 'GET',
  path: '/api/v2/runs/{id}/patient-runs',
  summary: 'List the other runs about the patient of a run, the newest first',
  description:
    'Of all workflows, those that the caller may see; nothing says whether there are others. ' +
    'Empty for a run without the number of a patient.',
  tag: 'Runs',
  params: z.strictObject({ id: z.uuid('A run has a UUID as its id.') }),
  query: pageQuerySchema.strict(),
  returns: { 200: { description: 'One page.', schema: pageOf(patientRunSchema) } },
  errorStatuses: [404],
})
