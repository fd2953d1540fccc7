import { z } from 'zod'
import { maxExported, pageOf, pageQuerySchema } from '../../domain/page.ts'
import { patientFilterSchema } from '../../domain/run/inbox-filters.ts'
import { contract } from '../contract.ts'

const instant = z.iso.datetime({ offset: true })
const filter = z.string().max(100).optional()

export const auditEntrySchema = z.object({
  id: z.uuid(),
  at: instant,
  actor: z.object({
    kind: z.enum(['user', 'api-key', 'engine', 'public', 'directory']),
    id: z.string(),
    name: z.string(),
  }),
  /** What was done, like `api-key.created`. */
  action: z.string(),
  object: z.object({
    kind: z.string(),
    id: z.string(),
    /** What it is called now; null when it is gone or has no name that may stand in a log. */
    name: z.string().nullable(),
  }),
  /** The case that it belongs to, for callers who see it. */
  run: z.object({ id: z.uuid(), title: z.string().nullable() }).nullable(),
  /** Names and numbers; never patient data. */
  details: z.record(z.string(), z.unknown()),
  requestId: z.string().nullable(),
})
export type AuditEntryView = z.infer<typeof auditEntrySchema>

const auditFilters = {
  action: filter,
  /** Part of the actor's name. */
  actor: filter,
  objectKind: filter,
  objectId: filter,
  patient: patientFilterSchema
    .optional()
    .describe(
      'The number of a patient: entries about their runs that are stored, and about the screens, ' +
        'files, mails, letters and faxes of these.',
    ),
  /** Only entries about reading: who saw what. */
  reads: z.enum(['true', 'false']).optional(),
  from: instant.optional(),
  until: instant.optional(),
}
const auditFiltersSchema = z.strictObject(auditFilters)
export type AuditFilters = z.output<typeof auditFiltersSchema>

export const listAuditContract = contract({
  id: 'listAudit',
  method: 'GET',
  path: '/api/v2/audit',
  summary: 'List audit entries, newest first',
  tag: 'Audit',
  query: pageQuerySchema.extend(auditFilters).strict(),
  returns: { 200: { description: 'A page of entries.', schema: pageOf(auditEntrySchema) } },
})

export const exportAuditContract = contract({
  id: 'exportAudit',
  method: 'GET',
  path: '/api/v2/audit/csv',
  summary: 'Read audit entries as a CSV file, newest first',
  description:
    `At most ${maxExported.toLocaleString('en-US')} entries; more are refused with 422, so narrow ` +
    'the time. Times are those of the organization’s zone, which the first line names.',
  tag: 'Audit',
  query: auditFiltersSchema,
  returns: { 200: { description: 'The file.', contentType: 'text/csv' } },
  errorStatuses: [422],
})
